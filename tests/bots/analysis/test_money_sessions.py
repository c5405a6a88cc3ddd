"""An analysis of a money session: each game counts by itself, and the one that was not played does not."""

from tests.support.bots.simple_evaluator import simple
from tests.support.match.dice_matches import Table
from zaria.bots.analysis import analyse
from zaria.match import commands as cmd
from zaria.match.terms import SESSION, Terms


def _give_up(table: Table, points: int) -> None:
    table.act(cmd.Resign(points))
    table.act(cmd.Accept())


def test_the_game_that_had_begun_is_left_out() -> None:
    table = Table(Terms("backgammon", length=SESSION, cube=True), (6, 1))
    table.play()
    _give_up(table, 3)
    table.step()
    side = next(side for side in (0, 1) if table.match.may_finish(side))
    table.do(side, cmd.Finish())
    analysis = analyse(table.events, "quick", evaluators=simple)
    assert [(game.number, game.points) for game in analysis.games] == [(1, 3)]
    assert sorted(account.result for account in analysis.accounts) == [-3, 3]
    assert max(decision.frame for decision in analysis.decisions) <= analysis.games[0].last
    assert max(roll.frame for roll in analysis.rolls) <= analysis.games[0].last


def test_of_a_match_with_a_handicap_no_more_counts_than_is_needed() -> None:
    table = Table(Terms("backgammon", length=5, start_score=(0, 3)), (6, 1))
    while table.match.turn == 1:
        table.step()
    _give_up(table, 3)
    (game,) = analyse(table.events, "quick", evaluators=simple).games
    assert (game.score, game.points) == ((0, 3), 3)
    assert [account.result for account in game.accounts] == [-2, 2]
