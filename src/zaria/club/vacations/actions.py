"""Vacations begin and end, and processes say that they are at work. Moments are in ms, as `play_ms`."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import Member
from zaria.club.site.clock import DAY_MS
from zaria.club.vacations import queries
from zaria.club.vacations.allowance import IN_A_ROW_MS, Span, fits, row_before
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
    present = Vacation.objects.filter(player=member.player, begins_at__lte=now, ends_at__gt=now)
    if present.update(ends_at=now):
        return True
    return bool(Vacation.objects.filter(player=member.player, begins_at__gt=now).delete()[0])


@transaction.atomic
def postpone(member: Member, flags: Collection[int], now: int) -> Vacation | None:
    """Let the next planned vacation begin a day later if a flag is within a day of its beginning."""
    _lock(member)
    planned = queries.next_vacation(member.player, now)
    if planned is None or not any(flag < planned.begins_at + DAY_MS for flag in flags):
        return None
    planned.begins_at += DAY_MS
    planned.ends_at += DAY_MS
    planned.save(update_fields=["begins_at", "ends_at"])
    return planned


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
    if automatic:  # what is planned for later does not keep the club from helping now
        following = [span.begin for span in spans if span.begin > begin]
        length = min(length, min(following, default=begin + length) - begin)
        is_taken = any(span.begin <= begin < span.end for span in spans)
    else:
        is_taken = any(span.end > now for span in spans)
    if is_taken:
        raise VacationRefusedError("on_vacation")
    if length <= 0 or not fits(member_since(member), spans, Span(begin, begin + length)):
        raise VacationRefusedError("too_long")
    if length + row_before(spans, begin) > IN_A_ROW_MS:
        raise VacationRefusedError("in_a_row")
    return Vacation.objects.create(
        player=member.player, begins_at=begin, ends_at=begin + length, automatic=automatic
    )


def _lock(member: Member) -> None:
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)
