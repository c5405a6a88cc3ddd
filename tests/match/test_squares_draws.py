"""Draw offers in games on squares."""

import pytest

from tests.support.match.board_matches import KNIGHTS, chess, give
from tests.support.match.dice_matches import NOW
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Result
from zaria.match.view import view
from zaria.records.verify import verify

OFFER, YES, NO = cmd.OfferDraw(), cmd.AcceptDraw(), cmd.DeclineDraw()


@pytest.mark.parametrize("side", [0, 1])
def test_either_side_may_offer_at_any_turn(side: int) -> None:
    table = chess(*KNIGHTS)
    assert table.do(side, OFFER) == [ev.DrawOffered(at=NOW, side=side)]
    assert table.match.to_act() == 0
    board = view(table.match).squares
    assert board is not None
    assert (board.draw, board.can_offer) == (side, (False, False))


@pytest.mark.parametrize("side", [0, 1])
def test_an_accepted_offer_ends_the_game(side: int) -> None:
    table = chess(*KNIGHTS)
    table.do(side, OFFER)
    events = table.do(1 - side, YES)
    assert events[0] == ev.DrawAccepted(at=NOW, side=1 - side)
    assert table.match.result == Result(None, 0, "draw", "draw")
    assert (table.match.phase, table.match.winner, table.match.score) == ("over", None, (0, 0))
    board = view(table.match).squares
    assert board is not None
    assert (board.draw, board.can_offer, board.can_abort) == (None, (False, False), False)
    assert verify(table.events).problem is None


def test_only_the_other_side_answers_and_only_an_offer() -> None:
    table = chess(*KNIGHTS)
    assert {table.refused(side, answer) for side in (0, 1) for answer in (YES, NO)} == {"no_draw_offer"}
    table.do(0, OFFER)
    assert {table.refused(0, answer) for answer in (YES, NO)} == {"no_draw_offer"}
    assert {table.refused(None, answer) for answer in (YES, NO)} == {"not_a_player"}
    table.do(1, NO)
    assert {table.refused(side, answer) for side in (0, 1) for answer in (YES, NO)} == {"no_draw_offer"}


def test_one_offer_stands_at_a_time() -> None:
    table = chess(*KNIGHTS)
    table.do(1, OFFER)
    assert [table.refused(side, OFFER) for side in (0, 1)] == ["draw_offered", "draw_offered"]


def test_the_other_sides_move_declines() -> None:
    table = chess(*KNIGHTS)
    table.do(1, OFFER)
    give(table, "g1f3")
    assert table.match.draw_offers.offer is None
    assert table.refused(0, YES) == "no_draw_offer"


def test_the_own_move_leaves_the_offer_standing() -> None:
    table = chess(*KNIGHTS)
    table.do(0, OFFER)
    give(table, "g1f3")
    assert table.match.draw_offers.offer == 0
    assert table.refused(1, YES) == ""
    give(table, "g8f6")
    assert table.match.draw_offers.offer is None


def test_nobody_offers_again_before_their_own_next_move() -> None:
    table = chess(*KNIGHTS)
    table.do(0, OFFER)
    table.do(1, NO)
    assert table.refused(0, OFFER) == "draw_again"
    assert table.refused(1, OFFER) == ""
    give(table, "g1f3")
    assert table.refused(0, OFFER) == ""
    table.do(0, OFFER)
    give(table, "g8f6")
    assert table.refused(0, OFFER) == "draw_again", "it was declined by a move"
    give(table, "f3g1")
    assert table.refused(0, OFFER) == ""


def test_a_player_who_waits_and_was_declined_moves_first() -> None:
    table = chess(*KNIGHTS)
    table.do(1, OFFER)
    give(table, "g1f3")
    assert table.refused(1, OFFER) == "draw_again"
    give(table, "g8f6")
    assert table.refused(1, OFFER) == ""


def test_resigning_settles_an_offer() -> None:
    table = chess(*KNIGHTS)
    table.do(1, OFFER)
    table.do(1, cmd.Resign())
    assert table.match.winner == 0
    assert table.match.draw_offers.offer is None
    assert verify(table.events).problem is None
