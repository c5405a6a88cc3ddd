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

The reader accepts both ways to name squares in all games, `:` for x, any intermediate squares of a capture,
and the short notation of Russian draughts (`cd4`). `1-0` is a win of the side that begins: of Black (dark) in
English draughts. Zaria's own files without the tag `Generator` are older and mean White.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from zaria import games
from zaria.games.board_games import BoardMove, BoardPosition
from zaria.games.draughts.game import DraughtsGame
from zaria.games.protocols import InvalidPositionError, Option
from zaria.games.registry import BOARD_GAMES
from zaria.match.events import Event
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import movetext
from zaria.records.formats.movetext import Movetext
from zaria.records.formats.pdn_squares import PdnPlace, PdnSquares, squares_of
from zaria.records.occasion import UNKNOWN, Occasion
from zaria.records.score_sheet import ScoreSheet, build, first_position, resolved, score_sheet

GAME_TYPES = {
    name: info.game.game_type for name, info in BOARD_GAMES.items() if isinstance(info.game, DraughtsGame)
}
"""The games that PDN can hold, with their `GameType` tags."""

GENERATOR = "Zaria"
"""The tag that tells this release's files from those with `1-0` for White in every game."""

VARIANTS = {"giveaway": "Giveaway"}
"""Games that have no type of their own, with their `Variant` tags."""
_UNLIKE = ("draughts", "english-draughts", "russian-draughts")
"""Games that a position and its moves can tell apart."""
_COLUMNS = 80
_MOVE = re.compile(r"(?:[a-h][1-8]|\d{1,2})(?:[-x:](?:[a-h][1-8]|\d{1,2})){1,24}", re.ASCII)
_LETTERS = re.compile(r"([a-h])([1-8]?)((?:[-x:]?[a-h][1-8]){1,24})", re.ASCII)
"""A move in letters; the short notation leaves out the row that it begins in, and any marks."""
_MARK = re.compile(r"[-x:]")
_SQUARE = re.compile(r"[a-h][1-8]")
_FEN_NUMBER = re.compile(r"\d+")


def dump(events: Sequence[Event], occasion: Occasion = UNKNOWN, site: str = "") -> bytes:
    """Write a game of draughts, played at the address `site`, as PDN."""
    sheet = score_sheet(events)
    game = sheet.match.terms.game
    tags = sheet.tags(_first_side(game), site=site, occasion=occasion)
    tags |= {"GameType": GAME_TYPES[game], "Generator": GENERATOR}
    if game in VARIANTS:
        tags["Variant"] = VARIANTS[game]
    if sheet.match.terms.position:
        tags |= {"SetUp": "1", "FEN": sheet.match.terms.position.partition(";")[0]}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped(_words(sheet)), ""]).encode()


