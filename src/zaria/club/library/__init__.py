"""The library: positions of finished matches, and what was played in them."""
