"""The predicates of boards of lessons, for boards where naming each accepted turn would say less.

Each takes the position before the turn, the turn and the position after it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from zaria.games.board_games import BoardMove, BoardPosition
from zaria.games.protocols import Position
from zaria.games.turn import Turn

_HOME = 6
_BAR = 25

Predicate = Callable[[Any, Any, Any], bool]


def _hit(before: Position, turn: Turn, after: Position) -> bool:
    """A checker of the other side is hit, or pinned."""
    return any(step.hit for step in turn.steps)


def _off(before: Position, turn: Turn, after: Position) -> bool:
    """A checker is borne off."""
    return any(step.dst == 0 for step in turn.steps)


def _none_off(before: Position, turn: Turn, after: Position) -> bool:
    """No checker is borne off."""
    return not _off(before, turn, after)


def _home(before: Position, turn: Turn, after: Position) -> bool:
    """All checkers are home or off."""
    return not any(after.counts(before.turn)[_HOME + 1 :])


def _entered(before: Position, turn: Turn, after: Position) -> bool:
    """No checker is on the bar."""
    return after.counts(before.turn)[_BAR] == 0


def _none_exposed(before: Position, turn: Turn, after: Position) -> bool:
    """No checker stands alone between the last points and the bar."""
    return 1 not in after.counts(before.turn)[1:_BAR]


def _any(before: object, turn: object, after: object) -> bool:
    """Every legal turn will do."""
    return True


def _won(before: Any, turn: object, after: Any) -> bool:
    """The turn wins the game."""
    outcome = after.outcome()
    return outcome is not None and outcome.winner == before.turn


def _captured(before: BoardPosition, move: BoardMove, after: BoardPosition) -> bool:
    """A piece is captured."""
    return bool(move.captures)


def _promoted(before: BoardPosition, move: BoardMove, after: BoardPosition) -> bool:
    """A man becomes a king, a pawn a piece."""
    return bool(move.promotion)


def _offered(before: BoardPosition, move: BoardMove, after: BoardPosition) -> bool:
    """The other side must capture."""
    return bool(after.legal_moves()) and all(reply.captures for reply in after.legal_moves())


TABLES: Mapping[str, Predicate] = {
    "hit": _hit,
    "pinned": _hit,
    "off": _off,
    "none off": _none_off,
    "all home": _home,
    "entered": _entered,
    "none exposed": _none_exposed,
    "any": _any,
    "won": _won,
}
"""The predicates of games with dice, by the names that boards use."""

SQUARES: Mapping[str, Predicate] = {
    "captured": _captured,
    "promoted": _promoted,
    "offered": _offered,
    "any": _any,
    "won": _won,
}
"""Those of board games."""
