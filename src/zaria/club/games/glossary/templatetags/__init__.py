"""Template tags that explain words."""
