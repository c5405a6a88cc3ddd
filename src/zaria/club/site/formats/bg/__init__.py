"""Bulgarian."""
