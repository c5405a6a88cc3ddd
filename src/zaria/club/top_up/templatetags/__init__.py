"""Template tags of top-ups."""
