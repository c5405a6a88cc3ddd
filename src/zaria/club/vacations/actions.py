"""Vacations begin and end, and processes say that they are at work. Moments are in ms, as `play_ms`."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import Member
from zaria.club.site.clock import DAY_MS
from zaria.club.vacations import queries
from zaria.club.vacations.allowance import IN_A_ROW_MS, balance, row_before
from zaria.club.vacations.models import OpenHours, Vacation, VacationSwitch

REFUSALS = {
    "on_vacation": _("You are on vacation already, or have planned one."),
    "too_long": _("You don't have so many days of vacation."),
    "in_a_row": _("A vacation is 21 days at most, and the next begins a day after it."),
    "flag_near": _("At a table less than a day is left: make your move there first."),
    "past": _("Choose a day from tomorrow on, or begin now."),
}
MOST_AHEAD_MS = 365 * DAY_MS


class VacationRefusedError(Exception):
    """A vacation that may not begin; `code` is a key of `REFUSALS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def plan(member: Member, days: int, now: int, flags: Collection[int], begin: int | None = None) -> Vacation:
    """Let a vacation of so many days begin at a moment, or now; raises `VacationRefusedError`.

    `flags` are the moments at which the member would lose on time at tables whose clock a vacation stops.
    None of them may be within a day.
    """
    _lock(member)
    start = now if begin is None else begin
    if begin is not None and not now + DAY_MS <= begin <= now + MOST_AHEAD_MS:
        raise VacationRefusedError("past")
    if begin is None and any(flag < now + DAY_MS for flag in flags):
        raise VacationRefusedError("flag_near")
    return _begin(member, start, days * DAY_MS, now, automatic=False)


@transaction.atomic
def begin_for(member: Member, now: int) -> Vacation | None:
    """Let a day of vacation begin for a member whose time is nearly over; None: they have none left."""
    _lock(member)
    try:
        return _begin(member, now, DAY_MS, now, automatic=True)
    except VacationRefusedError:
        return None


@transaction.atomic
def end(member: Member, now: int) -> bool:
    """End the vacation of a member, or give a planned one up; return whether there was one."""
    _lock(member)
    planned = Vacation.objects.filter(player=member.player, begins_at__gt=now).delete()[0]
    present = Vacation.objects.filter(player=member.player, begins_at__lte=now, ends_at__gt=now)
    return bool(present.update(ends_at=now) or planned)


def switch(player: str, *, automatic: bool) -> None:
    """Set whether vacations of a player begin by themselves."""
    VacationSwitch.objects.update_or_create(player=player, defaults={"automatic": automatic})


def member_since(member: Member) -> int:
    """Return when the days of vacation of a member began to grow (ms)."""
    return int((member.since or member.date_joined).timestamp() * 1000)


def forget(player: str) -> None:
    """Delete the vacations of a player who ends their account."""
    Vacation.objects.filter(player=player).delete()
    VacationSwitch.objects.filter(player=player).delete()


def say_open(row: OpenHours | None, now: int) -> OpenHours:
    """Note that this process is at work; `row` is what it noted last (None: it has just begun).

    A process that stood still for a while begins anew, as if it had been closed.
    """
    goes_on = row is not None and now - row.seen_at <= queries.GAP_MS
    if row is not None and goes_on and OpenHours.objects.filter(pk=row.pk).update(seen_at=now):
        row.seen_at = now
        return row
    return OpenHours.objects.create(opened_at=now, seen_at=now)


def delete_hours_before(moment: int) -> int:
    """Delete the open hours that ended before a moment, except the last of them; return how many."""
    last = OpenHours.objects.filter(seen_at__lt=moment).order_by("-seen_at").first()
    if last is None:
        return 0
    return OpenHours.objects.filter(seen_at__lt=moment).exclude(pk=last.pk).delete()[0]


def _begin(member: Member, begin: int, length: int, now: int, *, automatic: bool) -> Vacation:
    spans = queries.vacations(member.player)
    if any(span.end > now for span in spans):
        raise VacationRefusedError("on_vacation")
    if length <= 0 or length > balance(member_since(member), spans, begin):
        raise VacationRefusedError("too_long")
    if length + row_before(spans, begin) > IN_A_ROW_MS:
        raise VacationRefusedError("in_a_row")
    return Vacation.objects.create(
        player=member.player, begins_at=begin, ends_at=begin + length, automatic=automatic
    )


def _lock(member: Member) -> None:
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)
