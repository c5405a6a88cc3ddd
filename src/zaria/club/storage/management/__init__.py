"""Commands for the staff."""
