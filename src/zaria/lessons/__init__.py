"""Lessons: short courses of boards for each game, as data, and what a turn on one of them is worth."""
