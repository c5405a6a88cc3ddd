"""Speed beside gnubg's: evaluations, turns at 0, 1 and 2 plies, and the first move after a start.

Both answer for the same positions in turn. What counts is the processor's time; gnubg keeps its cache.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from zaria import games
from zaria.bots.tables import Engine
from zaria.games.protocols import Position

from .games import Dice
from .gnubg import Gnubg, seen
from .players import Ours

STRIDE = 3
"""Of a game every third decision is asked about."""


class Pace(NamedTuple):
    """Answers a second, of our engine and of its peer, gnubg."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


def positions(count: int, seed: int) -> list[Position]:
    """Positions with a roll from gnubg's games against itself."""
    rolled_positions: list[Position] = []
    static, rules, number = Gnubg(0), games.dice_game("backgammon"), 0
    while len(rolled_positions) < count:
        dice, position, stage = Dice(seed, number), rules.start(0), 0
        while position.outcome() is None:
            rolled = position.rolled(dice.roll(stage == 0))
            if stage % STRIDE == 0:
                rolled_positions.append(rolled)
            position, stage = static.play(rolled), stage + 1
        number += 1
    return rolled_positions[:count]


def turns(engine: Engine, ply: int, positions: Sequence[Position], seconds: float) -> Pace:
    """Best turns a second, and gnubg's at the same depth."""
    return _pace(Ours(engine, ply).play, Gnubg(ply).play, positions, seconds)


def evaluations(engine: Engine, ply: int, positions: Sequence[Position], seconds: float) -> Pace:
    """Positions before a roll judged a second, asked one by one."""
    before = [position for rolled in positions for position in rolled.results()[:STRIDE]]
    deep = Gnubg(ply)
    return _pace(
        lambda position: engine.evaluate(position, ply),
        lambda position: deep.evaluate(seen(position)),
        before,
        seconds,
    )


class Start(NamedTuple):
    """Seconds from starting Python to the first turn of a game."""

    waited: float
    worked: float
    """Of the processor, whatever else the machine does."""


def first_move(game: str) -> Start:
    """Return how long the first turn at 0 plies takes a fresh process."""
    code = (
        "from zaria import games; from zaria.bots.tables import Engine; "
        f"game = games.get({game!r}); print(Engine(game).ranked(game.start().rolled((6, 5)), 0, 1))"
    )
    worked, began = _children(), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return Start(time.perf_counter() - began, _children() - worked)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _pace(
    ours: Callable[[Position], object],
    peer: Callable[[Position], object],
    positions: Sequence[Position],
    seconds: float,
) -> Pace:
    spent, answered = [0.0, 0.0], 0
    for position in positions:
        for who, answer in enumerate((ours, peer)):
            began = time.thread_time()
            answer(position)
            spent[who] += time.thread_time() - began
        answered += 1
        if sum(spent) > seconds:
            break
    return Pace(answered / spent[0], answered / spent[1])
