"""Fair play: decisions of members compared with those of an engine."""
