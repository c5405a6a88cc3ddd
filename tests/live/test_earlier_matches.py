"""A match as it was at an earlier moment: what a late broadcast shows."""

import pytest

from tests.live.test_game_positions import live
from tests.support.match import board_matches
from tests.support.match.dice_matches import Table
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.terms import Terms


def tables() -> list[Table]:
    dice = Table(Terms("tabla", length=3), (3, 1), (3, 1))
    for _ in range(30):
        dice.step()
    squares = board_matches.chess("e2e4", "e7e5")
    for pick in range(45):
        board_matches.play(squares, pick)
    return [dice, squares]


@pytest.mark.parametrize("table", tables(), ids=["dice", "squares"])
def test_each_moment_shows_what_had_happened_by_then(table: Table) -> None:
    live_match, match = live(table), None
    matches: list[Match] = []
    for event in table.events:
        match = evolve(match, event)
        matches.append(match)
    moments = {event.at for event in table.events}
    for until in sorted({at + delta for at in moments for delta in (-1, 0, 1)}):
        happened = [n for n, event in enumerate(table.events) if event.at <= until]
        earlier = live_match.earlier(until)
        if not happened:
            assert earlier == (-1, matches[0])
        else:
            assert earlier == (happened[-1], matches[happened[-1]])
