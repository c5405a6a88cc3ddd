"""The clock of a match: time controls, deadlines, lag compensation."""
