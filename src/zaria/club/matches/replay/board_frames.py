"""The replay of a board game, where it differs from that of a game with dice."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zaria import games
from zaria.games.protocols import Option
from zaria.records.replay import Frame

HALF = "½"
NOTHING: Mapping[str, Option] = {}


class Move(NamedTuple):
    """A move in the list: the frame it leads to, and how books write it."""

    at: int
    text: str


class Row(NamedTuple):
    """A numbered move of both sides, the first player's first; number 0: another remark."""

    number: int
    moves: tuple[Move | None, ...]
    at: int = 0
    text: str = ""


def rows(frames: Sequence[Frame], said: Mapping[int, str]) -> list[Row]:
    """The list of moves; `said` are the sentences of other frames by their numbers.

    A side that must pass (ugolki) leaves its place empty. Behind a turn that was taken back the numbers go on
    from where it was made.
    """
    first = games.board_game(frames[0].now).first
    made: list[Row] = []
    told = {0: (0, 1)}
    for at, frame in enumerate(frames):
        if frame.t == "moved" and frame.squares is not None:
            move, place, plies = Move(at, frame.text), int(frame.side != first), frame.squares.plies
            number, before = told.get(plies - 1, (0, 1))
            number += not (place and not before)
            told[plies] = number, place
            if place and made and made[-1].moves and made[-1].moves[1] is None:
                made[-1] = made[-1]._replace(moves=(made[-1].moves[0], move))
            else:
                made.append(Row(number, (None, move) if place else (move, None)))
        elif at in said:
            made.append(Row(0, (), at, said[at]))
    return made


def marks(frame: Frame) -> tuple[str, str]:
    """Score of each side if the game is over, else nothing."""
    if frame.t != "ended" or frame.how == "void":
        return "", ""
    if frame.side is None:
        return HALF, HALF
    return str(int(frame.side == 0)), str(int(frame.side == 1))


def checks(frames: Sequence[Frame]) -> list[bool]:
    """True if the king of the side on turn is in check, by each frame."""
    found = []
    check = False
    for frame in frames:
        if frame.t == "moved":
            check = frame.now == "chess" and frame.text.endswith(("+", "#"))
        found.append(check)
    return found


def board(name: str, options: Mapping[str, Option] = NOTHING) -> dict[str, Any]:
    """The board as the page's script needs it."""
    game = games.board_game(name, **options)
    return {
        "game": name,
        "size": game.size,
        "coordinates": game.coordinates,
        "house": getattr(game.options, "house", ""),
    }
