"""Matches: tables as they stand, new ones, and the records of those that are over."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from ninja import Query, Router

from zaria.club.accounts import guests, players
from zaria.club.api import authentication, schemas
from zaria.club.api.games import known
from zaria.club.api.problems import ProblemError, unknown_field
from zaria.club.match_search.filters import MatchSearch
from zaria.club.match_search.queries import PublicMatch, SearchPage, search
from zaria.club.matches.replay.public_record import is_over, nameless
from zaria.club.play import actions, limits
from zaria.club.play.base_form import TableForm
from zaria.club.play.engine_positions import engine_may_play
from zaria.club.play.fields import sent
from zaria.club.play.forms import form_for
from zaria.club.site.asgi import live_of
from zaria.club.stakes import newcomers
from zaria.club.stakes.refusals import refusal_text
from zaria.club.statistics.match_keys import MatchKey
from zaria.live.sockets.protocol.client import WatchLobby
from zaria.live.sockets.protocol.codec import encode
from zaria.match.events import Cancelled
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import can_be_rated
from zaria.match.terms import Speed
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError

router = Router(tags=["Matches"])

Form = Literal["json", "mat", "sgf", "pdn", "pgn"]

_FILES: dict[str, Any] = {kind: {} for kind in convert.TYPES.values()}
_AS_IT_IS = {"responses": {200: {"description": "The record", "content": _FILES}}}
_STATE = {
    "responses": {
        200: {
            "description": "The match, as the socket sends it",
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    }
}


@router.get("tables", response=schemas.Listed, exclude_none=True, summary="Lobby lists")
async def tables(
    request: HttpRequest,
    what: Literal["open", "playing", "people"] = "open",
    game: Annotated[str, Query(max_length=40)] = "",
    speed: Speed | Literal[""] = "",
    page: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> dict[str, Any]:
    """Open tables, matches in progress, or the people online; the socket announces changes.

    `page` counts from 0. `Card` and `Person` are those of the protocol.
    """
    if game:
        known(game)
    shown = live_of(request).lobby.sessions.page(WatchLobby(what, page, game, speed))
    listed: dict[str, Any] = msgspec.json.decode(encode(shown))
    return {**listed, "what": what}


@router.post("tables", response={201: schemas.Table}, summary="Open a table")
async def set_table(request: HttpRequest, new: schemas.NewTable, response: HttpResponse) -> Any:
    """Open a table and get an offer of a seat: watch the match at the socket, then sit down.

    With a token, this needs a bot account and the scope `play`. Without one you are a guest: the response
    sets the cookie that identifies you at the socket. `terms` are those of the game. Only members in their
    browsers can open a `rated` table; guests and bots leave the term out or send no.
    """
    known(new.game)
    if not authentication.may_play(request):
        raise ProblemError("robots_only")
    player = players.someone(request)
    if not await limits.allowed(request):
        raise ProblemError("too_many_requests")
    form = form_for(new.game, _filled(new), member=can_be_rated(player))
    _check(form, new)
    if not await engine_may_play(request, form):
        _check(form, new)
    try:
        address = request.META.get("REMOTE_ADDR") or ""
        match_id = await actions.set_table(live_of(request), player, form, address)
    except actions.NotAdmittedError as refused:
        raise ProblemError(refused.code) from refused
    except CommandRefusedError as refused:
        if refused.code == newcomers.CODE:
            text = await sync_to_async(refusal_text)(refused.code, player.id)
            raise ProblemError.refused(refused.code, text) from refused
        raise ProblemError(refused.code) from refused
    guests.remember(request, response, player)
    return {"match": match_id, "page": reverse("table", args=[match_id])}


@router.get("matches", response=schemas.FoundMatches, summary="Search in finished matches")
async def finished(
    request: HttpRequest,
    query: Query[schemas.MatchQuery],
    cursor: Annotated[str, Query(max_length=60)] = "",
) -> dict[str, Any]:
    """Finished matches that everybody may see, the latest first; `cursor` continues after a page.

    A match is public if all members who played it show their games. Matches of guests and programs alone,
    training and unlisted tournaments are left out. A page may be short, even empty, and still have a cursor:
    only a part of all matches is looked through at once.
    """
    page = await sync_to_async(_search)(query, cursor)
    return {
        "matches": [_public(match) for match in page.matches],
        "cursor": None if page.older is None else page.older.text,
    }


@router.get("matches/{match_id}", summary="Match state", openapi_extra=_STATE)
async def state(request: HttpRequest, match_id: str) -> HttpResponse:
    """The current state of a match as the caller may see it: `state` of the protocol.

    The socket sends what happens next.
    """
    player = players.of(request)
    content = await live_of(request).state(match_id[:40], player.id if player else None)
    if content is None:
        raise ProblemError("unknown_match")
    return HttpResponse(
        content, content_type="application/json", headers={"Cache-Control": "private, no-cache"}
    )


@router.get("matches/{match_id}/record", summary="Match record", openapi_extra=_AS_IT_IS)
async def record(
    request: HttpRequest, match_id: str, form: Annotated[Form, Query(alias="format")] = "json"
) -> HttpResponse:
    """The complete finished match: all events, and what is needed to check its dice.

    `format`: `json` (Zaria's own, complete), `mat` and `sgf` for backgammon games, `pdn` for draughts, `pgn`
    for chess. `formats` of a game lists those available.
    """
    events = await live_of(request).record(match_id[:40])
    if events is None:
        raise ProblemError("unknown_match")
    if not is_over(events):
        raise ProblemError("still_playing")
    if any(isinstance(event, Cancelled) for event in events):
        raise ProblemError("cancelled")
    try:
        site = request.build_absolute_uri(reverse("table", args=[match_id]))
        body = await asyncio.to_thread(convert.write, nameless(events), form, site)
    except UnsupportedRecordError as error:
        raise ProblemError("no_such_record") from error
    return HttpResponse(body, content_type=convert.TYPES[form])


def _search(query: schemas.MatchQuery, cursor: str) -> SearchPage:
    """Return the page of a search; raises `ProblemError` for the first field that is wrong."""
    filters = MatchSearch({name: value for name, value in query.dict().items() if value})
    if not filters.is_valid():
        raise ProblemError("bad_field", what=next(iter(filters.errors)))
    try:
        after = MatchKey.read(cursor) if cursor else None
    except ValueError as error:
        raise ProblemError("bad_cursor") from error
    return search(filters.criteria(), after)


def _public(match: PublicMatch) -> dict[str, Any]:
    return {
        **match._asdict(),
        "sides": [{"name": side.name, "member": side.page != ""} for side in match.sides],
        "won": match.won,
    }


def _filled(new: schemas.NewTable) -> QueryDict:
    """The terms as the form of a page would send them.

    Raises `ProblemError` for a fraction, which only a level can be: amounts are texts.
    """
    data = QueryDict(mutable=True)
    data.update({"opponent": new.opponent, "to": new.to})
    for name, value in new.terms.items():
        is_whole = isinstance(value, float) and value.is_integer()
        if isinstance(value, float) and not is_whole and name != "level":
            raise ProblemError("bad_field", what=name)
        data[name] = sent(int(value) if is_whole else value)  # 3.0 is 3: many languages know no whole numbers
    return data


def _check(form: TableForm, new: schemas.NewTable) -> None:
    """Raise `ProblemError` for terms that there are not, or that do not go together."""
    unknown = new.terms.keys() - (form.fields.keys() - {"opponent", "to"})
    if new.terms.get("rated") in (False, "no"):  # there is nothing else for guests and robots
        unknown -= {"rated"}
    if new.terms.get("fee") == "none" and "stake" not in new.terms:  # players once agreed on the fee
        unknown -= {"fee"}
    if unknown:
        raise unknown_field(f"terms.{min(unknown)}")
    if not form.is_valid():
        field, wrong = next(iter(form.errors.items()))
        raise ProblemError("bad_terms", field=field.strip("_"), what=str(wrong[0]))
