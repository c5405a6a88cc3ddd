"""Dates in Bulgarian."""

DATE_FORMAT = "j E Y г."
DATETIME_FORMAT = "j E Y г., H:i"
