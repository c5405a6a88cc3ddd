"""Offering, accepting and declining other terms at an open table, for the pages and the API."""

from typing import NamedTuple

import msgspec
from asgiref.sync import sync_to_async
from django.core.exceptions import ValidationError
from django.http import QueryDict

from zaria.club.play.base_form import TableForm
from zaria.club.stakes.refusals import refusal_text
from zaria.club.table_offers import acceptance, actions, queries
from zaria.club.table_offers.actions import OfferedTable, OfferRefusedError
from zaria.club.table_offers.forms import offer_form
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.live.app import Live
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.events import Player
from zaria.match.seats import can_be_rated
from zaria.match.terms import Terms


class Place(NamedTuple):
    """An open table as a member sees it who owns it or may sit down."""

    table: OfferedTable
    terms: Terms
    owner: Player
    me: Player

    @property
    def by_owner(self) -> bool:
        """True for the owner of the table."""
        return self.owner.id == self.me.id

    def form(self, before: Terms, changes: QueryDict | None = None) -> TableForm:
        """The form of an offer that begins with the terms `before`; bots play for nothing."""
        counts = can_be_rated(self.owner) and can_be_rated(self.me)
        return offer_form(before, self.table.side, changes, counts=counts)


class InvalidOfferError(Exception):
    """The terms of an offer cannot be played or paid; `form` has the reason at its field."""

    def __init__(self, form: TableForm) -> None:
        super().__init__()
        self.form = form


async def find_place(live: Live, match_id: str, me: Player) -> Place | None:
    """Return the open table of a member to which `me` may answer, or which is theirs."""
    live_match = await live.match_service.live_match(match_id)
    if live_match is None:
        return None
    live.match_service.release(match_id)
    match, side = live_match.match, live_match.by
    terms = match.terms
    if match.phase != "open" or side is None or terms.tournament or terms.training or terms.local:
        return None
    owner = match.players[side] or live_match.places[side]
    if owner is None or not owner.member or terms.position:
        return None
    if owner.id != me.id and (live_match.seat_for(me.id) is None or (terms.rated and not can_be_rated(me))):
        return None
    return Place(OfferedTable(match_id, owner.id, side, live_match.public, terms.game), terms, owner, me)


async def offer(
    live: Live, place: Place, current: TableOffer | None, seen: int, changes: QueryDict
) -> TableOffer:
    """Make an offer; raises `OfferRefusedError` or `InvalidOfferError`.

    `current` is the offer before it, of which the author has seen round `seen`.
    """
    if place.by_owner and current is None:
        raise OfferRefusedError("offer_changed")
    before = terms_before(place, current)
    form = place.form(before, changes)
    if not form.is_valid():
        raise InvalidOfferError(form)
    terms = form.terms_for(place.table.side)
    if terms in (_without_rating_terms(place.terms), _without_rating_terms(before)):
        raise OfferRefusedError("same_terms")
    try:
        if terms.stakes is not None:
            check = sync_to_async(actions.check_stakes)
            match_id = place.table.match_id if place.by_owner else ""
            await check(match_id, terms, [place.me.id])
    except StakeRefusedError as refused:
        text = await sync_to_async(refusal_text)(refused.code, place.me.id)
        form.add_error("stake", ValidationError(text, code=refused.code))
        raise InvalidOfferError(form) from refused
    reader = current.reader.player if place.by_owner and current is not None else place.me.id
    data = msgspec.to_builtins(terms)
    row = await sync_to_async(actions.offer)(place.table, reader, data, seen, by_owner=place.by_owner)
    await _announce(live, row)
    return row


async def accept(live: Live, place: Place, current: TableOffer | None, seen: int) -> str:
    """Accept the offer of the other side; return the id of the agreed table.

    Raises `OfferRefusedError`, `CommandRefusedError` or `StoreUnavailableError`.
    """
    if current is None:
        raise OfferRefusedError("offer_changed")
    begin = sync_to_async(actions.begin)
    row = await begin(current.pk, place.table.match_id, seen, by_owner=place.by_owner)
    return await acceptance.accept(live, row, place.owner, _reader(live, row))


async def close(live: Live, place: Place, current: TableOffer | None, seen: int) -> TableOffer:
    """Decline the offer of the other side, or take back an own one; raises `OfferRefusedError`."""
    if current is None:
        raise OfferRefusedError("offer_changed")
    close_row = sync_to_async(actions.close)
    row = await close_row(current.pk, place.table.match_id, seen, by_owner=place.by_owner)
    await _announce(live, row)
    return row


async def find_offer(place: Place, number: str) -> TableOffer | None:
    """Return the offer that a request is about: a reader has one, the owner names one."""
    match_id = place.table.match_id
    if not place.by_owner:
        return await sync_to_async(queries.of_reader)(match_id, place.me.id)
    rows = await sync_to_async(queries.of_table)(match_id)
    return next((row for row in rows if str(row.pk) == number), None)


def terms_before(place: Place, current: TableOffer | None) -> Terms:
    """Return the terms that an answer changes: those of the open offer, else of the table."""
    is_open = current is not None and current.state == TableOfferState.OPEN
    return queries.terms_of(current) if is_open and current is not None else place.terms


def _without_rating_terms(terms: Terms) -> Terms:
    """The terms as a form has them, without what the server adds when a table is opened."""
    return msgspec.structs.replace(terms, rating_terms=None)


async def _announce(live: Live, row: TableOffer) -> None:
    waiting = await sync_to_async(queries.waiting_for_owner)(row.match_id)
    acceptance.announce(live, row, waiting)


def _reader(live: Live, row: TableOffer) -> Player:
    """The reader of an offer as a player: as they are online, else as their account has them."""
    member, users = row.reader, live.lobby.sessions.online.users
    online = users.find(users.handle(member.player))
    return member.as_player() if online is None else online.player
