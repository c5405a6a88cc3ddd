"""The terms of a tournament: their forms, and their summary in words."""
