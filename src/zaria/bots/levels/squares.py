"""The levels in board games: the best engine, with a shorter search and errors."""

import random

from zaria import games
from zaria.bots.levels.lapses import seen
from zaria.bots.levels.skill import NAMES, PREFIX, look
from zaria.bots.player import Effort, ThinkRequest, Thought
from zaria.bots.squares.engine import Limits, Variation
from zaria.bots.squares.material_player import glance
from zaria.bots.squares.registry import engine_for
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import IllegalTurnError

SAFETY = 4.0
"""Seconds after which every search ends. Positions end it long before: the clock changes no move."""
CLOSE = 25
"""Hundredths of a man by which a move may be worse than the best and still have to be weighed against it."""
MANY = 20
"""Legal moves from which a choice is as hard as can be, if only the best move was computed."""
BRIEF = 100_000
"""Positions of a short search, which is over in a tenth of a second or less."""
_GLANCE, _BRIEFLY = 5_000, 0.2
"""Positions looked at for a draw offer, and seconds, half of those for the move at most."""
_LEVEL, _LATE = 40, 60
"""Nobody is ahead by less than this; moves after which a level game may be called a draw."""


class SquaresLevel:
    """One of the levels; see `SquaresBot`."""

    def __init__(self, level: float) -> None:
        self.level = level
        self.id = f"{PREFIX}{level:g}"
        self.name = f"Zaria ({NAMES[level]})"

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        """Return the best of the moves that it sees; raises `IllegalTurnError` if there is none."""
        ways = position.legal_moves()
        if not ways:
            raise IllegalTurnError("there is no move to choose")
        if len(ways) == 1:
            return Thought(ways[0].move)
        able = look(position.game.id, self.level)
        chance = random.Random(request.seed)
        if able.glance and chance.random() < able.glance:
            return Thought(glance(position, chance), min(1.0, len(ways) / MANY))
        seconds = SAFETY if request.seconds is None else min(SAFETY, request.seconds)
        limits = Limits(able.nodes, seconds, able.depth, able.noise, request.seed)
        lines = engine_for(position.game).lines(position, limits, able.most)
        if not lines:
            return Thought(ways[0].move)
        loud = {way.move for way in ways if way.captures}
        eyed = seen(lines, lambda line: float(line.move not in loud), able.overlook, chance)
        return Thought(eyed[0].move, _doubt(lines, len(ways)))

    def accepts_draw(self, position: BoardPosition, side: int, request: ThinkRequest) -> bool:
        """Take a draw when behind, or when a long game is level."""
        if position.outcome() is not None:
            return False
        seconds = _BRIEFLY if request.seconds is None else min(_BRIEFLY, request.seconds / 2)
        lines = engine_for(position.game).lines(position, Limits(nodes=_GLANCE, seconds=seconds))
        value = lines[0].value if lines else 0
        own_value = value if position.turn == side else -value
        return own_value < -_LEVEL or (own_value <= _LEVEL and position.plies >= _LATE)


def _doubt(lines: list[Variation], ways: int) -> float:
    if len(lines) < 2:
        return min(1.0, ways / MANY)
    close = sum(line.value >= lines[0].value - CLOSE for line in lines)
    return (close - 1) / (len(lines) - 1)


def engine(game: str, level: float) -> tuple[str, int]:
    """Return the engine of a level in a game, and the plies it looks ahead (0: as far as it can)."""
    return engine_for(games.board_game(game)).name, look(game, level).depth or 0


def effort(game: str, level: float | None) -> Effort:
    """Return the effort of a program (None: of no level): the highest levels search for long."""
    return "short" if level is None or look(game, level).nodes <= BRIEF else "long"
