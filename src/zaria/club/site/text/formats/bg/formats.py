"""Dates and numbers in Bulgarian."""

DATE_FORMAT = "j E Y г."
DATETIME_FORMAT = "j E Y г., H:i"
MONTH_DAY_FORMAT = "j E"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
NUMBER_GROUPING = 3
