"""Ratings: the strength of members, from their results."""
