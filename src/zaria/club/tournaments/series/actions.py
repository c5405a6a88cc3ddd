"""Series of tournaments: set up once, and announced some days before each start."""

import logging

import msgspec
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.federations.queries import administered_by, federations
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.site.database.locks import lock_name
from zaria.club.tournaments import actions, roles
from zaria.club.tournaments.actions import BadTournamentTermsError, MovedOnError
from zaria.club.tournaments.models import SeriesTournament, Tournament, TournamentSeries
from zaria.club.tournaments.setup.recurrence import USUAL_DAYS, Recurrence
from zaria.club.tournaments.signals import series_changed
from zaria.tournaments.terms import TournamentTerms

log = logging.getLogger(__name__)

"""Days before the start at which a tournament is announced."""
MOST_SHOWN = 3
"""Starts that a director sees and can skip."""
MOST_SERIES = 200
"""The most running series of the club and all federations."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TournamentTerms)


class TooManySeriesError(Exception):
    """The club has as many series as it may have."""


def set_up(
    member: Member,
    terms: TournamentTerms,
    rule: str,
    zone: str,
    days: int = USUAL_DAYS,
    code: str = "",
    nonce: str = "",
) -> TournamentSeries:
    """Set up a series whose first start is that of `terms`, and announce what is due.

    A form that is sent again with the same `nonce` sets up nothing more. Raises `PermissionDenied`,
    `BadRuleError`, `BadTournamentTermsError`, `TooManySeriesError`.
    """
    if not (roles.may_set_up(member, terms) and may_have(member, terms.federation)):
        raise PermissionDenied
    objection = terms.objection()
    if objection is not None:
        raise BadTournamentTermsError(objection)
    now = now_ms()
    key = actions.tournament_id("series", member.player, nonce)
    with transaction.atomic():
        Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        row = TournamentSeries.objects.filter(pk=key).first()
        if row is not None:
            return row
        lock_name("tournament series")
        if TournamentSeries.objects.exclude(next=None).count() >= MOST_SERIES:
            raise TooManySeriesError
        row = TournamentSeries.objects.create(
            id=key,
            title=terms.title,
            director=member.player,
            federation=terms.federation,
            terms=_encoder.encode(terms).decode(),
            code=make_password(code) if code else "",
            rule=rule,
            zone=zone,
            first=terms.starts_at,
            days=days,
            next=Recurrence(rule, terms.starts_at, zone).after(now),
            created_at=now,
        )
        series_changed.send(TournamentSeries, series=row, by=member, act="SetUpSeries")
        _announce(row, now)
    return row


@transaction.atomic
def change(
    series_id: str,
    member: Member,
    seen: int,
    terms: TournamentTerms,
    rule: str,
    zone: str,
    days: int,
    code: str = "",
) -> TournamentSeries:
    """Change the tournaments of a series that are not announced yet; the next one may begin at `starts_at`.

    `seen` is the next start that the member saw. Without a `code` the old one stays, if one is needed.
    Raises `PermissionDenied`, `TournamentSeries.DoesNotExist`, `BadTournamentTermsError`, `BadRuleError`, and
    `MovedOnError` where the next tournament was announced meanwhile, or the series has ended.
    """
    row = _locked(series_id, member)
    if not roles.may_set_up(member, terms) or terms.federation != row.federation:
        raise PermissionDenied
    objection = terms.objection()
    if objection is not None:
        raise BadTournamentTermsError(objection)
    if row.next is None or row.next != seen:
        raise MovedOnError
    now = now_ms()
    last = row.tournaments.order_by("-starts_at").values_list("starts_at", flat=True).first()
    row.title, row.terms = terms.title, _encoder.encode(terms).decode()
    row.rule, row.zone, row.first, row.days = rule, zone, terms.starts_at, days
    row.next = Recurrence(rule, terms.starts_at, zone).after(max(now, last or 0))
    if code or terms.access != "code":
        row.code = make_password(code) if code else ""
    row.save()
    series_changed.send(TournamentSeries, series=row, by=member, act="ChangeSeries")
    _announce(row, now)
    return row


@transaction.atomic
def skip(series_id: str, member: Member, start: int) -> None:
    """Skip a start that is not announced yet. Raises as `end` does, or `MovedOnError` for others."""
    row = _locked(series_id, member)
    if start not in upcoming(row, MOST_SHOWN):
        raise MovedOnError
    row.skipped = sorted({*row.skipped, start})
    _leave_out(row)
    row.save()
    series_changed.send(TournamentSeries, series=row, by=member, act="SkipStart")


def upcoming(row: TournamentSeries, most: int) -> list[int]:
    """Return at most so many next starts (ms) that are neither announced nor skipped."""
    if row.next is None:
        return []
    starts = Recurrence(row.rule, row.first, row.zone).next_ones(row.next - 1, most + len(row.skipped))
    return [start for start in starts if start not in row.skipped][:most]


def may_have(member: Member, federation: str) -> bool:
    """Return whether a member may set up and end series of the club ("") or of a federation."""
    if roles.is_staff(member):
        return True
    return bool(federation) and administered_by(member).filter(slug=federation, closed=None).exists()


def series_of(member: Member) -> "QuerySet[TournamentSeries]":
    """Return the series that a member may end, the running ones first."""
    rows = TournamentSeries.objects.order_by(F("next").asc(nulls_last=True), "-created_at")
    if roles.is_staff(member):
        return rows
    return rows.filter(federation__in=administered_by(member).filter(closed=None).values("slug"))


@transaction.atomic
def end(series_id: str, member: Member) -> None:
    """End a series; raises `PermissionDenied`, `TournamentSeries.DoesNotExist`."""
    row = _locked(series_id, member)
    if row.next is not None:
        row.next, row.ended_at = None, now_ms()
        row.save(update_fields=["next", "ended_at"])
        series_changed.send(TournamentSeries, series=row, by=member, act="EndSeries")


def announce_next(now: int) -> int:
    """Announce the tournaments of all series that are due at `now` (ms); return their number.

    Called again and again by the process that runs tournaments; each start is announced once.
    """
    announced = 0
    due = TournamentSeries.objects.filter(next__lte=now + F("days") * DAY_MS)
    for series_id in list(due.values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                row = TournamentSeries.objects.select_for_update(no_key=True).get(pk=series_id)
                announced += _announce(row, now)
        except BadTournamentTermsError as error:
            log.warning("series %s: ended, its terms make no tournament: %s", series_id, error.field)
            TournamentSeries.objects.filter(pk=series_id).update(next=None, ended_at=now)
    return announced


def _announce(row: TournamentSeries, now: int) -> int:
    """Announce the due tournaments of a series, whose row is locked or new."""
    if row.federation and not federations().filter(slug=row.federation).exists():
        row.next, row.ended_at = None, now
        row.save(update_fields=["next", "ended_at"])
        return 0
    starts, announced = Recurrence(row.rule, row.first, row.zone), 0
    while row.next is not None and row.next <= now + row.days * DAY_MS:
        if row.next > now:  # a start that passed without an announcement is skipped
            _announce_start(row, row.next)
            announced += 1
        row.next = starts.after(max(row.next, now))
        _leave_out(row)
    row.save(update_fields=["next", "skipped"])
    return announced


def _locked(series_id: str, member: Member) -> TournamentSeries:
    """Lock and return a series that the member may change."""
    row = TournamentSeries.objects.select_for_update(no_key=True).get(pk=series_id)
    if not may_have(member, row.federation):
        raise PermissionDenied
    return row


def _leave_out(row: TournamentSeries) -> None:
    """Move to the next start that is not skipped."""
    starts = Recurrence(row.rule, row.first, row.zone)
    while row.next is not None and row.next in row.skipped:
        row.next = starts.after(row.next)
    row.skipped = [start for start in row.skipped if row.next is not None and start > row.next]


def _announce_start(row: TournamentSeries, starts_at: int) -> None:
    terms = msgspec.structs.replace(_decoder.decode(row.terms), starts_at=starts_at)
    tournament = actions.create(terms, row.director)
    if row.code:
        Tournament.objects.filter(pk=tournament.pk).update(code=row.code)
    SeriesTournament.objects.create(series=row, starts_at=starts_at, tournament=tournament)
