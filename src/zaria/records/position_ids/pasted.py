"""A position in a text that a person pasted: the identifier is found in it, then read.

Other programs copy an XGID with lines about the players below it, GNU Backgammon's two IDs with a board
around them, a FEN inside a tag.
"""

import re

from zaria.games.protocols import DiceGame, InvalidPositionError, Position
from zaria.records.position_ids import gnubg, xgid
from zaria.records.position_ids.match_position import MatchPosition, of_position

LONGEST = 4_000
"""Characters of a pasted text that is searched."""

_OURS = re.compile(r"X=[\w:,^]*;O=[\w:,^]*(?:;[\w=,-]+)*", re.ASCII)
_OUR_START = re.compile(r"(?:^|\s)[XO]=")
_WHOLE = re.compile(r"[XO]=|[WB]:[WB]")
"""The beginning of a text that is nothing but a position in our own notation, or a FEN of draughts."""
_BOARD = r"[-A-Oa-o]{26}"
_XGID = re.compile(rf"(?:XGID\s*=\s*)({_BOARD}(?::[-\w]{{1,5}}){{8,9}})(?![\w:])", re.ASCII | re.IGNORECASE)
_BARE_XGID = re.compile(rf"(?<![\w-])({_BOARD}(?::[-\w]{{1,5}}){{8,9}})(?![\w:])", re.ASCII)
_XGID_BOARD = re.compile(rf"(?:XGID\s*=\s*)?({_BOARD})", re.ASCII | re.IGNORECASE)
_POSITION_ID = re.compile(r"Position\s+ID\s*[:=]\s*([A-Za-z0-9+/]{14})(?![\w+/])", re.ASCII | re.IGNORECASE)
_MATCH_ID = re.compile(r"Match\s+ID\s*[:=]\s*([A-Za-z0-9+/]{12})(?![\w+/])", re.ASCII | re.IGNORECASE)
_BOTH_IDS = re.compile(r"(?<![\w+/])([A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12})(?![\w+/])", re.ASCII)
_TAG = re.compile(r'\[\s*FEN\s*"([^"]*)"\s*\]', re.IGNORECASE)
_CHESS = re.compile(
    r"(?<!\S)((?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8})[ _]+([wb])[ _]+(-|[KQkqA-Ha-h]{1,4})"
    r"(?:[ _]+(-|[a-h][36])(?:[ _]+(\d{1,4})[ _]+(\d{1,4}))?)?(?!\S)",
    re.ASCII,
)
_DRAUGHTS = re.compile(r"(?<!\S)[WB]:[WB][^\s\"]*:[WB][^\s\"]*", re.ASCII)


def identifier_of(text: str) -> str:
    """The identifier of a position in a text, in the form that the readers know; else the text itself.

    Raises `InvalidPositionError` for a text longer than `LONGEST`.
    """
    if len(text) > LONGEST:
        raise InvalidPositionError("too long for a position")
    text = text.strip()
    if _WHOLE.match(text):
        return text
    if (tag := _TAG.search(text)) is not None:
        text = tag[1].strip()
    if (ours := _OURS.search(text)) is not None:
        return ours[0]
    if (position := _XGID.search(text) or _BARE_XGID.search(text)) is not None:
        return f"XGID={position[1]}"
    if (board := _XGID_BOARD.fullmatch(text)) is not None:
        return board[1]
    if (checkers := _POSITION_ID.search(text)) is not None:
        match = _MATCH_ID.search(text)
        return checkers[1] + (f":{match[1]}" if match else "")
    if (both := _BOTH_IDS.search(text)) is not None:
        return both[1]
    if (fen := _CHESS.search(text)) is not None:
        return " ".join(field for field in fen.groups() if field)
    if (draughts := _DRAUGHTS.search(text)) is not None:
        return draughts[0]
    return text


def has_own_notation(text: str) -> bool:
    """Return whether a text is, or begins like, a position in our own notation."""
    return _OUR_START.search(text) is not None


def read(game: DiceGame, text: str, side: int) -> tuple[Position, MatchPosition | None]:
    """The position of a game with dice that a text holds, and what the notation says of the match.

    `side` is on roll where the text does not say so. Raises `InvalidPositionError`.
    """
    identifier = identifier_of(text)
    if has_own_notation(identifier):
        position = game.parse(identifier, side)
        return position, of_position(position) if game.contact.hits else None
    if not game.contact.hits:
        raise InvalidPositionError("write X=24:2,13:5;O=24:2,13:5 (point:checkers)")
    standing = _of_other_programs(identifier)
    position = standing.position(game)
    return position, standing._replace(checkers=(position.counts(0), position.counts(1)))


def _of_other_programs(identifier: str) -> MatchPosition:
    if identifier.startswith("XGID="):
        return xgid.read(identifier)
    if len(identifier) == 26:
        return xgid.read(f"XGID={identifier}:0:0:1:00:0:0:0:0:10")
    return gnubg.read(identifier)
