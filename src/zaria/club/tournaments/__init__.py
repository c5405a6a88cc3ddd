"""Tournaments of the club: their history, entries and money in the site's database, and what runs them."""
