"""The evaluator of hypergammon: the table once there is one, until then a stand-in."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from zaria.bots.hypergammon import table
from zaria.bots.hypergammon.layout import BAR, OFF
from zaria.bots.hypergammon.turns import number
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.games.protocols import Position
from zaria.games.tables.board import Board
from zaria.games.tables.position import Position as Table

log = logging.getLogger(__name__)

GAME = "hypergammon"
CHECKERS = 3


class HypergammonEvaluator:
    """Evaluates hypergammon exactly as soon as its table is there. Safe to use from several threads."""

    def __init__(
        self,
        stand_in: Callable[[Sequence[Position], int], list[OutcomeProbabilities]],
        path: Path | None = None,
    ) -> None:
        """Look for the table at `path`, else in the data directory, and evaluate by `stand_in` without."""
        self._path = path or table.default_path()
        self._stand_in = stand_in
        self._table: table.Table | None = None
        self._is_refused = False

    @property
    def name(self) -> str:
        """The kind of evaluation: "exact", or "plain" without the table."""
        return "plain" if self._loaded() is None else "exact"

    def evaluate(self, positions: Sequence[Position], ply: int) -> list[OutcomeProbabilities]:
        """Evaluate positions that are not over for the side on roll; the table needs no lookahead."""
        solved = self._loaded()
        if solved is None:
            return self._stand_in(positions, ply)
        return [solved.chances(*placements(_table(position).board)) for position in positions]

    def _loaded(self) -> table.Table | None:
        """Return the table, which another process may have made since the last question."""
        if self._table is None and not self._is_refused:
            try:
                self._table = table.Table(self._path)
            except FileNotFoundError:
                return None
            except (OSError, table.InvalidTableError) as error:
                self._is_refused = True
                log.warning("%s: evaluated by heuristics: %s", GAME, error)
        return self._table


def placements(board: Board) -> tuple[int, int]:
    """Return the placements of the side that sees the board and of the other side."""
    on_roll = [point for point, count in enumerate(board) for _ in range(count)]
    opponent = [BAR - point for point, count in enumerate(board) for _ in range(-count)]
    return _number(on_roll), _number(opponent)


def _number(spots: list[int]) -> int:
    low, middle, high = sorted(spots + [OFF] * (CHECKERS - len(spots)))
    return number(low, middle, high)


def _table(position: Position) -> Table:
    """Return a position of a tables game as one: hypergammon has no others."""
    assert isinstance(position, Table)
    return position
