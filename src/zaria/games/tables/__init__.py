"""The tables (backgammon) family: one kernel, one file for each preset."""
