"""One of our levels against the plain player with the cube: single games for points.

Both double, take and resign as they do at a table. Each pair of games has the same dice and swapped sides.
"""

import hashlib
import time
from collections.abc import Callable

from zaria.live.engines.answers import answer, side_to_answer
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import drafted
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.seats import opened
from zaria.match.terms import Terms

from .games import LONGEST, Mean

PLAIN = "plain"
NOW = 1_760_000_000_000
"""Any moment: nobody has a clock."""


def series(
    game: str,
    level: str,
    games: int,
    minutes: float,
    seed: int = 0,
    seconds: float | None = None,
    progress: Callable[[Mean], None] = lambda mean: None,
) -> Mean:
    """Points a game that the program `level` wins, the mean of pairs; it thinks so many seconds at most.

    At least two pairs, until there are so many games or the time is over; `progress` is called after each.
    """
    mean, began = Mean(), time.monotonic()
    while 2 * mean.count < games and (mean.count < 2 or time.monotonic() - began < minutes * 60):
        secret = hashlib.sha256(f"{seed}:{mean.count}".encode()).digest()
        mean.add(sum(_game(game, level, side, secret, seconds) for side in (0, 1)) / 2)
        progress(mean)
    return mean


def _game(game: str, level: str, side: int, secret: bytes, seconds: float | None) -> int:
    """Return what the level wins on this side."""
    dice = Dice(secret, "strength")
    match = evolve(None, opened(dice.match_id, Terms(game, length=1, cube=True), dice.seal, NOW))
    for index in (0, 1):
        name = level if index == side else PLAIN
        seat = ev.Player(f"bot:{index}", name, "#777", name)
        match, _ = _done(match, index, cmd.Sit(seat, f"{index}" * 16, match.seal), dice)
    for _ in range(LONGEST):
        who = side_to_answer(match)
        if who is None:
            break
        match, ended = _done(match, who, answer(match, who, seconds).command, dice)
        if ended is not None:
            return 0 if ended.winner is None else ended.points if ended.winner == side else -ended.points
    return 0


def _done(match: Match, side: int, command: cmd.Command, dice: Dice) -> tuple[Match, ev.GameEnded | None]:
    """The match after a command, and the end of the game if it brought it."""
    ended = None
    for event, after in drafted(match, side, command, NOW, dice).steps():
        match = after
        if isinstance(event, ev.GameEnded):
            ended = event
    return match, ended
