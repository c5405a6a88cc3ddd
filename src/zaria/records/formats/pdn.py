"""PDN: a game of draughts as other programs read it.

    [Event "Zaria"]
    ...
    [Result "1-0"]
    [GameType "25,W,8,8,A0,0"]

    1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0

`GameType` names the game: 20 international, 21 English, 25 Russian draughts. There is no number for giveaway
on the board of 64 squares (a private 98 is giveaway on 100), so it is written as Russian draughts, whose
moves it has, with the tag `Variant`. Squares are letters and digits in Russian draughts and giveaway, else
numbers; captures have an x. Where two captures begin and end alike, intermediate squares are written too:
where the piece turns, or directly behind each captured piece.

The reader accepts both ways to name squares in all games, `:` for x, and any intermediate squares of a
capture. 1-0 is a win for light, whichever side moves first.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from zaria import games
from zaria.games.board_games import BoardMove, BoardPosition, BoardRules
from zaria.games.protocols import InvalidPositionError, Option
from zaria.match.events import Event
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import movetext
from zaria.records.formats.movetext import Movetext
from zaria.records.score_sheet import ScoreSheet, build, score_sheet

GAME_TYPES = {
    "draughts": "20,W,10,10,N2,0",
    "english-draughts": "21,B,8,8,N1,0",
    "russian-draughts": "25,W,8,8,A0,0",
    "giveaway": "25,W,8,8,A0,0",
}
"""The games that PDN can hold, with their `GameType` tags."""

_VARIANTS = {"giveaway": "Giveaway"}
_COLUMNS = 80
_MOVE = re.compile(r"(?:[a-h][1-8]|\d{1,2})(?:[-x:](?:[a-h][1-8]|\d{1,2})){1,24}", re.ASCII)
_MARK = re.compile(r"[-x:]")


def dump(events: Sequence[Event]) -> bytes:
    """Write a game of draughts as PDN."""
    sheet = score_sheet(events)
    game = sheet.match.terms.game
    tags = sheet.tags() | {"GameType": GAME_TYPES[game]}
    if game in _VARIANTS:
        tags["Variant"] = _VARIANTS[game]
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped(_words(sheet)), ""]).encode()


def load(body: bytes, game: str = "", options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a game in PDN as `game` ("": as the file says); raises `InvalidRecordError`."""
    text = movetext.read(body)
    if not text.tags and not text.moves:
        raise InvalidRecordError("no game: neither tags nor moves", 1)
    found = _game(text, game)
    _check_start(text, found)
    return build(text, found, options, find)


def _words(sheet: ScoreSheet) -> Iterator[str]:
    for ply, (before, move) in enumerate(sheet.moves):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield written(before, move)
    yield sheet.result()


def _wrapped(words: Iterator[str]) -> Iterator[str]:
    """Wrap words into lines; a number stays with its move."""
    line = ""
    for word in words:
        if len(line) + 1 + len(word) > _COLUMNS - 12 * word.endswith("."):
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


# -- moves


class _Place(NamedTuple):
    """A square by column and row, from 0, rows from dark's side."""

    x: int
    y: int


def written(position: BoardPosition, move: str) -> str:
    """A move in PDN notation, with intermediate squares only where it would be ambiguous."""
    ways = position.legal_moves()
    way = next(way for way in ways if way.move == move)
    ends = way.path[0], way.path[-1]
    alike = [other for other in ways if (other.path[0], other.path[-1]) == ends]
    squares = ends if len(alike) == 1 else _stops(position.game, way)
    return ("x" if way.captures else "-").join(squares)


def _stops(game: BoardRules, way: BoardMove) -> Sequence[str]:
    """The squares where a capture turns, or on a straight path those directly behind captured pieces."""
    places = [_place(game.size, name) for name in way.path]
    legs = [_heading(here, there) for here, there in pairwise(places)]
    stops = list(way.path)
    for number in range(1, len(legs)):
        if legs[number - 1] == legs[number]:
            over, (right, down) = _place(game.size, way.captures[number - 1]), legs[number]
            stops[number] = _name(game, _Place(over.x + right, over.y + down))
    return stops


