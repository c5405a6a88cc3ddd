"""Chess: our own search and evaluation, and Stockfish."""
