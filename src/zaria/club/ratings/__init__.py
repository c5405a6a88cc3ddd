"""Ratings: how strong everybody is, by his results."""