def find(position: BoardPosition, word: str) -> str:
    """Find the legal move that a word denotes in this position."""
    word = word.lower()
    if not _MOVE.fullmatch(word):
        raise ValueError("not a move")
    size = position.game.size
    stops = [_place(size, name) for name in _MARK.split(word)]
    found = [way for way in position.legal_moves() if _ends(size, way) == (stops[0], stops[-1])]
    if len(found) > 1:
        found = [way for way in found if _fits(size, way, stops)]
        if not found:
            raise ValueError("more than one move is written so")
    if not found:
        raise ValueError("not a legal move")
    if len(stops) > 2 and not all(_over(size, found[0], stops)):
        raise ValueError("it takes nothing between these squares")
    return found[0].move


def _ends(size: int, way: BoardMove) -> tuple[_Place, _Place]:
    return _place(size, way.path[0]), _place(size, way.path[-1])


def _fits(size: int, way: BoardMove, stops: Sequence[_Place]) -> bool:
    """Return whether each leg from stop to stop passes one captured piece, and together they pass all."""
    legs = _over(size, way, stops)
    return all(len(leg) == 1 for leg in legs) and len(set().union(*legs)) == len(way.captures)


def _over(size: int, way: BoardMove, stops: Sequence[_Place]) -> list[set[_Place]]:
    """The captured pieces on each leg from stop to stop."""
    taken = [_place(size, name) for name in way.captures]
    legs = [(here, there, _heading(here, there)) for here, there in pairwise(stops)]
    return [
        {one for one in taken if _heading(here, one) == heading == _heading(one, there) != (0, 0)}
        for here, there, heading in legs
    ]


def _heading(here: _Place, there: _Place) -> tuple[int, int]:
    """The diagonal from one square to another, (0, 0) where there is none."""
    right, down = there.x - here.x, there.y - here.y
    return (right // abs(right), down // abs(down)) if right and abs(right) == abs(down) else (0, 0)


def _place(size: int, name: str) -> _Place:
    """The square of this name, in letters or as a number; raises `ValueError`."""
    if name[0].isalpha():
        place = _Place(ord(name[0]) - ord("a"), 8 - int(name[1]))
        if size != 8 or (place.x + place.y) % 2 == 0:
            raise ValueError("not a move")
        return place
    row, number = divmod(int(name) - 1, size // 2)
    if not 0 <= row < size:
        raise ValueError("not a move")
    return _Place(2 * number + 1 - row % 2, row)


def _name(game: BoardRules, place: _Place) -> str:
    if game.coordinates == "letters":
        return f"{chr(ord('a') + place.x)}{8 - place.y}"
    return str(place.y * game.size // 2 + place.x // 2 + 1)


# -- which game


def _game(text: Movetext, wanted: str) -> str:
    """The game that the file holds; it must be `wanted`, if that is given."""
    tag = text.tag("GameType").split(",")[0].strip()
    played = [name for name, kind in GAME_TYPES.items() if not tag or kind.split(",")[0] == tag]
    if not played:
        raise InvalidRecordError(
            f"GameType {source_text.quoted(tag)} is no game played here", text.line_of("GameType")
        )
    if wanted:
        variant = _variant(text, played)
        if wanted not in played or (variant and wanted != variant):
            raise InvalidRecordError(
                f"the file holds {games.get(variant or played[0]).title}", text.line_of("GameType")
            )
        return wanted
    return _variant(text, played) or (played[0] if tag else _guessed(text))


def _variant(text: Movetext, played: Sequence[str]) -> str:
    """The game that the tag `Variant` selects among those of the type; "" if none."""
    variant = text.tag("Variant").lower()
    return next((name for name in played if name in _VARIANTS and _VARIANTS[name].lower() == variant), "")


def _guessed(text: Movetext) -> str:
    """The game of a file that names none, from its first move."""
    first = text.moves[0].text.lower() if text.moves else ""
    if _MOVE.fullmatch(first):
        square = _MARK.split(first)[0]
        if square[0].isalpha():
            return "russian-draughts"
        if 31 <= int(square) <= 35:
            return "draughts"
        if 9 <= int(square) <= 12:
            return "english-draughts"
    raise InvalidRecordError(
        "which game is it? The tag GameType is missing", text.moves[0].line if text.moves else 1
    )


def _check_start(text: Movetext, name: str) -> None:
    """Refuse a file whose game begins at another position than the rules' own."""
    fen = text.tag("FEN")
    if not fen:
        return
    game = games.board_game(name)
    start = game.start()
    try:
        position = game.parse(fen)
    except InvalidPositionError as error:
        raise InvalidRecordError(f"FEN: {error}", text.line_of("FEN")) from error
    if (position.board(), position.turn) != (start.board(), start.turn):
        raise InvalidRecordError("a game from a set-up position is not read", text.line_of("FEN"))
