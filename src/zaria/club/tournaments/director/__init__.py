"""The tools of directors: setting up tournaments, and directing them."""
