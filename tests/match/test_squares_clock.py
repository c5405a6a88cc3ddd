"""The clock in games on squares: a bank and an increment, or so much for each move."""

import pytest

from tests.support.match.board_matches import KNIGHTS, chess, give
from tests.support.match.dice_matches import NOW, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.board_play.moves import SEEN
from zaria.match.clock.clock import INTERMISSION
from zaria.match.clock.deadlines import deadline
from zaria.match.match import Result
from zaria.match.terms import ClockTerms
from zaria.records.verify import verify

MINUTE = ClockTerms(bank=60_000, increment=3_000)
EACH = ClockTerms(delay=5_000)


def after(table: Table, ms: int, move: str) -> None:
    table.now += ms
    give(table, move)


def test_the_first_move_of_each_side_has_time_to_begin() -> None:
    table = chess(clock=MINUTE)
    assert deadline(table.match) == NOW + INTERMISSION + 60_000
    after(table, 1_000, "g1f3")
    assert deadline(table.match) == NOW + 1_000 + INTERMISSION + 60_000
    after(table, 1_000, "g8f6")
    assert deadline(table.match) == NOW + 2_000 + SEEN + 63_000


def test_a_move_pays_for_its_time_and_earns_the_increment() -> None:
    table = chess(*KNIGHTS, clock=MINUTE)
    clock = table.match.clock
    assert clock is not None
    assert clock.bank == (66_000, 66_000)
    after(table, 10_000, "g1f3")
    clock = table.match.clock
    assert clock is not None
    assert clock.bank == (66_000 - 10_000 + SEEN + 3_000, 66_000)
    assert (clock.running, clock.since) == (1, table.now + SEEN)


def test_time_for_a_move_is_not_saved() -> None:
    table = chess(*KNIGHTS, clock=EACH)
    for move in KNIGHTS:
        limit = deadline(table.match)
        assert limit == table.now + SEEN + 5_000
        after(table, 4_000, move)


def test_an_offer_of_a_draw_changes_no_clock() -> None:
    table = chess(*KNIGHTS, clock=MINUTE)
    before = table.match.clock
    for side, command in ((1, cmd.OfferDraw()), (0, cmd.DeclineDraw()), (0, cmd.OfferDraw())):
        table.now += 500
        table.do(side, command)
        assert table.match.clock == before


def test_a_player_without_time_loses() -> None:
    table = chess(*KNIGHTS, "e2e4", clock=MINUTE)
    limit = deadline(table.match)
    assert limit is not None
    table.now = limit - 1
    assert table.refused(None, cmd.Flag()) == "not_over_time"
    table.now = limit
    for side, command in ((1, cmd.Resign()), (0, cmd.OfferDraw()), (1, cmd.Move("e7e5", 5))):
        assert table.refused(side, command) == "time_over"
    events = table.do(0, cmd.Flag())
    assert events[0] == ev.Flagged(at=limit, side=1)
    assert table.match.result == Result(0, 1, "single", "time")
    assert table.match.winner == 0
    assert deadline(table.match) is None
    assert verify(table.events).problem is None


@pytest.mark.parametrize("moves", range(5))
def test_time_over_too_early_is_no_game(moves: int) -> None:
    table = chess(*(KNIGHTS * 2)[:moves], clock=EACH)
    limit = deadline(table.match)
    assert limit is not None
    table.now = limit
    table.do(None, cmd.Flag())
    assert table.match.result is not None
    assert table.match.result.how == ("void" if moves <= 3 else "time")
    assert verify(table.events).problem is None


def test_time_is_given_back_after_an_outage() -> None:
    table = chess(*KNIGHTS, clock=MINUTE)
    before = deadline(table.match)
    assert before is not None
    table.do(None, cmd.Credit(70_000))
    assert deadline(table.match) == before + 70_000
