"""Dates in Romanian."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
