"""Decisions of games with dice: from self-play between two levels, and from matches."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zaria.bots.levels import WITH_DICE
from zaria.bots.player import ThinkRequest
from zaria.games.dice import Roll
from zaria.games.protocols import DiceGame, Position
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.puzzles.puzzle import PuzzleSource
from zaria.records.history import followed

LONGEST = 400
"""Stages of a game; a longer one ends."""


class RolledPosition(NamedTuple):
    """A position before a roll, with side 0 on roll, and the roll."""

    position: Position
    roll: Roll
    source: PuzzleSource


def self_play(game: DiceGame, levels: tuple[int, int], seed: int) -> Iterator[RolledPosition]:
    """Play a game between two levels, and yield each roll before it is played."""
    dice = random.Random(seed)
    source = PuzzleSource(kind="self-play", levels=levels, seed=seed)
    position = game.start(dice.randrange(2))
    for stage in range(LONGEST):
        if position.outcome() is not None or position.locked():
            return
        if position.duty is None:
            roll = dice.randint(1, 6), dice.randint(1, 6)
            yield RolledPosition(seen_by_roller(game, position), roll, source)
            position = position.rolled(roll)
        request = ThinkRequest(seed=seed * LONGEST + stage)
        position = position.play(WITH_DICE[levels[position.turn]].think(position, request).choice)


def of_match(game: DiceGame, events: Sequence[ev.Event]) -> Iterator[RolledPosition]:
    """Yield the rolls of a match before they are played; raises `InvalidRecordError`."""
    before: Match | None = None
    for number, (event, match) in enumerate(followed(events)):
        if isinstance(event, ev.Rolled) and before is not None and before.dice_position().game == game:
            position = seen_by_roller(game, before.dice_position())
            yield RolledPosition(
                position, event.dice, PuzzleSource(kind="match", match=match.id, event=number)
            )
        before = match


def seen_by_roller(game: DiceGame, position: Position) -> Position:
    """Return the position with side 0 on roll, as its text gives it: without what was played before."""
    return game.parse(position.to_text(), 0)
