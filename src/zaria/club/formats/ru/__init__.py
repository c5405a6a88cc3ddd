"""Russian."""
