"""Studies: rooms where people look at positions together."""
