"""Writes of offers of other terms. Call them in a thread; each is a transaction of its own.

Nothing is held for an offer. `begin` marks the one that is being accepted, so that a table is replaced once.
Each function locks the rows of its members in the order of their numbers, then all offers at the table. So
limits count what another request has just stored, and no two of them wait for each other.
"""

import secrets
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import end_event, notify
from zaria.club.relations.queries import blocked_between
from zaria.club.stakes import actions as stakes
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.club.table_offers.notice_kinds import OFFER, OfferBody
from zaria.match.terms import Terms

MOST_ROUNDS = 3
"""Offers between the owner of a table and one reader, both sides together."""
MOST_AT_TABLE = 10
"""Readers whose offers wait at one table."""
MOST_A_MINUTE = 10
"""Readers or owners to whom one member makes offers within a minute, each at most `MOST_ROUNDS`."""

State = TableOfferState
RUNNING = (State.OPEN, State.ACCEPTING)


class OfferRefusedError(Exception):
    """The offer was not changed; `code` names the sentence in `texts.REFUSED`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class OfferedTable(NamedTuple):
    """An open table of a member (`owner`, a player's id), who has `side`; `game` and whether it is listed."""

    match_id: str
    owner: str
    side: int
    public: bool
    game: str


@transaction.atomic
def offer(
    table: OfferedTable, reader: str, terms: Mapping[str, Any], seen: int, *, by_owner: bool
) -> TableOffer:
    """Store an offer and notify the member who has to answer; raises `OfferRefusedError`.

    `seen` is the round that its author answers, 0 for the first offer.
    """
    owner, member = _members(table.owner, reader)
    if blocked_between(table.owner, reader):
        raise OfferRefusedError("kept_apart")
    author, receiver = (owner, member) if by_owner else (member, owner)
    _check_rate(author, table.match_id, member)
    rows = {row.reader_id: row for row in _locked(table.match_id)}
    row = rows.get(member.pk)
    _check_round(row, seen, by_owner=by_owner)
    running = sum(entry.state in RUNNING for entry in rows.values())
    if (row is None or row.state not in RUNNING) and running >= MOST_AT_TABLE:
        raise OfferRefusedError("offers_full")
    row = row or TableOffer(match_id=table.match_id, owner=owner, reader=member, round=0)
    row.owner_side, row.public, row.by_owner = table.side, table.public, by_owner
    row.round, row.terms, row.at, row.state = row.round + 1, dict(terms), timezone.now(), State.OPEN
    row.save()
    end_event(author.pk, _key(row))
    _notify(row, receiver, author, "")
    return row


@transaction.atomic
def close(pk: int, match_id: str, seen: int, *, by_owner: bool) -> TableOffer:
    """Decline the other side's offer, or take back an own one; raises `OfferRefusedError`."""
    row = _open_row(pk, match_id, seen, by_members=True)
    declines = row.by_owner is not by_owner
    row.state = State.DECLINED if declines else State.WITHDRAWN
    row.save(update_fields=["state"])
    closer, counterpart = (row.owner, row.reader) if by_owner else (row.reader, row.owner)
    end_event(closer.pk, _key(row))
    end_event(counterpart.pk, _key(row))
    if declines:
        _notify(row, counterpart, closer, "declined")
    return row


@transaction.atomic
def begin(pk: int, match_id: str, seen: int, *, by_owner: bool) -> TableOffer:
    """Mark the other side's last offer as being accepted; raises `OfferRefusedError`."""
    row = _open_row(pk, match_id, seen)
    if row.by_owner is by_owner:
        raise OfferRefusedError("offer_changed")
    if any(entry.state in (State.ACCEPTING, State.ACCEPTED) for entry in _locked(match_id)):
        raise OfferRefusedError("offer_gone")
    if blocked_between(row.owner.player, row.reader.player):
        raise OfferRefusedError("kept_apart")
    row.state, row.next_match = State.ACCEPTING, secrets.token_urlsafe(8)[:10]
    row.save(update_fields=["state", "next_match"])
    return row


@transaction.atomic
def check_stakes(match_id: str, terms: Terms, players: list[str]) -> None:
    """Raise `StakeRefusedError` if the stakes could not be held once the table is cancelled."""
    stakes.release_all(match_id)
    if terms.stakes is not None and terms.stakes.paid:
        stakes.hold("check", terms.stakes, terms.length, players)
    transaction.set_rollback(True)


@transaction.atomic
def reopen(pk: int, next_match: str) -> None:
    """Let an offer stand whose table could not be replaced by `next_match` and is still open."""
    accepting = TableOffer.objects.filter(pk=pk, state=State.ACCEPTING, next_match=next_match)
    accepting.update(state=State.OPEN, next_match="")


@transaction.atomic
def accepted(pk: int, next_match: str) -> None:
    """Note that `next_match`, the table of an accepted offer, is open."""
    row = TableOffer.objects.select_related("owner", "reader").get(pk=pk)
    _lock_members([row.owner_id, row.reader_id])
    row = next(offer for offer in _locked(row.match_id) if offer.pk == pk)
    if (row.state, row.next_match) != (State.ACCEPTING, next_match):
        return
    row.state = State.ACCEPTED
    row.save(update_fields=["state"])
    author, acceptor = (row.owner, row.reader) if row.by_owner else (row.reader, row.owner)
    for member in (author, acceptor):
        end_event(member.pk, _key(row))
    _notify(row, author, acceptor, "accepted", path=f"/t/{row.next_match}")


@transaction.atomic
def end(match_id: str, next_match: str = "") -> list[str]:
    """End the open offers at a table that is closed; return the players concerned.

    The offer that was being accepted ends, too, if `next_match` was to be its table.
    """
    players = set()
    running = TableOffer.objects.filter(match_id=match_id, state__in=RUNNING)
    _lock_members({pk for pair in running.values_list("owner", "reader") for pk in pair})
    for row in _locked(match_id):
        is_interrupted = row.state == State.ACCEPTING and row.next_match == next_match
        if row.state != State.OPEN and not is_interrupted:
            continue
        row.state = State.ENDED
        row.save(update_fields=["state"])
        for member in (row.owner, row.reader):
            end_event(member.pk, _key(row))
            players.add(member.player)
        _notify(row, row.reader, row.owner, "ended")
        if next_match:
            _notify(row, row.owner, row.reader, "ended")
    return sorted(players)


def forget(member: Member) -> None:
    """Delete all offers of a member and to them."""
    member.table_offers.all().delete()
    member.offers_at_own_tables.all().delete()


def _check_round(row: TableOffer | None, seen: int, *, by_owner: bool) -> None:
    if (row.round if row else 0) != seen or (row and row.state in (State.ACCEPTING, State.ACCEPTED)):
        raise OfferRefusedError("offer_changed")
    if seen >= MOST_ROUNDS:
        raise OfferRefusedError("offer_rounds")
    is_open = row is not None and row.state == State.OPEN
    answers = row is not None and row.by_owner is not by_owner
    if (is_open and not answers) or (by_owner and not is_open):
        raise OfferRefusedError("offer_waits")


def _check_rate(author: Member, match_id: str, reader: Member) -> None:
    """Raise `OfferRefusedError` for a member with too many fresh offers, besides that to this reader."""
    by_author = Q(by_owner=True, owner=author) | Q(by_owner=False, reader=author)
    fresh = TableOffer.objects.filter(by_author, at__gt=timezone.now() - timedelta(minutes=1))
    if fresh.exclude(match_id=match_id, reader=reader).count() >= MOST_A_MINUTE:
        raise OfferRefusedError("too_many")


def _open_row(pk: int, match_id: str, seen: int, *, by_members: bool = False) -> TableOffer:
    """Return the open offer with its round, locked, its members before it if notices follow."""
    if by_members:
        offers = TableOffer.objects.filter(pk=pk, match_id=match_id)
        _lock_members({member for pair in offers.values_list("owner", "reader") for member in pair})
    row = next((offer for offer in _locked(match_id) if offer.pk == pk), None)
    if row is None or row.state != State.OPEN or row.round != seen:
        raise OfferRefusedError("offer_changed")
    return row


def _locked(match_id: str) -> list[TableOffer]:
    rows = TableOffer.objects.select_for_update(no_key=True, of=("self",)).select_related("owner", "reader")
    return list(rows.filter(match_id=match_id).order_by("pk"))


def _lock_members(member_ids: Collection[int]) -> list[Member]:
    rows = Member.objects.filter(pk__in=member_ids).order_by("pk")
    return list(rows.select_for_update(no_key=True))


def _members(owner: str, reader: str) -> tuple[Member, Member]:
    """Return both members, locked; raises `OfferRefusedError`."""
    ids = Member.objects.filter(player__in=(owner, reader)).values_list("pk", flat=True)
    members = {member.player: member for member in _lock_members(list(ids))}
    if len(members) != 2 or not all(member.is_active for member in members.values()):
        raise OfferRefusedError("offer_gone")
    return members[owner], members[reader]


def _key(row: TableOffer) -> str:
    return f"offer:{row.match_id}:{row.reader_id}:{row.round}"


def _notify(row: TableOffer, to: Member, by: Member, change: str, path: str = "") -> None:
    body = OfferBody(
        name=by.username,
        game=row.terms.get("game", ""),
        change=change,
        path=path or f"/t/{row.match_id}/offers",
    )
    notify([to.pk], OFFER, body, key=f"{_key(row)}:{change}" if change else _key(row))
