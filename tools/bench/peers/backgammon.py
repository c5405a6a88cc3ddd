"""Best turns of backgammon a second, by processor time: Zaria's engine beside gnubg and Open Sage.

All answer the same positions, which come from games of the heuristic player: they are in nobody's cache. In
each round every program in turn answers a part of them. gnubg is asked twice: through its package, in this
process and without pruning at 1 ply, and as Debian's program, which prunes at every depth (`gnubg_program`).
What Open Sage calls one ply is no ply here.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from tools.bench.peers import gnubg_program
from tools.bench.peers.row import MissingPeerError, Row, not_measured
from tools.bench.strength import sage
from tools.bench.strength.boards import board_of
from tools.bench.strength.games import Dice
from tools.bench.strength.gnubg import Gnubg, MissingEngineError
from tools.bench.strength.players import ByHand, Ours, rolled

from zaria import games
from zaria.bots.tables import Engine
from zaria.games.protocols import Position

ROUNDS = 3
STRIDE = 3
"""Of a game every third decision is asked about."""
POSITIONS = {0: 300, 1: 90, 2: 24}
"""The number asked about at each depth, in all rounds together."""
OURS, PACKAGE, PROGRAM, SAGE = "Zaria", "gnubg, its package", "gnubg, Debian's program", "Open Sage"
Answer = Callable[[Sequence[Position]], float]
"""Plays the best turns of positions at a depth; returns the processor seconds."""


def rows(share: float = 1.0, plies: Sequence[int] = tuple(POSITIONS), rounds: int = ROUNDS) -> list[Row]:
    """Measure all programs at these depths, over this share of `POSITIONS`."""
    engine = Engine(games.dice_game("backgammon"))
    engine.prepare()
    rolled_positions = list(islice(positions(), _count(0, share, rounds)))
    return [
        row
        for ply in plies
        for row in _at(ply, engine, rolled_positions[: _count(ply, share, rounds)], rounds)
    ]


def _count(ply: int, share: float, rounds: int) -> int:
    """The number of positions at a depth: one a round at least."""
    return max(rounds, round(share * POSITIONS[ply]))


def _at(ply: int, engine: Engine, positions: Sequence[Position], rounds: int) -> list[Row]:
    """The rows of a depth."""
    subject = f"backgammon, {ply}-ply"
    makers: dict[str, Callable[[], Answer]] = {
        OURS: lambda: _in_process(Ours(engine, ply).play),
        PACKAGE: lambda: _in_process(Gnubg(ply).play),
        PROGRAM: lambda: lambda part: gnubg_program.seconds_of_hints(part, ply),
        SAGE: lambda: _in_process(_open_sage(ply)),
    }
    answers: dict[str, Answer] = {}
    reasons: dict[str, Exception] = {}
    for name, maker in makers.items():
        try:
            answers[name] = maker()
        except MissingEngineError as error:
            reasons[name] = error
    spent = dict.fromkeys(answers, 0.0)
    for part in (positions[start::rounds] for start in range(rounds)):
        for name, answer in answers.items():
            try:
                spent[name] += answer(part)
            except MissingPeerError as error:
                reasons[name] = error
    rates = {name: len(positions) / spent[name] for name in answers if name not in reasons}
    return [
        not_measured(subject, name, reasons[name])
        if name in reasons
        else Row(subject, name, rates[name], None if name == OURS else rates[OURS] / rates[name])
        for name in makers
    ]


def positions() -> Iterator[Position]:
    """Positions with a roll from games of the heuristic player against itself."""
    player, rules, number = ByHand(), games.dice_game("backgammon"), 0
    while True:
        dice, position, stage = Dice(0, number), rules.start(0), 0
        while position.outcome() is None:
            position_with_roll = position.rolled(dice.roll(stage == 0))
            if stage % STRIDE == 0:
                yield position_with_roll
            position, stage = player.play(position_with_roll), stage + 1
        number += 1


def _in_process(play: Callable[[Position], object]) -> Answer:
    """Return what lets a player of this process answer, its threads counted too."""

    def answer(positions: Sequence[Position]) -> float:
        began = time.process_time()
        for position in positions:
            play(position)
        return time.process_time() - began

    return answer


def _open_sage(ply: int) -> Callable[[Position], object]:
    """Return Open Sage's choice of a turn, cubeless, on one thread. Raises `MissingEngineError`."""
    try:
        from bgsage import BgBotAnalyzer
    except ImportError as error:
        raise MissingEngineError(sage.MISSING) from error
    analyzer = BgBotAnalyzer(eval_level=f"{ply + 1}ply", cubeful=False, parallel_threads=1)

    def play(position: Position) -> object:
        return analyzer.checker_play(sage.theirs(board_of(position)), *rolled(position))

    return play
