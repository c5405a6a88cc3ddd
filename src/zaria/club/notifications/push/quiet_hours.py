"""The hours in which the devices of a member are silent, and the days of a member."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from zaria.club.site.time_zones import zones


def zone_of(name: str) -> ZoneInfo:
    """Return a member's time zone; UTC for one that is unknown or not named."""
    return ZoneInfo(name if name in zones() else "UTC")


def next_knock(moment: datetime, zone: ZoneInfo, quiet_from: int, quiet_to: int) -> datetime:
    """Return the first moment from `moment` on that is not between two hours of the zone's clock."""
    if not _is_quiet(moment, zone, quiet_from, quiet_to):
        return moment
    return max(moment, next_hour(moment, zone, quiet_to))


def quiet_span(
    moment: datetime, zone: ZoneInfo, quiet_from: int, quiet_to: int
) -> tuple[datetime, datetime] | None:
    """Return the beginning and the end of the quiet hours at a moment; None: it is between none."""
    if not _is_quiet(moment, zone, quiet_from, quiet_to):
        return None
    day = moment.astimezone(zone).date()
    candidates = (_at(day - timedelta(days=number), quiet_from, zone) for number in range(2))
    begin = next(candidate for candidate in candidates if candidate <= moment)
    return begin, next_knock(moment, zone, quiet_from, quiet_to)


def next_hour(moment: datetime, zone: ZoneInfo, hour: int) -> datetime:
    """Return the first moment after `moment` at which the zone's clock shows a full hour of the day.

    An hour that the clock skips is that which it shows instead.
    """
    day = moment.astimezone(zone).date()
    candidates = (_at(day + timedelta(days=number), hour, zone) for number in range(3))
    return next(candidate for candidate in candidates if candidate > moment)


def start_of_day(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment at which the day of a moment began in a zone."""
    return _at(moment.astimezone(zone).date(), 0, zone)


def _is_quiet(moment: datetime, zone: ZoneInfo, quiet_from: int, quiet_to: int) -> bool:
    hours = (quiet_to - quiet_from) % 24
    return (moment.astimezone(zone).hour - quiet_from) % 24 < hours


def _at(day: date, hour: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
