"""The formats of records: guess, read and write them."""

import re
from collections.abc import Callable, Sequence

from zaria import games
from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame, InvalidOptionsError, Option, UnknownGameError
from zaria.match.events import Event, Opened
from zaria.records import contents, source_text
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.export import objection
from zaria.records.formats import json, mat, pdn, pgn, sgf, xg
from zaria.records.formats.variation import IN_MAT
from zaria.records.occasion import UNKNOWN, Occasion

Loader = Callable[[bytes, str, dict[str, Option] | None], list[Event]]

TYPES = {
    "json": "application/json",
    "mat": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf",
    "pdn": "application/x-draughts-pdn",
    "pgn": "application/vnd.chess-pgn",
}
"""The formats that are written, named by their file extensions, with their media types."""

READ = (*TYPES, "xg", "xgp")
"""The extensions of all files that are read."""

BINARY = ("xg", "xgp")
"""Those whose files are not text."""

NAMING = ("json", "pdn", "pgn")
"""Formats whose files name their game, whatever it is."""

_LOADERS: dict[str, Loader] = {
    "mat": mat.load,
    "sgf": sgf.load,
    "pdn": pdn.load,
    "pgn": pgn.load,
    "xg": xg.load,
    "xgp": xg.load,
}
_DUMPERS: dict[str, Callable[[Sequence[Event], Occasion], bytes]] = {
    "json": json.dump,
    "mat": mat.dump,
    "sgf": sgf.dump,
}
_TAGGED: dict[str, Callable[[Sequence[Event], Occasion, str], bytes]] = {"pdn": pdn.dump, "pgn": pgn.dump}
"""Writers whose files name the place where a match was played."""
PRESUMED = {
    "pdn": "",
    "pgn": pgn.GAME,
    "mat": "backgammon",
    "sgf": "backgammon",
    "xg": "backgammon",
    "xgp": "backgammon",
}
"""The game of a file when the caller names none; "" where the file itself names it."""

_KINDS = {"pdn": "draughts", "pgn": "chess"}
_DRAUGHTS = re.compile(
    rb"\[\s*GameType|\b1\.\s*(?:\.\.\s*)?(?:[a-h][1-8]?[-x:][a-h]|[a-h][a-h][1-8]\s+[a-h][a-h][1-8]|\d{1,2}\s*[-x:]\s*\d)"
    rb"|\[\s*FEN\s*\"[WB]:"
)
_FIRST_MOVE = re.compile(rb"1\.")
_REMARKS = re.compile(rb"(?:[%;][^\r\n]*[\r\n]\s*)+")
"""Comments that may precede a game in PDN and PGN."""


def formats(game_id: str, position: str = "") -> tuple[str, ...]:
    """List the formats that can hold matches of a game, our own first.

    `.mat` cannot hold a match whose terms name the `position` from which it begins.
    """
    game = games.get(game_id)
    forms = [form for form in TYPES if form not in ("json", "mat" if position else "")]
    return ("json", *(form for form in forms if not _objection(game, form)))


def names_game(form: str, game_id: str) -> bool:
    """Return whether a file in format `form` says that it holds a match of this game, or it is presumed."""
    return form in NAMING or game_id == PRESUMED[form] or game_id in IN_MAT


