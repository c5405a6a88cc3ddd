"""The names of months, by the rule of the reader's language for capitals."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

SMALL = ("bg", "ro", "ru")
"""Languages that write months with a small letter; Django has the names for the head of a sentence."""


def month_name(day: date, form: str = "F Y") -> str:
    """Return the month of a day, by a format of dates that begins with its name."""
    text = date_format(day, form)
    return text[:1].lower() + text[1:] if (get_language() or "").startswith(SMALL) else text
