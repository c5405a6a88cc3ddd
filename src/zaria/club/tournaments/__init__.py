"""Tournaments of the club: their history, entries and money in the site's database, and their runner."""
