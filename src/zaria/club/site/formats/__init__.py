"""Dates as each language writes them, where Django's own formats do not (its `FORMAT_MODULE_PATH`).

The months stand here so that our catalogues say them: in Bulgarian and Romanian they are written small.
"""

from django.utils.translation import pgettext_lazy

MONTHS = (
    pgettext_lazy("alt. month", "January"),
    pgettext_lazy("alt. month", "February"),
    pgettext_lazy("alt. month", "March"),
    pgettext_lazy("alt. month", "April"),
    pgettext_lazy("alt. month", "May"),
    pgettext_lazy("alt. month", "June"),
    pgettext_lazy("alt. month", "July"),
    pgettext_lazy("alt. month", "August"),
    pgettext_lazy("alt. month", "September"),
    pgettext_lazy("alt. month", "October"),
    pgettext_lazy("alt. month", "November"),
    pgettext_lazy("alt. month", "December"),
)
"""Names for the letter E of a format: the month inside a date."""
