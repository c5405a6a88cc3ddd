"""The pages of the staff."""
