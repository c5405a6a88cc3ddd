"""Requests of members to be paid out, from the form to the decision of the staff."""
