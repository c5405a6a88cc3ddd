"""Draughts on boards that the compiled search does not know; see `zaria.bots.squares.engine.SquaresEngine`.

These are boards whose squares need wider words (Frisian and Canadian draughts) or whose pieces move along
rows and columns (Turkish draughts). The rules' kernels find their moves; the search is that of `alphabeta`,
in Python, and a hundred times slower than the compiled one. It does not see draws by counting but for the
moves from which it chooses.
"""

import math

from zaria.bots.squares.alphabeta import DEEPEST, Root, Search
from zaria.bots.squares.draughts.engine import OPENING, VARIETY
from zaria.bots.squares.draughts.search_game import DraughtsSearchGame, DraughtsState
from zaria.bots.squares.engine import Limits, Variation, foreign, some
from zaria.games.board_games import BoardPosition
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.rules import DraughtsRules

ENOUGH = 12_000
"""Positions searched without limits."""
MOST = 60_000
"""Positions searched at most: a second or two."""
SCALE = 110.0
"""Hundredths of a man for which the odds of winning grow by a factor of e."""


class PlainDraughtsEngine:
    """One game of draughts; see `SquaresEngine`."""

    name = "alpha-beta"

    def __init__(self, game: DraughtsRules) -> None:
        self.game = game

    def prepare(self) -> None:
        """Load nothing: it is ready."""

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """The best moves, the best first; see `SquaresEngine.lines`."""
        if not isinstance(position, DraughtsPosition) or position.game != self.game:
            raise foreign(position, self.game.id)
        limits, most = limits.within(), some(most)
        searched = DraughtsSearchGame(self.game)
        roots = [_root(searched, position, way.move) for way in position.legal_moves()]
        if not roots:
            return []
        noise = limits.noise
        if limits.seed and not noise and position.plies < OPENING:
            noise = VARIETY
        nodes, deepest = limits.bounds(ENOUGH, DEEPEST)
        search = Search(searched, min(nodes, MOST), limits.seconds, noise, limits.seed)
        ranked = search.rank(roots, most, deepest)
        return [Variation(choice.move, choice.value, choice.depth, (choice.move,)) for choice in ranked]

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1, a draw being half a win."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value / SCALE))))


def _root(searched: DraughtsSearchGame, position: DraughtsPosition, move: str) -> Root[DraughtsState]:
    """The position to which a move leads; a draw by rule is known to be one."""
    after = position.move(move)
    outcome = after.outcome()
    is_drawn = outcome is not None and outcome.winner is None
    return Root(move, searched.state(after), 0 if is_drawn else None)
