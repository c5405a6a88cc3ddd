"""Offers of other terms at open tables: listed, made, answered, accepted, declined, taken back."""

from typing import Annotated, Any, Literal

from asgiref.sync import sync_to_async
from django.http import HttpRequest, QueryDict
from ninja import Path, Router

from zaria.club.accounts import players
from zaria.club.api import authentication
from zaria.club.api import table_offer_schemas as schemas
from zaria.club.api.problems import ProblemError, unknown_field
from zaria.club.site.asgi import live_of
from zaria.club.stakes import newcomers
from zaria.club.stakes.refusals import refusal_text
from zaria.club.table_offers import negotiation, queries, texts
from zaria.club.table_offers.actions import MOST_ROUNDS, OfferRefusedError
from zaria.club.table_offers.forms import CHANGEABLE
from zaria.club.table_offers.models import TableOffer
from zaria.club.table_offers.negotiation import InvalidOfferError, Place
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.refusals import CommandRefusedError

router = Router(tags=["Matches"])

MatchId = Annotated[str, Path(max_length=40)]


@router.get("tables/{match_id}/offers", response=schemas.TableOfferList, summary="Offers at an open table")
async def table_offers(request: HttpRequest, match_id: MatchId) -> dict[str, Any]:
    """The last offer of each reader at your own table, or your own offer at the table of another member.

    Your own offer is listed whatever became of it; of an own table those that still run.
    """
    place = await _place(request, match_id)
    if place.by_owner:
        rows = await sync_to_async(queries.of_table)(match_id)
    else:
        row = await negotiation.find_offer(place, "")
        rows = [] if row is None else [row]
    return {
        "match": match_id,
        "owner": place.owner.name,
        "by_owner": place.by_owner,
        "most_rounds": MOST_ROUNDS,
        "offers": [_shown(row) for row in rows],
    }


@router.post("tables/{match_id}/offers", response={201: schemas.TableOffer}, summary="Offer other terms")
async def offer_terms(request: HttpRequest, match_id: MatchId, new: schemas.NewTableOffer) -> Any:
    """Offer other terms for an open table, or answer an offer of the other side with other terms.

    `terms` are those that change. The owner of the table names the `offer` that they answer. `round` is that
    of the offer answered, or of your own last one; 0 for the first. Nothing is held for an offer.
    """
    place, changes = await _own_place(request, match_id), QueryDict(mutable=True)
    if unknown := new.terms.keys() - set(CHANGEABLE):
        raise unknown_field(f"terms.{min(unknown)}")
    for name, value in new.terms.items():
        changes[name] = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    current = await negotiation.find_offer(place, str(new.offer))
    try:
        return _shown(await negotiation.offer(live_of(request), place, current, new.round, changes))
    except InvalidOfferError as invalid:
        field, wrong = next(iter(invalid.form.errors.items()))
        raise ProblemError("bad_terms", field=field.strip("_"), what=str(wrong[0])) from invalid
    except OfferRefusedError as refused:
        raise _problem(refused) from refused


@router.post(
    "tables/{match_id}/offers/{offer_id}/{act}", response=schemas.AnsweredOffer, summary="Answer an offer"
)
async def answer_offer(
    request: HttpRequest,
    match_id: MatchId,
    offer_id: int,
    act: Literal["accept", "decline", "withdraw"],
    answer: schemas.OfferAnswer,
) -> Any:
    """Accept or decline the offer of the other side, or take back your own (`withdraw`).

    `round` is that of the offer as you know it: one that has changed since is refused (`offer_changed`). An
    accepted offer closes the table and opens the agreed one, `match`, for both: sit down within a minute.
    """
    place = await _own_place(request, match_id)
    current = await negotiation.find_offer(place, str(offer_id))
    if current is None or current.pk != offer_id:
        raise ProblemError("not_found")
    live = live_of(request)
    try:
        if act == "accept":
            match = await negotiation.accept(live, place, current, answer.round)
            return {"id": offer_id, "state": "accepted", "match": match}
        if (current.by_owner is place.by_owner) is not (act == "withdraw"):
            raise OfferRefusedError("offer_changed")
        row = await negotiation.close(live, place, current, answer.round)
    except OfferRefusedError as refused:
        raise _problem(refused) from refused
    except StakeRefusedError as refused:
        code = refused.code_for(place.me.id)
        if code == newcomers.CODE:
            text = await sync_to_async(refusal_text)(code, place.me.id)
            raise ProblemError.refused(code, text) from refused
        raise ProblemError(code) from refused
    except CommandRefusedError as refused:
        raise ProblemError(refused.code) from refused
    return {"id": offer_id, "state": row.state, "match": ""}


async def _place(request: HttpRequest, match_id: str) -> Place:
    """Return the open table as the caller sees it; raises `ProblemError`."""
    me = players.of(request)
    if me is None or not me.member:
        raise ProblemError("token_needed")
    place = await negotiation.find_place(live_of(request), match_id, me)
    if place is None:
        raise ProblemError("no_open_table")
    return place


async def _own_place(request: HttpRequest, match_id: str) -> Place:
    """Return the open table for a caller who may play; raises `ProblemError`."""
    if not authentication.may_play(request):
        raise ProblemError("robots_only")
    return await _place(request, match_id)


def _problem(refused: OfferRefusedError) -> ProblemError:
    return ProblemError.refused(refused.code, str(texts.REFUSED[refused.code]))


def _shown(row: TableOffer) -> dict[str, Any]:
    return {
        "id": row.pk,
        "reader": row.reader.username,
        "by_owner": row.by_owner,
        "round": row.round,
        "state": row.state,
        "at": int(row.at.timestamp() * 1000),
        "terms": row.terms,
        "match": row.next_match,
    }
