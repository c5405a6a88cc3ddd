"""The vacations of players, and the times in which the club was closed."""

from collections.abc import Collection, Iterable

from zaria.club.site.clock import HOUR_MS, MINUTE_MS
from zaria.club.vacations.allowance import Span
from zaria.club.vacations.models import OpenHours, Vacation, VacationSwitch
from zaria.live.matches.day_policy import Standstill

GAP_MS = MINUTE_MS
"""A process that says nothing for so long was closed, or stood still."""
AFTER_MS = HOUR_MS
"""No clock by the day runs for so long after the club has opened again."""


def vacations(player: str) -> list[Span]:
    """All vacations of a player, the earliest first."""
    rows = Vacation.objects.filter(player=player).order_by("begins_at")
    return [Span(*row) for row in rows.values_list("begins_at", "ends_at")]


def present_vacation(player: str, now: int) -> Vacation | None:
    """Return the vacation that a player is on; None: they are not on vacation."""
    return Vacation.objects.filter(player=player, begins_at__lte=now, ends_at__gt=now).first()


def next_vacation(player: str, now: int) -> Vacation | None:
    """Return the vacation that a player has planned."""
    return Vacation.objects.filter(player=player, begins_at__gt=now).order_by("begins_at").first()


def beginning_soon(now: int, within: int) -> list[str]:
    """Return the players whose planned vacations begin within so many ms."""
    rows = Vacation.objects.filter(begins_at__gt=now, begins_at__lte=now + within)
    return list(rows.values_list("player", flat=True))


def on_vacation(players: Collection[str], now: int) -> dict[str, int]:
    """Return those of these players who are on vacation, each with its end."""
    rows = Vacation.objects.filter(player__in=players, begins_at__lte=now, ends_at__gt=now)
    return dict(rows.values_list("player", "ends_at"))


def standstills(player: str | None, since: int, now: int, *, vacation: bool) -> list[Standstill]:
    """Return when the clock of a player stood between two moments, the earliest first.

    Without `vacation` only the hours count in which the club was closed.
    """
    spans = [Standstill(begin, end, "closed") for begin, end in closures(since, now)]
    if vacation and player is not None:
        rows = Vacation.objects.filter(player=player, ends_at__gt=since, begins_at__lt=now)
        spans += [
            Standstill(max(begin, since), min(end, now), "vacation")
            for begin, end in rows.values_list("begins_at", "ends_at")
        ]
    return sorted(spans)


def closures(since: int, now: int) -> list[Span]:
    """Return when the club was closed between two moments, each with the hour after it."""
    rows = OpenHours.objects.filter(seen_at__gte=since).order_by("opened_at")
    open_spans = [Span(*row) for row in rows.values_list("opened_at", "seen_at")]
    before = OpenHours.objects.filter(seen_at__lt=since).order_by("-seen_at").first()
    if before is not None:
        open_spans.insert(0, Span(before.opened_at, before.seen_at))
    closed = ((begin, end + AFTER_MS) for begin, end in gaps(open_spans))
    return [Span(max(begin, since), min(end, now)) for begin, end in closed if end > since and begin < now]


def gaps(open_spans: Iterable[Span]) -> list[Span]:
    """Return the times longer than `GAP_MS` between spans, which may overlap; the earliest begins first."""
    result, open_until = [], None
    for begin, end in open_spans:
        if open_until is not None and begin - open_until > GAP_MS:
            result.append(Span(open_until, begin))
        open_until = end if open_until is None else max(open_until, end)
    return result


def is_automatic(player: str) -> bool:
    """Return whether vacations of a player begin by themselves."""
    return not without_automatic([player])


def without_automatic(players: Collection[str]) -> set[str]:
    """Return those of these players whose vacations do not begin by themselves."""
    rows = VacationSwitch.objects.filter(player__in=players, automatic=False)
    return set(rows.values_list("player", flat=True))
