"""The library: searches by position and by pattern, collections of matches, and archives."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query, Router

from zaria import games
from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.api.authentication import member
from zaria.club.api.games import known
from zaria.club.api.library_schemas import (
    ArchiveFile,
    CollectedMatches,
    LibraryCollection,
    PatternUse,
    PositionUse,
    TurnQuery,
)
from zaria.club.api.matches import Form
from zaria.club.api.problems import ProblemError
from zaria.club.library import collection_queries, queries
from zaria.club.library.collection_queries import ListedCollection, MatchConditions
from zaria.club.library.importing import record_of
from zaria.club.library.models import ImportedMatch
from zaria.club.library.pattern_views import is_state, pattern_of
from zaria.club.library.position_blocks import Pattern
from zaria.club.library.search_terms import rolls_of, standing_of, turn_filter
from zaria.club.library.visibility import Reader, collection_for, match_for, reader_of
from zaria.club.library.year_archives import storage
from zaria.club.library.year_archives.views import file_address
from zaria.club.matches.engine_access import silence_for
from zaria.club.matches.replay.positions import ParsedPosition, parse_options, parse_position
from zaria.games.protocols import InvalidOptionsError, InvalidPositionError
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError
from zaria.records.turn_positions import position_key

router = Router(tags=["Library"])
own_router = Router(tags=["Account"])

GameName = Annotated[str, Query(max_length=32, example="backgammon")]
_FILES: dict[str, Any] = {kind: {} for kind in convert.TYPES.values()}
_AS_IT_IS = {"responses": {200: {"description": "The record", "content": _FILES}}}


@router.get("library/position", response=PositionUse, summary="What was played in a position")
async def position_use(
    request: HttpRequest,
    query: Query[TurnQuery],
    game: GameName,
    position: Annotated[str, Query(max_length=4000)] = "",
    side: Annotated[int, Query(ge=0, le=1)] = 0,
    agreed: Annotated[list[str], Query(alias="set", max_length=20)] = [],  # noqa: B006  never changed
    *,
    score: bool = False,
) -> dict[str, Any]:
    """The turns that were played in a position, in matches that the caller may see.

    `position` is as for the legal turns of a game; with a roll in it only the turns of this roll count.
    `in`: all these matches, the caller's own, those played here, or those of public collections. `score`:
    only at the cube and score that the position tells. While the caller plays a rated match, its positions
    are not answered.
    """
    known(game)
    parsed = await sync_to_async(_parsed)(game, position.strip(), side, agreed)
    if (await silence_for(request, game)).covers(parsed.position):
        raise ProblemError("library_closed")
    standing = standing_of(parsed) if score else None
    turns = turn_filter(query.result, query.loss, game)
    use = await sync_to_async(queries.find)(
        position_key(parsed.position), rolls_of(parsed), _reader(request), standing, query.scope, turns
    )
    return {
        "times": use.times,
        "rolls": [
            {
                "roll": roll.name,
                "times": roll.times,
                "turns": [
                    turn._asdict() | {"loss": None if turn.loss is None else turn.mean_loss}
                    for turn in roll.turns
                ],
            }
            for roll in use.rolls
        ],
        "places": [_place(place) for place in use.places],
        "cut": use.cut,
    }


@router.get("library/pattern", response=PatternUse, summary="Positions of a pattern")
async def pattern_use(
    request: HttpRequest,
    query: Query[TurnQuery],
    game: GameName,
    points: Annotated[list[str], Query(alias="point", max_length=25, example=["6P", "20o"])],
) -> dict[str, Any]:
    """The latest turns that were played in positions of a game with dice that fit a pattern.

    `point` is repeated: a number as the side to move sees it, and `P` (made by it), `p` (its blot), `O` and
    `o` (the opponent's), or `e` (empty). 25 is the bar: `p`, `o` or `e`. All other points are free.
    """
    known(game)
    if games.get(game).is_board:
        raise ProblemError("no_dice")
    pattern = _pattern(points)
    silence = await silence_for(request, game)
    if silence.whole_game or silence.boards:
        raise ProblemError("library_closed")
    turns = turn_filter(query.result, query.loss, game)
    use = await sync_to_async(queries.find_pattern)(pattern, game, _reader(request), query.scope, turns)
    return {"places": [_place(place) for place in use.places], "cut": use.cut}


@router.get("library/collections", response=list[LibraryCollection], summary="Public collections")
async def collections(request: HttpRequest) -> list[dict[str, Any]]:
    """The latest public collections, those of the club among them."""
    return await sync_to_async(_public_collections)()


@own_router.get("account/collections", response=list[LibraryCollection], summary="Own collections")
async def own_collections(request: HttpRequest) -> list[dict[str, Any]]:
    """All collections of the owner, the latest first."""
    owner = member(request)
    assert owner is not None
    return await sync_to_async(_collections_of)(owner)


@router.get("library/collections/{key}", response=CollectedMatches, summary="The matches of a collection")
async def collection_matches(
    request: HttpRequest, key: str, page: Annotated[int, Query(ge=1, le=100)] = 1
) -> dict[str, Any]:
    """The matches of a collection that the caller may see, 50 a page."""
    return await sync_to_async(_collection_page)(key, member(request), page)


@router.get(
    "library/matches/{key}/record", summary="Record of a match of a collection", openapi_extra=_AS_IT_IS
)
async def imported_record(
    request: HttpRequest, key: str, form: Annotated[Form, Query(alias="format")] = "json"
) -> HttpResponse:
    """A match of a collection that the caller may see, in a format that can hold it."""
    match = await sync_to_async(match_for)(key[:16], member(request))
    if match is None:
        raise ProblemError("unknown_match")
    site = request.build_absolute_uri(reverse("imported_replay", args=[match.key]))
    try:
        body = await asyncio.to_thread(lambda: convert.write(record_of(match), form, site))
    except UnsupportedRecordError as error:
        raise ProblemError("no_such_record") from error
    return HttpResponse(body, content_type=convert.TYPES[form])


@router.get("library/archives", response=list[ArchiveFile], summary="Archives of matches")
async def archives(
    request: HttpRequest, federation: Annotated[str, Query(max_length=40)] = ""
) -> list[dict[str, Any]]:
    """The files of the club, or of a federation, a file a year, the latest first."""
    return await sync_to_async(_archives)(federation)


def _parsed(game: str, text: str, side: int, agreed: Sequence[str]) -> ParsedPosition:
    try:
        return parse_position(games.get(game, **parse_options(game, agreed)), text, side)
    except InvalidPositionError as error:
        raise ProblemError("bad_position", what=str(error)) from error
    except InvalidOptionsError as error:
        raise ProblemError("bad_options", what=str(error)) from error


def _pattern(points: Sequence[str]) -> Pattern:
    """The pattern of points such as 6P; raises `ProblemError`."""
    states: dict[int, str] = {}
    for text in points:
        number, state = text[:-1], text[-1:]
        is_number = number.isascii() and number.isdigit() and len(number) < 3
        if not is_number or not is_state(int(number), state) or int(number) in states:
            raise ProblemError("bad_field", what="point")
        states[int(number)] = state
    pattern = pattern_of(states)
    if pattern.is_blank:
        raise ProblemError("bad_field", what="point")
    return pattern


def _reader(request: HttpRequest) -> Reader:
    player = players.of(request)
    return reader_of(member(request), "" if player is None else player.id)


def _place(place: queries.MatchPlace) -> dict[str, Any]:
    return {
        "game": place.match.game,
        "players": [side.name for side in place.match.sides],
        "side": place.side,
        "roll": place.dice,
        "text": place.text,
        "path": place.address,
    }


def _public_collections() -> list[dict[str, Any]]:
    return [_collection(row) for row in collection_queries.public_collections(None)]


def _collections_of(owner: Member) -> list[dict[str, Any]]:
    return [_collection(row) for row in collection_queries.collections_of(owner)]


def _collection(row: ListedCollection) -> dict[str, Any]:
    collection = row.collection
    return {
        "key": collection.key,
        "title": collection.title,
        "owner": collection.owner.username if collection.owner is not None else None,
        "visibility": collection.visibility,
        "matches": row.matches,
    }


def _collection_page(key: str, reader: Member | None, number: int) -> dict[str, Any]:
    collection = collection_for(key[:16], reader)
    if collection is None:
        raise ProblemError("unknown_collection")
    page = collection_queries.page_of(collection, number, MatchConditions())
    pages = page.paginator.num_pages
    return {
        "collection": _collection(ListedCollection(collection, page.paginator.count)),
        "matches": [_collected(match) for match in page] if number <= pages else [],
        "page": number,
        "pages": pages,
    }


def _collected(match: ImportedMatch) -> dict[str, Any]:
    return {
        "key": match.key,
        "game": match.game,
        "players": [match.name0, match.name1],
        "event": match.event,
        "played_at": match.played_at or None,
        "length": match.length,
        "score": [match.score0, match.score1],
        "won": match.won,
        "tags": sorted(tag.word for tag in match.tags.all()),
    }


def _archives(federation: str) -> list[dict[str, Any]]:
    return [
        {
            **{name: getattr(row, name) for name in ("year", "matches", "size", "checksum", "built_at")},
            "path": file_address(row),
        }
        for row in storage.listed(federation)
    ]
