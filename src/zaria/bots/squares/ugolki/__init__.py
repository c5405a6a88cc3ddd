"""The player of ugolki."""
