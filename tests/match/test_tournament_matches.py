"""Matches of a tournament: nobody cancels them or leaves free, and the server alone can annul them."""

from typing import Any

import pytest

from tests.match.test_leaving import MINUTE, UNTIL, check_record, public
from tests.support.match.board_matches import give
from tests.support.match.dice_matches import NOW, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Result
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms
from zaria.match.view import view

TABLA = Terms("tabla", clock=MINUTE, tournament="t1")
CHESS = Terms("chess", clock=MINUTE, tournament="t1")


def chess(*moves: str, tournament: str = "t1") -> Table:
    table = Table(Terms("chess", clock=MINUTE, tournament=tournament))
    for move in moves:
        give(table, move)
    return table


@pytest.mark.parametrize("more", [{"clock": None}, {"stakes": Stakes(100)}, {"training": True}])
def test_it_has_a_clock_and_no_stakes_and_is_not_for_training(more: dict[str, Any]) -> None:
    Terms("tabla", **{"clock": MINUTE, **more}).check_new()
    with pytest.raises(CommandRefusedError) as refused:
        Terms("tabla", **{"clock": MINUTE, "tournament": "t1", **more}).check_new()
    assert refused.value.code == "tournament_terms"
    TABLA.check_new()
    assert TABLA.renewed().tournament == ""


def test_other_matches_are_written_as_before() -> None:
    assert b"tournament" not in ev.encode(public(Terms("tabla", clock=MINUTE)).events[0])
    assert view(public(TABLA).match).tournament == "t1"


@pytest.mark.parametrize("terms", [TABLA, CHESS], ids=["dice", "squares"])
def test_the_first_to_come_waits_to_the_end(terms: Terms) -> None:
    table = public(terms)
    table.now = NOW + 1_000
    table.sit(1)
    assert table.match.until == UNTIL
    assert [table.refused(side, cmd.Cancel()) for side in (0, 1)] == ["tournament_table"] * 2
    table.now = UNTIL - 1
    assert table.refused(None, cmd.Flag()) == "not_over_time"
    table.now = UNTIL
    assert table.do(None, cmd.Flag())[0] == ev.Cancelled(at=UNTIL, side=None)
    assert [player is not None for player in table.match.players] == [False, True]
    check_record(table)


@pytest.mark.parametrize("terms", [TABLA, CHESS], ids=["dice", "squares"])
def test_an_absence_is_claimed_as_a_win_only(terms: Terms) -> None:
    table = Table(terms)
    assert table.refused(0, cmd.Claim("draw")) == "tournament_draw"
    table.do(0, cmd.Claim("win"))
    assert table.match.winner == 0
    check_record(table)


@pytest.mark.parametrize("moves", [(), ("e2e4",), ("e2e4", "e7e5", "g1f3")])
def test_few_moves_on_squares_count(moves: tuple[str, ...]) -> None:
    table = chess(*moves)
    assert table.refused(1, cmd.Abort()) == "tournament_table"
    squares = view(table.match).squares
    assert squares is not None
    assert squares.can_abort is False
    table.do(1, cmd.Resign())
    assert (table.match.winner, table.match.result) == (0, Result(0, 1, "single", "resigned"))
    check_record(table)


def test_time_is_lost_on_squares_before_the_third_move() -> None:
    tables = {tournament: chess("e2e4", tournament=tournament) for tournament in ("", "t1")}
    for table in tables.values():
        table.now += 10 * 60_000
        table.do(None, cmd.Flag())
        check_record(table)
    assert [(table.match.winner, table.match.phase) for table in tables.values()] == [
        (None, "over"),
        (0, "over"),
    ]


@pytest.mark.parametrize("seated", [(), (0,)])
def test_the_server_annuls_an_open_table(seated: tuple[int, ...]) -> None:
    table = public(TABLA)
    for side in seated:
        table.sit(side)
    annulled, cancelled, closed = table.do(None, cmd.Annul())
    assert annulled == ev.Annulled(at=NOW)
    assert cancelled == ev.Cancelled(at=NOW, side=None)
    assert closed == ev.MatchEnded(at=NOW, winner=None, score=(0, 0), secret=table.dice.secret.hex())
    assert (table.match.phase, table.match.result) == ("over", None)
    check_record(table)


@pytest.mark.parametrize("terms", [TABLA, CHESS, Terms("tabla", clock=MINUTE)])
def test_the_server_annuls_a_running_match(terms: Terms) -> None:
    table = Table(terms)
    assert [table.refused(side, cmd.Annul()) for side in (0, 1)] == ["not_now"] * 2
    events = table.do(None, cmd.Annul())
    assert events[1] == ev.GameEnded(at=NOW, winner=None, points=0, kind="", how="annulled")
    assert (table.match.phase, table.match.winner, table.match.score) == ("over", None, (0, 0))
    assert table.match.result == Result(None, 0, "", "annulled")
    assert table.refused(None, cmd.Annul()) == "match_over"
    check_record(table)


def test_points_of_earlier_games_stay_in_an_annulled_match() -> None:
    table = Table(Terms("tabla", length=5, clock=MINUTE, tournament="t1"))
    table.act(cmd.Resign(3))
    table.act(cmd.Accept())
    score = table.match.score
    assert sum(score) == 3
    table.do(None, cmd.Annul())
    assert (table.match.winner, table.match.score) == (None, score)
    check_record(table)
