"""Dates in Greek."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
MONTH_DAY_FORMAT = "j E"
TIME_FORMAT = "H:i"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
