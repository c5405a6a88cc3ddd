"""The games as pages present them: the catalogue, the programs that play, the rules."""
