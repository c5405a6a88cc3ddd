"""The choices of the form of a tournament, each with its title."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS
from zaria.club.tournaments.texts import SECOND_MS, shares_text
from zaria.games.protocols import Option

OWN = "own"
ALL_TO_FIRST = "100"


def hours(*numbers: int) -> Mapping[Option, Any]:
    """Return choices of so many hours each, in ms."""
    names = {1: _("1 hour"), 2: _("2 hours"), 3: _("3 hours"), 4: _("4 hours")}
    return {hours * HOUR_MS: names[hours] for hours in numbers}


ROUND_LENGTHS: Mapping[Option, Any] = {
    0: _("No limit"),
    HOUR_MS: _("1 hour"),
    DAY_MS: _("1 day"),
    3 * DAY_MS: _("3 days"),
    7 * DAY_MS: _("7 days"),
    14 * DAY_MS: _("14 days"),
    30 * DAY_MS: _("30 days"),
    60 * DAY_MS: _("60 days"),
}
REPEATS: Mapping[Option, Any] = {
    "once": _("Once"),
    "day": _("Every day"),
    "week": _("Every week"),
    "fortnight": _("Every two weeks"),
    "month": _("Every month"),
    OWN: _("By a rule"),
}
CHECK_INS: Mapping[Option, Any] = {
    0: _("None"),
    10 * MINUTE_MS: _("10 minutes"),
    30 * MINUTE_MS: _("30 minutes"),
    HOUR_MS: _("1 hour"),
}
ABSENCES: Mapping[Option, Any] = {
    2 * MINUTE_MS: _("2 minutes"),
    5 * MINUTE_MS: _("5 minutes"),
    10 * MINUTE_MS: _("10 minutes"),
    15 * MINUTE_MS: _("15 minutes"),
}
PAUSES: Mapping[Option, Any] = {
    0: _("None"),
    45 * SECOND_MS: _("45 seconds"),
    2 * MINUTE_MS: _("2 minutes"),
    5 * MINUTE_MS: _("5 minutes"),
}
ACCESS: Mapping[Option, Any] = {
    "all": pgettext_lazy("who may enter", "Everyone"),
    "invited": _("By invitation"),
    "code": _("With a code"),
}
RULES = {
    "day": "FREQ=DAILY",
    "week": "FREQ=WEEKLY",
    "fortnight": "FREQ=WEEKLY;INTERVAL=2",
}
SHARES: Mapping[Option, Any] = {
    ALL_TO_FIRST: _("All to the first"),
    "70 30": lazy(shares_text, str)((70, 30)),
    "50 30 20": lazy(shares_text, str)((50, 30, 20)),
    OWN: pgettext_lazy("prizes", "Other"),
}
