"""Studies as files: our own JSON, SGF for backgammon and its relatives, PGN and PDN, all with variations."""
