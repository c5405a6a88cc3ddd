"""Playing on squares: moves, draws, what a side sees."""
