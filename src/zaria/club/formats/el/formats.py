"""Dates in Greek."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
