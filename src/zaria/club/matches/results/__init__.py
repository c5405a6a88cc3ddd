"""Results: what came of each match, kept where it can be asked."""
