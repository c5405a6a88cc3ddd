"""Requests to the staff, reports of what breaks the rules of conduct, and appeals."""
