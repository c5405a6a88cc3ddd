"""Dates in Greek."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
TIME_FORMAT = "H:i"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