def load(body: bytes, game: str = "", options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a game in PDN as `game` ("": as the file says); raises `InvalidRecordError`."""
    text = movetext.read(body, of_draughts=True)
    if not text.tags and not text.moves:
        raise InvalidRecordError("no game: neither tags nor moves", 1)
    name = game_of(text, game)
    if text.claim is not None and _first_side(name) and not _is_old_export(text):
        winner = text.claim.winner
        # both meanings of 1-0 are in use for English draughts: a game that ended on the board is certain
        text.claim = text.claim._replace(winner=None if winner is None else 1 - winner, certain=False)
    return build(text, name, options, find, first_position(text, name))


def _first_side(game: str) -> int:
    """The side that begins a game by its rules, whose win is `1-0`."""
    return int(GAME_TYPES[game].split(",")[1] == "B")


def _is_old_export(text: Movetext) -> bool:
    """Return whether a release of Zaria wrote the file that took `1-0` for a win of White in every game."""
    return text.tag("Event") == "Zaria" and "Generator" not in text.tags


def _words(sheet: ScoreSheet) -> Iterator[str]:
    game = sheet.match.terms.game
    begins = sheet.moves[0].before.turn if sheet.moves else 0
    offset = begins ^ _first_side(game)
    for ply, (before, move) in enumerate(sheet.moves, offset):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif ply == offset:
            yield "1..."
        yield written(before, move)
    yield sheet.result(_first_side(game))


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


def written(position: BoardPosition, move: str) -> str:
    """A move in PDN notation, with intermediate squares only where it would be ambiguous."""
    ways = position.legal_moves()
    way = next(way for way in ways if way.move == move)
    ends = way.path[0], way.path[-1]
    alike = [candidate for candidate in ways if (candidate.path[0], candidate.path[-1]) == ends]
    squares = squares_of(position)
    stops = [squares.place(name) for name in ends] if len(alike) == 1 else _stops(squares, way)
    mark = squares.capture_mark if way.captures else "-"
    return mark.join(map(squares.written, stops))


def _stops(squares: PdnSquares, way: BoardMove) -> list[PdnPlace]:
    """The squares where a capture turns, or on a straight path those directly behind captured pieces."""
    stops = [squares.place(name) for name in way.path]
    legs = [squares.heading(src, dst) for src, dst in pairwise(stops)]
    for number in range(1, len(legs)):
        if legs[number - 1] == legs[number]:
            over, (right, down) = squares.place(way.captures[number - 1]), legs[number]
            stops[number] = PdnPlace(over.x + right, over.y + down)
    return stops


def find(position: BoardPosition, word: str) -> tuple[str, ...]:
    """Find the legal moves that a word denotes in this position; raises `ValueError` if there is none."""
    word = word.lower()
    squares = squares_of(position)
    letters = _LETTERS.fullmatch(word)
    if letters is not None:
        stops = [squares.read(name) for name in _SQUARE.findall(letters[3])]
        column = squares.column(letters[1])
        if not letters[2]:
            return _find_short(position, column, stops, is_capture=":" in word or "x" in word)
        stops.insert(0, squares.read(letters[1] + letters[2]))
    elif _MOVE.fullmatch(word):
        stops = [squares.read(name) for name in _MARK.split(word)]
    else:
        raise ValueError("not a move")
    ways = [way for way in position.legal_moves() if _ends(squares, way) == (stops[0], stops[-1])]
    if len(ways) > 1:
        ways = [way for way in ways if _fits(squares, way, stops)] or ways
    if not ways:
        raise ValueError("not a legal move")
    if len(stops) > 2:
        ways = [way for way in ways if all(_over(squares, way, stops))]
        if not ways:
            raise ValueError("it takes nothing between these squares")
    return tuple(way.move for way in ways)


def _find_short(
    position: BoardPosition, column: int, stops: Sequence[PdnPlace], *, is_capture: bool
) -> tuple[str, ...]:
    """The moves from any square of a column over `stops` to the last of them."""
    squares = squares_of(position)
    ways = []
    for way in position.legal_moves():
        start, end = _ends(squares, way)
        if (start.x, end) != (column, stops[-1]) or (is_capture and not way.captures):
            continue
        if len(stops) == 1 or all(_over(squares, way, [start, *stops])):
            ways.append(way)
    if not ways:
        raise ValueError("not a legal move")
    return tuple(way.move for way in ways)


def _ends(squares: PdnSquares, way: BoardMove) -> tuple[PdnPlace, PdnPlace]:
    return squares.place(way.path[0]), squares.place(way.path[-1])


def _fits(squares: PdnSquares, way: BoardMove, stops: Sequence[PdnPlace]) -> bool:
    """Return whether each leg from stop to stop passes one captured piece, and together they pass all."""
    legs = _over(squares, way, stops)
    return all(len(leg) == 1 for leg in legs) and len(set().union(*legs)) == len(way.captures)


def _over(squares: PdnSquares, way: BoardMove, stops: Sequence[PdnPlace]) -> list[set[PdnPlace]]:
    """The captured pieces on each leg from stop to stop."""
    taken = [squares.place(name) for name in way.captures]
    legs = []
    for src, dst in pairwise(stops):
        way_on = squares.heading(src, dst)
        passed = {
            piece
            for piece in taken
            if squares.heading(src, piece) == way_on == squares.heading(piece, dst) != (0, 0)
        }
        legs.append(passed)
    return legs


# -- which game


def game_of(text: Movetext, wanted: str = "") -> str:
    """Return the game that the file holds; it must be `wanted`, if that is given.

    Raises `InvalidRecordError`.
    """
    tag = text.tag("GameType").split(",")[0].strip()
    played = [name for name, kind in GAME_TYPES.items() if not tag or kind.split(",")[0] == tag]
    if not played:
        raise InvalidRecordError(
            f"GameType {source_text.quoted(tag)} is not played here", text.line_of("GameType")
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
    return next((name for name in played if name in VARIANTS and VARIANTS[name].lower() == variant), "")


def _guessed(text: Movetext) -> str:
    """The game of a file that names none, from its position or its first move."""
    line = text.moves[0].line if text.moves else 1
    fen = text.tag("FEN")
    if fen:
        names = _by_position(text, fen)
        if len(names) == 1:
            return names[0]
        line = text.line_of("FEN")
    else:
        first = text.moves[0].text.lower() if text.moves else ""
        if _LETTERS.fullmatch(first):
            return "russian-draughts"
        if _MOVE.fullmatch(first):
            square = _MARK.split(first)[0]
            if 31 <= int(square) <= 35:
                return "draughts"
            if 9 <= int(square) <= 12:
                return "english-draughts"
    raise InvalidRecordError("which game is it? The tag GameType is missing", line)


def _by_position(text: Movetext, fen: str) -> list[str]:
    """The games of which the position can be one and in which the moves are legal."""
    if any(_SQUARE.search(side[1:].lower()) for side in fen.split(":")[1:3]):
        return ["russian-draughts"]
    if any(int(number[:3]) > 32 for number in _FEN_NUMBER.findall(fen.partition(":H")[0])):
        return ["draughts"]
    names = []
    for name in _UNLIKE:
        try:
            resolved(games.board_game(name).parse(fen), text.moves, find)
        except (InvalidRecordError, InvalidPositionError):
            continue
        names.append(name)
    return names
