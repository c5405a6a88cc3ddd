"""Dates in Russian."""

MONTH_DAY_FORMAT = "j E"