def guess(body: bytes) -> str:
    """Guess a file's format from its first bytes."""
    if body.startswith(xg.MAGIC):
        return "xg"
    start = body[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    remarks = _REMARKS.match(start)
    if remarks is not None:
        start = start[remarks.end() :]
    if start[:1] == b"{":
        return "json"
    if start[:1] == b"(":
        return "sgf"
    if start[:1] == b"[" or _FIRST_MOVE.match(start):
        return "pdn" if _DRAUGHTS.search(start) else "pgn"
    return "mat"


def read(
    body: bytes,
    form: str = "",
    game: str = "",
    options: dict[str, Option] | None = None,
    *,
    number: int = 0,
    language: str = "",
) -> list[Event]:
    """Read the events of a file in format `form` ("": guess it).

    `game` and its `options` say by which rules to play a file of the common formats; one that names no game
    is played as backgammon unless the caller says otherwise. Our own records name theirs. `number` chooses
    one of several matches in the file, from 1; `language` is that of the reader (see `code_pages`). Raises
    `InvalidRecordError`, and `SeveralMatchesError` where the file holds several and none is chosen.
    """
    source_text.bounded(body)
    form = form or guess(body)
    if form != "json" and form not in _LOADERS:
        raise InvalidRecordError(f"no such format: {form!r}; there are {', '.join(READ)}")
    if form in BINARY:
        return _read_binary(body, form, game, options, number)
    part = _part(contents.parts_of(body, form, language), number)
    try:
        return _read(part.text.encode(), form, game, options)
    except InvalidRecordError as error:
        if error.line is None:
            raise
        raise InvalidRecordError(error.reason, error.line + part.line - 1) from error


def presumed_game(body: bytes, form: str, game: str) -> str:
    """Return the game that a reader presumes where a file may not name one itself; else ""."""
    if form == "pdn":
        return game if b"[GameType" not in body and form in formats(game) else ""
    return "" if form in NAMING else game


def code_page(body: bytes, language: str = "") -> str:
    """The code page of a file as `source_text.code_page`, "" also for one that is not text."""
    return "" if guess(body) in BINARY else source_text.code_page(body, language)


def _read_binary(
    body: bytes, form: str, game: str, options: dict[str, Option] | None, number: int
) -> list[Event]:
    """Read a file that holds one match by its format."""
    if number > 1:
        raise InvalidRecordError(f"no game {number}: the file holds 1")
    return _read(body, form, game, options)


def _part(parts: list[contents.MatchPart], number: int) -> contents.MatchPart:
    if number == 0 and len(parts) > 1:
        raise contents.SeveralMatchesError(parts)
    if number > len(parts):
        raise InvalidRecordError(f"no game {number}: the file holds {len(parts)}")
    return parts[max(0, number - 1)]


def _read(body: bytes, form: str, game: str, options: dict[str, Option] | None) -> list[Event]:
    if form == "json":
        if game or options:
            raise InvalidRecordError("a JSON record tells its game itself")
        return json.load(body)
    game = game or PRESUMED[form]
    if game or options:
        _check(form, game, options or {})
    return _LOADERS[form](body, game, options)


def write(events: Sequence[Event], form: str, site: str = "", occasion: Occasion = UNKNOWN) -> bytes:
    """Write a match in format `form`; raises `UnsupportedRecordError`.

    `site` is the address of the match, which PDN and PGN name unless the `occasion` has a place.
    """
    opened = events[0]
    if form != "json" and isinstance(opened, Opened):
        reason = _objection(games.get(opened.terms.game), form)
        if reason is None and opened.terms.position and form == "mat":
            reason = "the game begins from a position of its own, which the format cannot hold"
        if reason is not None:
            raise UnsupportedRecordError(reason)
    if form in _TAGGED:
        return _TAGGED[form](events, occasion, site)
    return _DUMPERS[form](events, occasion)


def _check(form: str, game: str, options: dict[str, Option]) -> None:
    if not game:
        raise InvalidRecordError("options are those of a game, which is not told")
    try:
        reason = _objection(games.get(game, **options), form)
    except (UnknownGameError, InvalidOptionsError) as error:
        raise InvalidRecordError(str(error.args[0])) from error
    if reason is not None:
        raise InvalidRecordError(reason)


def _objection(game: DiceGame | BoardGame, form: str) -> str | None:
    """Say why the format cannot hold matches of a game; None if it can."""
    if form in ("mat", "sgf", *BINARY):
        return objection(game)
    if game.id in (pdn.GAME_TYPES if form == "pdn" else pgn.GAMES):
        return None
    reason = {
        "dice": "has dice, and the format knows none",
        "board": f"is not a game of {_KINDS[form]}, and the format knows no other",
    }
    return f"{game.title} {reason[game.kind]}"
