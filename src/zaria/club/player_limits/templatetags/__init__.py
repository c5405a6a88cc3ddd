"""Template tags of limits."""
