"""The starts of a repeated tournament, by a rule of RFC 5545 (RRULE) in the time of a zone.

Each start is at the same time of day: its moment moves with the clocks of the zone.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr

from zaria.club.tournaments.setup.local_time import to_local

LONGEST = 200
"""Characters of a rule."""
HORIZON = timedelta(days=5 * 366)
"""Time after the first start in which a rule is followed."""
USUAL_DAYS, MOST_DAYS = 7, 60
"""Days between the announcement of a repeated tournament and its start."""

_PARTS = {
    "FREQ": r"DAILY|WEEKLY|MONTHLY",
    "INTERVAL": r"[1-9]\d?",
    "UNTIL": r"\d{8}(?:T\d{6}Z?)?",
    "BYDAY": r"(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU))*",
    "BYMONTHDAY": r"-?[1-9]\d?(?:,-?[1-9]\d?)*",
    "BYMONTH": r"[1-9]\d?(?:,[1-9]\d?)*",
    "BYSETPOS": r"-?[1-9]\d?(?:,-?[1-9]\d?)*",
    "WKST": r"MO|TU|WE|TH|FR|SA|SU",
}
"""The parts of a rule and their values, which allow at most one start a day and end any search."""
_LAST_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The last day of each month, in a leap year."""


class BadRuleError(ValueError):
    """The text is no rule, or one with parts that are not supported."""


class Recurrence:
    """The starts by a rule from the first one on; `first` is in ms. Raises `BadRuleError`."""

    def __init__(self, text: str, first: int, zone: str) -> None:
        self._zone = zone
        self._rule, self._until = _parsed(text, to_local(first, zone), zone)

    def after(self, moment: int) -> int | None:
        """Return the next start after a moment (ms), or None."""
        return next(iter(self.next_ones(moment, 1)), None)

    def next_ones(self, moment: int, most: int) -> list[int]:
        """Return at most so many starts after a moment (ms)."""
        starts: list[int] = []
        for local in self._rule:
            start = _moment(local, self._zone)
            if len(starts) == most or start > self._until:
                break
            if start > moment:
                starts.append(start)
        return starts


def monthly(first: datetime) -> str:
    """Return the rule for the same weekday of each month: the second Friday, or the last for a fifth one."""
    number = (first.day - 1) // 7 + 1
    day = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[first.weekday()]
    return f"FREQ=MONTHLY;BYDAY={number if number < 5 else -1}{day}"


def _parsed(text: str, first: datetime, zone: str) -> tuple[Iterable[datetime], int]:
    """Return the local times of a rule, and the last possible moment (ms) of a start."""
    pairs = [part.partition("=")[::2] for part in text.upper().removeprefix("RRULE:").split(";")]
    parts = dict(pairs)
    is_valid = all(name in _PARTS and re.fullmatch(_PARTS[name], value, re.ASCII) for name, value in pairs)
    if len(text) > LONGEST or not is_valid or len(parts) < len(pairs) or "FREQ" not in parts:
        raise BadRuleError
    until = parts.get("UNTIL")
    parts["UNTIL"] = (first + HORIZON).strftime("%Y%m%dT%H%M%S")
    try:
        last = _moment(first + HORIZON, zone) if until is None else _last_moment(until, zone)
        rule = rrulestr(";".join("=".join(part) for part in parts.items()), dtstart=first)
    except ValueError as error:
        raise BadRuleError from error
    assert isinstance(rule, rrule)
    # dateutil would search for 31 February, or a second start on a day, until 9999: for five seconds.
    return rule if _has_days(parts) and _has_positions(parts) else (), last


def _last_moment(until: str, zone: str) -> int:
    """Return the last moment (ms) of an UNTIL, inclusive: a day, a local time, or one in UTC (with a Z).

    Raises `ValueError` for a time that does not exist.
    """
    if until.endswith("Z"):
        return _moment(_local(until, "%Y%m%dT%H%M%SZ"), "UTC")
    if "T" in until:
        return _moment(_local(until, "%Y%m%dT%H%M%S"), zone)
    return _moment(_local(until, "%Y%m%d") + timedelta(days=1), zone) - 1


def _local(text: str, form: str) -> datetime:
    """Return a time without a zone; raises `ValueError` for a day or an hour that does not exist."""
    return datetime.strptime(text, form)  # noqa: DTZ007


def _has_days(parts: dict[str, str]) -> bool:
    """Return whether a month of the rule has a day of the rule."""
    days = [abs(int(day)) for day in parts.get("BYMONTHDAY", "1").split(",")]
    months = [int(month) for month in parts.get("BYMONTH", "1").split(",")]
    return any(min(days) <= last for month, last in enumerate(_LAST_DAYS, 1) if month in months)


def _has_positions(parts: dict[str, str]) -> bool:
    """Return whether a position of the rule is possible: a day, a week or a month has that many starts."""
    weekdays, dates = (
        len(parts[name].split(",")) if name in parts else 0 for name in ("BYDAY", "BYMONTHDAY")
    )
    weekly = weekdays or (7 if dates else 1)
    most = {"DAILY": 1, "WEEKLY": weekly, "MONTHLY": 5 * weekdays or dates or 1}[parts["FREQ"]]
    return any(abs(int(position)) <= most for position in parts.get("BYSETPOS", "1").split(","))


def _moment(local: datetime, zone: str) -> int:
    """Return the moment (ms) of a local time; a time that the clocks skip is later by the skipped part."""
    return int(local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).timestamp() * 1000)
