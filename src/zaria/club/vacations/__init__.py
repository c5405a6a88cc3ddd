"""Vacations of members, the hours in which the club was open, and what both mean for clocks by the day."""
