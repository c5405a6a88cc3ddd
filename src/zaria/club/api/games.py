"""The games, and what can be played in a position of theirs."""

import asyncio
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import msgspec
from django import forms
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from zaria import games
from zaria.club.api import schemas
from zaria.club.api.positions import POSITIONS, family_of
from zaria.club.api.problems import ProblemError
from zaria.club.games.catalogue import GROUPS, SOURCES, TEXTS, TITLES
from zaria.club.matches.replay.positions import parse_options
from zaria.club.play.fields import DefaultedChoice, NumberedChoice
from zaria.club.play.forms import form_for
from zaria.club.play.options import OPTIONS
from zaria.games.protocols import IllegalTurnError, InvalidOptionsError, InvalidPositionError
from zaria.match.first_position import LONGEST
from zaria.records import convert
from zaria.records.openings import chess as openings

router = Router(tags=["Games"])

MOST_WAITING = 32
"""Positions that wait for their turns to be found; further requests are refused for the moment."""

MOST_MOVES = 600
"""Letters of the moves of an opening."""

LASTING = "public, max-age=86400"
"""The name of an opening changes with a release at most."""

_finder = ThreadPoolExecutor(1, "turns")
_waiting = 0
_IN_JSON = re.compile(r"=(true|false)\Z")
"""Booleans as programs write them; our own addresses write them as Python does."""

_GROUP_OF = {game: group.id for group in GROUPS for game in group.games}

Text = Annotated[str, Query(max_length=LONGEST, example="X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5")]


@router.get("games", response=list[schemas.Game], summary="All games")
async def all_games(request: HttpRequest) -> list[dict[str, Any]]:
    """All games in the order of the front page, with names in the language of `Accept-Language`."""
    return [_facts(game) for game in TITLES]


@router.get("games/{game}", response=schemas.GameDetail, exclude_none=True, summary="One game")
async def one_game(request: HttpRequest, game: str) -> dict[str, Any]:
    """A game with all options and terms of a table, and its starting position."""
    known(game)
    rules = games.get(game)
    return {
        **_facts(game),
        **POSITIONS[rules.kind].board(game),
        "source": rules.source,
        "options": [_option(name, values) for name, values in rules.choices],
        "terms": [*_terms(game)],
        "start": rules.start().to_text(),
        "formats": convert.formats(game),
    }


@router.get("games/{game}/turns", response=schemas.Turns, exclude_none=True, summary="Legal turns")
async def turns(
    request: HttpRequest,
    game: str,
    position: Text = "",
    roll: Annotated[str, Query(max_length=3, example="31")] = "",
    side: Annotated[int, Query(ge=0, le=1)] = 0,
    agreed: Annotated[list[str], Query(alias="set", max_length=20)] = [],  # noqa: B006  never changed
) -> HttpResponse:
    """The legal turns of a position, each with the resulting position.

    `position` is in Zaria's notation, the side on roll first (`X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5`);
    games with hitting also take an XGID or a gnubg position ID, board games a FEN. The default is the
    starting position. In dice games, `roll` gives the dice (`31`), unless the position contains them
    (`;due=31`), and `side` the side on roll. `set` may be repeated: options of the game as `name=value`.
    Turns that lead to the same position are listed once.
    """
    known(game)

    def find() -> bytes:
        return msgspec.json.encode(_turns(game, position.strip(), roll, side, agreed))

    return HttpResponse(await _aside(find), content_type="application/json; charset=utf-8")


@router.get("games/chess/opening", response=schemas.NamedOpening, summary="Name of a chess opening")
async def opening(
    request: HttpRequest,
    response: HttpResponse,
    moves: Annotated[str, Query(max_length=MOST_MOVES, example="e4 e5 Nf3 Nc6 Bb5")],
) -> dict[str, Any]:
    """The last name of a game from its first move on, also where it came to the position by another order.

    `moves` are in standard notation (SAN) with blanks between them; those behind the fortieth do not count.
    `in_book` says whether later moves may change the name.
    """
    words = moves.split()
    try:
        named, in_book = await asyncio.to_thread(lambda: (openings.of_words(words), openings.in_book(words)))
    except IllegalTurnError as error:
        raise ProblemError("bad_field", what="moves") from error
    response["Cache-Control"] = LASTING
    return {"opening": None if named is None else named._asdict(), "in_book": in_book}


def known(game: str) -> None:
    """Raise `ProblemError` unless there is such a game."""
    if game not in TITLES:
        raise ProblemError("unknown_game")


async def _aside(find: Callable[[], bytes]) -> bytes:
    """Found in a thread, one at a time: the tables must not feel it."""
    global _waiting
    if _waiting >= MOST_WAITING:
        raise ProblemError("busy")
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_finder, find)
    finally:
        _waiting -= 1


def _facts(name: str) -> dict[str, Any]:
    game = games.get(name)
    return {
        "id": name,
        "title": str(TITLES[name]),
        "about": str(TEXTS[name]),
        "rules_of": str(SOURCES[name]),
        "family": family_of(game),
        "group": _GROUP_OF[name],
        "dice": not game.is_board,
        "rotation": [variant.id for variant in game.rotation],
        "wins": [{"kind": kind, "points": points} for points, kind in game.classes],
    }


def _option(name: str, values: Iterable[Any]) -> dict[str, Any]:
    words, values = OPTIONS[name], list(values)
    return {
        "name": name,
        "title": str(words.label),
        "about": str(words.hint),
        "values": [{"value": value, "title": str(words.text_of(value))} for value in values],
        "usual": values[0],
    }


def _terms(game: str) -> Iterable[dict[str, Any]]:
    """The fields of the form of a new table, the same for everybody."""
    form = form_for(game, member=True)
    for name, field in form.fields.items():
        if name not in ("opponent", "to"):
            yield _choice(name, field)


def _choice(name: str, field: forms.Field) -> dict[str, Any]:
    choices: Any = field.choices if isinstance(field, DefaultedChoice) else ()
    if isinstance(field, NumberedChoice):
        choices = ()
    return {
        "name": name,
        "title": str(field.label),
        "about": str(field.help_text),
        "values": [{"value": value, "title": str(title)} for value, title in choices],
        "usual": field.initial,
    }


def _turns(name: str, text: str, roll: str, side: int, agreed: list[str]) -> dict[str, Any]:
    try:
        options = parse_options(name, [_IN_JSON.sub(_capital, setting) for setting in agreed])
        kind = games.get(name, **options).kind
    except InvalidOptionsError as error:
        raise ProblemError("bad_options", what=str(error)) from error
    try:
        return POSITIONS[kind].turns(name, options, text, roll, side)
    except InvalidPositionError as error:
        raise ProblemError("bad_position", what=str(error)) from error


def _capital(word: re.Match[str]) -> str:
    return word[0].title()
