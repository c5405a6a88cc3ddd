"""The starting player: the opening roll, its ties, and later games."""

import pytest

from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms

OFF_NEXT = "X=1:1,off:14;O=1:1,off:14"


@pytest.mark.parametrize(
    ("game", "roll", "starter", "phase"),
    [
        ("tabla", (5, 3), 0, "move"),
        ("tabla", (3, 5), 1, "move"),
        ("tapa", (6, 1), 0, "move"),
        ("tapa", (1, 6), 1, "move"),
        ("long-nardy", (6, 1), 0, "roll"),
        ("long-nardy", (2, 4), 1, "roll"),
    ],
)
def test_the_higher_die_starts(game: str, roll: tuple[int, int], starter: int, phase: str) -> None:
    """Tabla and tapa play the opening dice, long nardy rolls anew."""
    match = Table(Terms(game), roll).match
    assert (match.starter, match.turn, match.to_act(), match.phase) == (starter, starter, starter, phase)
    assert match.dice == (roll if phase == "move" else None)
    assert match.position.turn == starter


def test_ties_are_rolled_again_each_under_its_own_number() -> None:
    table = Table(Terms("tabla"), (2, 2), (6, 6), (1, 4))
    rolls = [(e.n, e.dice) for e in table.events if isinstance(e, ev.OpeningRolled)]
    assert rolls == [(1, (2, 2)), (2, (6, 6)), (3, (1, 4))]
    assert (table.match.rolls, table.match.starter, table.match.dice) == (3, 1, (1, 4))


def test_the_starter_of_long_nardy_rolls_two_fresh_dice() -> None:
    table = Table(Terms("long-nardy"), (6, 1), (4, 4))
    (rolled,) = table.do(0, cmd.Roll())
    assert isinstance(rolled, ev.Rolled)
    assert (rolled.n, rolled.dice) == (2, (4, 4))


@pytest.mark.parametrize("winner", [0, 1])
def test_the_winner_starts_the_next_game_and_rolls(winner: int) -> None:
    table = Table(Terms("tabla", length=3))
    table.place(OFF_NEXT, winner, phase="roll", dice=None)
    table.act(cmd.Roll())
    ended, started = table.play()[1:]
    assert isinstance(ended, ev.GameEnded)
    assert isinstance(started, ev.GameStarted)
    assert (started.number, started.starter) == (2, winner)
    match = table.match
    assert (match.phase, match.turn, match.position) == ("roll", winner, match.dice_game().start(winner))


def test_every_game_of_a_match_goes_on_counting_rolls() -> None:
    table = Table(Terms("tabla", length=3), (6, 5))
    table.place(OFF_NEXT, 0, phase="roll", dice=None)
    table.act(cmd.Roll())
    table.play()
    table.act(cmd.Roll())
    assert table.match.rolls == 3
