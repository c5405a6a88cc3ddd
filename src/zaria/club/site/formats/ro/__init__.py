"""Romanian."""
