"""Performance rates of the levels: `python -m tools.bench.level_rates GAME… --games N`.

Each level plays single games against itself, as at a table, and the house's analysis grades them. Prints the
rate of the turns of each level with its standard error (over games) and, with `--cube`, that of all its
decisions; beside it what a player has who plays any legal turn. The master has hardly any errors in the eyes
of its own engine, so only gnubg can say what it is worth (`tools.bench.strength`). On squares a rate is the
mean loss in per cent of winning chances.
"""

import argparse
import hashlib
import random
import sys
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from multiprocessing import get_context
from typing import NamedTuple

from tools.bench.strength.games import above_nought

from zaria import games
from zaria.bots import levels
from zaria.bots.analysis import Analysis, analyse
from zaria.bots.analysis.marks import SCALE
from zaria.bots.analysis.shape import DEPTHS, Depth, Unit
from zaria.live.engines.answers import answer, side_to_answer
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import drafted
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.seats import opened
from zaria.match.terms import Terms

NOW = 1_760_000_000_000
"""Any moment: nobody has a clock."""
LONGEST = 4_000
"""Commands after which a game is given up."""
BLIND = 0
"""Stands for a player of any legal turn."""


class Graded(NamedTuple):
    """The decisions of both sides of one game: their number, and their cost in the unit of the analysis."""

    unit: Unit
    turns: int
    lost: float
    decisions: int
    lost_in_all: float


class Rate(NamedTuple):
    """A performance rate and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.1f} ± {self.error:.1f}"


def rate(unit: Unit, tallies: Sequence[tuple[int, float]]) -> Rate:
    """The rate of games with so many decisions and so much lost, and its error as that of a ratio."""
    count, lost = sum(decisions for decisions, _ in tallies), sum(loss for _, loss in tallies)
    mean = lost / max(1, count)
    spread = sum((loss - mean * decisions) ** 2 for decisions, loss in tallies)
    error = sqrt(spread * len(tallies) / max(1, len(tallies) - 1)) / max(1, count)
    return Rate(SCALE[unit] * mean, SCALE[unit] * error)


def played(game: str, level: int, number: int, cube: bool, seconds: float | None) -> list[ev.Event]:
    """A single game of a level against itself, from the first seat to the end."""
    dice = Dice(hashlib.sha256(f"rates {number}".encode()).digest(), f"rates-{number}")
    terms = Terms(game, length=1, cube=cube)
    events: list[ev.Event] = [opened(dice.match_id, terms, dice.seal, NOW)]
    match, chance = evolve(None, events[0]), random.Random(f"{game} {number}")
    for side in (0, 1):
        seat = ev.Player(f"bot:{side}", f"Side {side}", "#777", levels.bot_id(level or levels.USUAL))
        match = _done(events, match, side, cmd.Sit(seat, f"{side}" * 16, match.seal), dice)
    for _ in range(LONGEST):
        side_due = side_to_answer(match)
        if side_due is None:
            break
        command = _command(match, side_due, level, seconds, chance)
        match = _done(events, match, side_due, command, dice)
    return events


def _command(
    match: Match, side: int, level: int, seconds: float | None, chance: random.Random
) -> cmd.Command:
    if level != BLIND:
        return answer(match, side, seconds).command
    if match.game.is_board:
        position = match.board_position()
        return cmd.Move(chance.choice(position.legal_moves()).move, position.plies)
    if match.phase != "move":
        return cmd.Roll()
    return cmd.Play(chance.choice(match.dice_position().turns()).moves, match.rolls, match.stage)


def _done(events: list[ev.Event], match: Match, side: int, command: cmd.Command, dice: Dice) -> Match:
    """The match after a command, whose events are added."""
    for event, after in drafted(match, side, command, NOW, dice).steps():
        events.append(event)
        match = after
    return match


def graded(analysis: Analysis) -> Graded:
    """The decisions of both sides by an analysis."""
    both = analysis.accounts
    return Graded(
        analysis.method.unit,
        sum(account.turns.decisions for account in both),
        sum(account.turns.loss for account in both),
        sum(account.total.decisions for account in both),
        sum(account.total.loss for account in both),
    )


class Task(NamedTuple):
    """A game to be played and graded."""

    game: str
    level: int
    number: int
    cube: bool
    depth: Depth
    seconds: float | None


def perform(task: Task) -> Graded:
    """Play and grade one game."""
    events = played(task.game, task.level, task.number, task.cube, task.seconds)
    return graded(analyse(events, task.depth))


def gradings(tasks: Sequence[Task], jobs: int) -> Iterator[Graded]:
    """Each task performed, in their order, by so many processes."""
    if jobs == 1:
        yield from map(perform, tasks)
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(perform, tasks)


def measure(game: str, level: int, options: argparse.Namespace) -> None:
    """Print the rates of a level."""
    began = time.monotonic()
    tasks = [
        Task(game, level, number, options.cube, options.depth, options.seconds)
        for number in range(options.games)
    ]
    grades = list(gradings(tasks, options.jobs))
    unit = grades[0].unit
    turns = rate(unit, [(grade.turns, grade.lost) for grade in grades])
    every = rate(unit, [(grade.decisions, grade.lost_in_all) for grade in grades])
    whole = f", all decisions {every}" if options.cube else ""
    name = f"level {level}" if level else "any turn"
    print(
        f"{game}: {name}: turns {turns}{whole} ({len(grades)} games, "
        f"{sum(grade.turns for grade in grades)} turns, {options.depth}, {time.monotonic() - began:.0f} s)",
        flush=True,
    )


def main() -> int:
    """0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*games.names(), *games.names_on_squares()]
    parser.add_argument("game", nargs="+", choices=names)
    parser.add_argument("--games", type=above_nought, default=12, help="games of each level (default 12)")
    parser.add_argument(
        "--levels", type=int, nargs="+", choices=(BLIND, *levels.LEVELS), default=(1, 2, 3, 4)
    )
    parser.add_argument("--cube", action="store_true", help="with the cube")
    parser.add_argument("--depth", choices=DEPTHS, default="normal", help="of the analysis")
    parser.add_argument("--seconds", type=float, default=0.4, help="for a move (default 0.4)")
    parser.add_argument("--jobs", type=above_nought, default=1, help="processes (default 1)")
    options = parser.parse_args()
    for game in options.game:
        for level in options.levels:
            measure(game, level, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
