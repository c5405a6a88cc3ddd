"""The matches that a host plays: their commands, deadlines and programs."""
