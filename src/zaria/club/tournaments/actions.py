"""Writes of tournaments. Each is one transaction; call them in a thread: they wait for the database.

A command is decided by `zaria.tournaments.decide`. Its events, the rows that follow from them and the
transfers of the ledger are stored together, or none of them. The row of the tournament is locked first, then
accounts: of two writers one waits, and decides by the events that the other has stored.
"""

import base64
import hashlib
import secrets
from itertools import accumulate, pairwise

import msgspec
from django.contrib.auth.hashers import make_password
from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import ensure_member
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import conditions, history, money, notices, projection
from zaria.club.tournaments.announcements import TournamentAnnouncer
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.club.tournaments.rating_terms import with_rating_terms
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.decide import TournamentRefusedError, decide
from zaria.tournaments.draw import seal
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.prizes import payout
from zaria.tournaments.state import TournamentState
from zaria.tournaments.terms import TournamentTerms
from zaria.tournaments.tournament import evolve

SECRET_BYTES = 32
ID_LENGTH = 10

_terms_encoder = msgspec.json.Encoder()


class MovedOnError(Exception):
    """An event on which the act depends has followed since the director saw the tournament."""


class UnknownTournamentError(Exception):
    """The tournament does not exist."""


class BadTournamentTermsError(ValueError):
    """The terms of a tournament are not playable; `field` is the first invalid one."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def tournament_id(*parts: str) -> str:
    """Return the id of a tournament that is announced once for these parts."""
    digest = hashlib.sha256("|".join(parts).encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:ID_LENGTH]


def create(
    terms: TournamentTerms, director: str, code: str = "", tournament_id: str | None = None
) -> Tournament:
    """Announce a tournament, open for entries; `code` is the code of entry where the terms ask for one.

    Raises `BadTournamentTermsError` for unplayable terms, `django.db.IntegrityError` for an id that exists.
    """
    objection = terms.objection()
    if objection is not None:
        raise BadTournamentTermsError(objection)
    secret, now = secrets.token_bytes(SECRET_BYTES), now_ms()
    tournament_id = tournament_id or secrets.token_urlsafe(8)[:ID_LENGTH]
    match = msgspec.structs.replace(with_rating_terms(terms), tournament=tournament_id, stakes=None)
    terms = msgspec.structs.replace(terms, match=match)
    row = Tournament(
        id=tournament_id,
        director=director,
        created_at=now,
        starts_at=terms.starts_at,
        secret=secret.hex(),
        code=make_password(code) if code else "",
    )
    describe(row, terms)
    announced = ev.Announced(
        at=now, by=director, id=tournament_id, terms=terms, seal=seal(secret), edition=ev.EDITION
    )
    with transaction.atomic():
        row.save(force_insert=True)
        history.append(row, [announced])
        row.save(update_fields=["events"])
        TournamentAnnouncer.after_commit(row.pk, row.events, ())
    return row


def enter(tournament_id: str, member: Member, code: str = "", nonce: str = "") -> Tournament:
    """Enter a member; raises `UnknownTournamentError` or `TournamentRefusedError`.

    The entry holds their fee. `nonce` is their part of the draw, "" for none.
    """
    terms = _terms(tournament_id)
    if terms.fee:
        ensure_member(member.player)
    objection = conditions.entry_objection(_row(tournament_id), terms, member, code)
    if objection is not None:
        raise TournamentRefusedError(objection)
    rating = conditions.rating_of(member, terms.match)
    return execute(tournament_id, cmd.Enter(member.player, rating, nonce=nonce))


def withdraw(tournament_id: str, player: str) -> Tournament:
    """Withdraw a player; their fee comes back before the start. Raises as `enter` does."""
    return execute(tournament_id, cmd.Withdraw(player))


@transaction.atomic
def execute(tournament_id: str, command: cmd.Command, at: int | None = None) -> Tournament:
    """Carry out a command at `at` (ms; None: now). Raises as `enter` does, and changes nothing then.

    An entry that fills a tournament which begins when full also begins it.
    """
    row = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if row is None:
        raise UnknownTournamentError(tournament_id)
    before = history.state(row)
    at = max(at or now_ms(), row.created_at)
    added = decide(before, command, at)
    states = list(accumulate(added, evolve, initial=before))
    if _is_full(states[-1]):
        begun = decide(states[-1], cmd.Begin(bytes.fromhex(row.secret)), at)
        states += list(accumulate(begun, evolve, initial=states[-1]))[1:]
        added += begun
    history.append(row, added)
    steps = list(zip(added, pairwise(states), strict=True))
    notices.lock(states, added)
    for event, (earlier, later) in steps:
        notices.add(row, earlier, event, later)  # locks members, whose accounts are locked after them
    for event, (earlier, later) in steps:
        projection.project(row, earlier, event, later)
        _book(row, earlier, event, later)
    after = states[-1]
    describe(row, after.terms)
    row.save()
    history.keep(row.pk, row.events, after)
    TournamentAnnouncer.after_commit(row.pk, row.events, _counting_down(before, after))
    return row


@transaction.atomic
def say_ready(tournament_id: str, player: str) -> None:
    """Note that a player is ready for their match of a league or after a pause: it begins when both are.

    Raises `UnknownTournamentError`, or `TournamentRefusedError` where they have no match to play.
    """
    row = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if row is None:
        raise UnknownTournamentError(tournament_id)
    waiting = Pairing.objects.filter(tournament=row, how="", match_id__isnull=False, opened_at=None)
    updated = waiting.filter(player0=player).update(ready0=True)
    updated += waiting.filter(player1=player).update(ready1=True)
    waits = FORMATS[row.format].arranged or history.state(row).terms.pause_ms
    if not updated or not waits:
        raise TournamentRefusedError("not_now")
    TournamentAnnouncer.after_commit(row.pk, row.events, ())


def begin(tournament_id: str, at: int | None = None) -> Tournament:
    """Begin a tournament whose time has come."""
    secret = bytes.fromhex(_row(tournament_id).secret)
    return execute(tournament_id, cmd.Begin(secret), at)


def begin_once(tournament_id: str) -> Tournament:
    """Begin a tournament that has not been begun, cancelled or postponed meanwhile."""
    try:
        return begin(tournament_id)
    except TournamentRefusedError as refused:
        if refused.code not in ("not_now", "closed", "too_early"):
            raise
    return _row(tournament_id)


def _is_full(state: TournamentState) -> bool:
    """True if a tournament that begins when it is full is full."""
    terms = state.terms
    return state.phase == "open" and terms.when_full and len(state.ratings) == terms.most


def _counting_down(before: TournamentState, after: TournamentState) -> frozenset[str]:
    """Return the players whose countdown to the start has changed."""
    was, now = projection.active(before), projection.active(after)
    changed = _countdown(before) != _countdown(after)
    return (was | now) if changed else (was ^ now)


def _countdown(state: TournamentState) -> tuple[str, int, int | None, int]:
    paired_at = state.paired_at if state.terms.pause_ms else 0
    return state.phase, state.terms.starts_at, state.deadline, paired_at


def _book(row: Tournament, before: TournamentState, event: ev.AnyEvent, after: TournamentState) -> None:
    """Make the transfers that an event causes."""
    terms = after.terms
    if not terms.fee and not terms.bonus:
        return
    if terms.fee and after.phase in ("open", "playing"):
        _book_fees(row, before, after)
    if before.phase == "open" and after.phase == "playing":
        money.add_bonus(row, terms.bonus)
    if isinstance(event, ev.Cancelled):
        money.release_fees(row)
        money.return_pool(row)
    if isinstance(event, ev.Ended):
        pay_prizes(row, terms, after)


def _book_fees(row: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Hold the fees of new entrants and return those of players who left; collect them at the start.

    Players who withdraw after the start have paid. Players who are replaced then, or whose entry is undone,
    get their fees back.
    """
    came = sorted(after.ratings.keys() - before.ratings.keys())
    gone = before.ratings.keys() - after.ratings.keys()
    begins = before.phase == "open" and after.phase == "playing"
    for player in came:
        money.hold_fee(row, player, after.terms.fee)
    if gone and before.phase == "open":
        money.release_fees(row, gone)
    elif gone:
        money.return_fees(row, gone)
    if begins:
        money.release_fees(row, after.ratings.keys() & after.field.withdrawn)
    if begins or (came and after.phase == "playing"):
        money.collect_fees(row)


def pay_prizes(row: Tournament, terms: TournamentTerms, state: TournamentState) -> None:
    """Pay the pool of a tournament that is over; the caller has locked its row."""
    due = payout(terms, money.number_of_fees(row), state.standings)
    money.pay(row, due, terms.federation)
    for player, amount in due.prizes.items():
        Entry.objects.filter(tournament=row, player=player).update(prize=amount)


def describe(row: Tournament, terms: TournamentTerms) -> None:
    """Copy what lists show of the terms to the row."""
    row.title, row.game, row.format = terms.title, terms.match.game, terms.format
    row.federation, row.private = terms.federation, terms.private
    row.terms = _terms_encoder.encode(terms).decode()


def _row(tournament_id: str) -> Tournament:
    row = Tournament.objects.filter(pk=tournament_id).first()
    if row is None:
        raise UnknownTournamentError(tournament_id)
    return row


def _terms(tournament_id: str) -> TournamentTerms:
    return history.state(_row(tournament_id)).terms
