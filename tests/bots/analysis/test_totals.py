"""Points that a match had no use for are no part of its result."""

import pytest

from tests.support.bots.simple_evaluator import simple
from tests.support.match.dice_matches import Table
from zaria.bots import doubling
from zaria.bots.analysis import analyse
from zaria.bots.analysis.totals import counted, useful
from zaria.match import commands as cmd
from zaria.match.terms import Terms


@pytest.mark.parametrize(
    ("points", "winner", "score", "length", "expected"),
    [
        (16, 0, (0, 0), 0, 16),  # for points every one of them counts
        (16, 1, (0, 0), 3, 3),
        (2, 1, (0, 0), 3, 2),
        (4, 0, (3, 4), 5, 2),
        (4, 1, (3, 4), 5, 1),
        (3, 0, (5, 5), 5, 1),  # level after draws, and whoever leads has won
        (2, 0, (4, 6), 7, 2),
    ],
)
def test_a_game_counts_what_its_winner_needed(
    points: int, winner: int, score: tuple[int, int], length: int, expected: int
) -> None:
    assert counted(points, winner, score, length) == expected


def test_a_cube_counts_as_high_as_somebody_still_needs() -> None:
    assert useful((0, 0), 0) == float("inf")
    assert [useful(score, 5) for score in ((0, 0), (3, 4), (4, 4), (5, 5))] == [5, 2, 1, 1]


@pytest.mark.parametrize(("length", "result"), [(1, 3), (5, 5)])
def test_the_result_of_a_match_is_what_counted(length: int, result: int) -> None:
    table = Table(Terms("backgammon", length=length), (6, 1), (6, 1))
    while table.match.phase != "over":  # a koks after the other for the same side
        if table.match.turn:
            table.step()
        else:
            table.act(cmd.Resign(3))
            table.act(cmd.Accept())
    analysis = analyse(table.events, "quick", evaluators=simple)
    assert [account.result for account in analysis.accounts] == [-result, result]
    for game in analysis.games:
        if game.how != "restarted":
            first, second = game.accounts
            before = doubling.Stake(
                away=None if length == 1 else (5 - game.score[0], 5 - game.score[1]),
                cube=False,
                has_cube=False,
                after=game.crawford or game.score[1] == 4,
                game="backgammon",
            )
            worth = -before.scaled(before.equity_of(-game.points))
            assert second.adjusted == pytest.approx(worth - (second.luck or 0) + (first.luck or 0), abs=1e-3)
            assert second.adjusted is not None
            assert first.adjusted == pytest.approx(-second.adjusted)
