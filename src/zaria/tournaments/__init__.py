"""Tournaments: the pairs of each round and the final places. Pure: callers pass the time and the chance."""
