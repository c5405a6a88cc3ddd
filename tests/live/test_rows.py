"""Effects of events on the match as a whole, as the journal gets them."""

import pytest

from tests.support.match.dice_matches import NOW, PLAYERS, SEEDS
from zaria.live.journal.base import Mark
from zaria.live.journal.rows import mark
from zaria.match import commands as cmd
from zaria.match.decide import decide
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms

CLOCK = ClockTerms(0, 60_000, 0)


@pytest.mark.parametrize(
    ("clock", "until", "marks"),
    [
        (None, None, [Mark.NONE, Mark.NONE, Mark.NONE, Mark.OVER]),
        (CLOCK, None, [Mark.NONE, Mark.NONE, Mark.RUNNING, Mark.OVER]),
        (None, NOW + 60_000, [Mark.RUNNING, Mark.NONE, Mark.RESTING, Mark.OVER]),
        (CLOCK, NOW + 60_000, [Mark.RUNNING, Mark.NONE, Mark.RUNNING, Mark.OVER]),
    ],
)
def test_from_the_opening_to_the_end(clock: ClockTerms | None, until: int | None, marks: list[Mark]) -> None:
    dice = Dice(bytes(32), "m")
    first = opened("m", Terms("chess", clock=clock), dice.seal, NOW, until)
    match = evolve(None, first)
    results = [mark(None, [first])]
    for side, command in (
        (0, cmd.Sit(PLAYERS[0], SEEDS[0], dice.seal)),
        (1, cmd.Sit(PLAYERS[1], SEEDS[1], dice.seal)),
        (0, cmd.Claim("win")),
    ):
        events = decide(match, side, command, NOW, dice)
        results.append(mark(match, events))
        for event in events:
            match = evolve(match, event)
    assert results == marks


def test_a_table_that_is_cancelled_is_over() -> None:
    dice = Dice(bytes(32), "m")
    match = evolve(None, opened("m", Terms("chess"), dice.seal, NOW))
    assert mark(match, decide(match, 0, cmd.Cancel(), NOW, dice)) is Mark.OVER
