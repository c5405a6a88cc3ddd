"""Moves of draughts as a table has them: notation, routes, crowning, what a move leaves."""

import pickle

import pytest

from tests.support.games.draughts_positions import draughts
from zaria.games.board_games import BoardMove
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.protocols import IllegalTurnError, InvalidOptionsError


def test_the_start() -> None:
    start = draughts("russian-draughts").start()
    assert start.to_text() == "W:W21-32:B1-12"
    assert start.board().split("/")[0] == ".b.b.b.b"
    assert start.board().split("/")[7] == "w.w.w.w."
    assert {way.move for way in start.legal_moves()} == {
        "a3-b4",
        "c3-b4",
        "c3-d4",
        "e3-d4",
        "e3-f4",
        "g3-f4",
        "g3-h4",
    }
    assert draughts("english-draughts").start().to_text() == "B:W21-32:B1-12"
    assert draughts("draughts").start().to_text() == "W:W31-50:B1-20"
    assert str(start).count("\n") == 7


def test_a_capture_tells_its_route() -> None:
    ways = draughts("russian-draughts").parse("W:W22:B9,10,11,18").legal_moves()
    assert ways == [
        BoardMove("c3:e5:c7:a5", ("c3", "e5", "c7", "a5"), ("d4", "d6", "b6")),
        BoardMove("c3:e5:g7", ("c3", "e5", "g7"), ("d4", "f6")),
    ]


def test_the_most_in_a_direction_if_agreed() -> None:
    game = draughts("russian-draughts", max_in_direction=True)
    assert [way.move for way in game.parse("W:W22:B9,10,11,18").legal_moves()] == ["c3:e5:c7:a5"]
    two_ways = game.parse("W:Wc3:Bb4,d4,f6")
    assert {way.move for way in two_ways.legal_moves()} == {"c3:a5", "c3:e5:g7"}


def test_books_write_the_ends_alone() -> None:
    position = draughts("russian-draughts").parse("W:Wc3:Bd4,d6,b6")
    assert [position.notation(way.move) for way in position.legal_moves()] == ["c3:a5"]
    single = draughts("draughts").parse("W:W32:B28")
    assert [single.notation(way.move) for way in single.legal_moves()] == ["32x23"]
    quiet = draughts("draughts").start()
    assert quiet.notation("32-28") == "32-28"
    with pytest.raises(IllegalTurnError):
        quiet.notation("32-27x")


def test_books_write_the_route_where_the_ends_do_not_tell() -> None:
    position = draughts("english-draughts").parse("W:W31:B18,19,26,27")
    assert [position.notation(way.move) for way in position.legal_moves()] == ["31x22x15", "31x24x15"]


def test_a_russian_man_goes_on_as_king() -> None:
    position = draughts("russian-draughts").parse("W:Wb6:Bc7,g5")
    assert position.legal_moves() == [BoardMove("b6:d8:h4", ("b6", "d8", "h4"), ("c7", "g5"), "K")]
    assert position.move("b6:d8:h4").to_text() == "B:WK20:B;plies=1"


def test_an_english_man_stops_there() -> None:
    position = draughts("english-draughts").parse("W:W9:B6,7")
    assert position.legal_moves() == [BoardMove("9x2", ("9", "2"), ("6",), "K")]
    assert position.move("9x2").turn == 1


def test_english_men_capture_forward_and_kings_step() -> None:
    assert draughts("english-draughts").parse("W:W14:B18,1").legal_moves()[0].captures == ()
    king = draughts("english-draughts").parse("W:WK14:B18,1")
    assert king.legal_moves() == [BoardMove("14x23", ("14", "23"), ("18",))]
    assert len(draughts("english-draughts").parse("W:WK18:B1").legal_moves()) == 4


def test_an_international_man_that_goes_on_stays_a_man() -> None:
    through = draughts("draughts").parse("W:W12:B8,9")
    assert through.legal_moves() == [BoardMove("12x3x14", ("12", "3", "14"), ("8", "9"), "")]
    ends = draughts("draughts").parse("W:W12:B8,20")
    assert ends.legal_moves() == [BoardMove("12x3", ("12", "3"), ("8",), "K")]


def test_most_pieces_are_compulsory_in_international_draughts() -> None:
    position = draughts("draughts").parse("W:W32,K50:B28,19,45")
    assert [way.captures for way in position.legal_moves()] == [("28", "19")]


def test_no_piece_is_jumped_twice_and_the_captured_stay_till_the_end() -> None:
    """The king comes back to a captured piece and may not pass."""
    ways = draughts("russian-draughts").parse("W:WKa1:Bb2,b6,e5,e7").legal_moves()
    assert [way.move for way in ways] == ["a1:c3:f6:d8:a5", "a1:d4:a7"]
    ring = draughts("draughts").parse("W:W37:B32,31,22,21,12")
    assert [way.move for way in ring.legal_moves()] == ["37x26x17x28x37"]
    assert ring.perft(1, routes=True) == 2


def test_a_king_must_land_where_it_can_go_on() -> None:
    position = draughts("russian-draughts").parse("W:WKa1:Bb2,e7,h8")
    assert [way.move for way in position.legal_moves()] == ["a1:f6:d8"]


@pytest.mark.parametrize("text", ["32-27x", "32x28", "", "c3-d4", "28-32", "32-28 ", "32-28-23"])
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalTurnError):
        draughts("draughts").start().move(text)


def test_a_route_the_list_does_not_have_is_illegal() -> None:
    with pytest.raises(IllegalTurnError):
        draughts("russian-draughts").parse("W:W22:B9,10,11,18").move("c3:e5")


def test_positions_are_values() -> None:
    start = draughts("draughts").start()
    first, second = (start.move("32-28").move(reply) for reply in ("19-23", "20-25"))
    assert first != second
    assert hash(start.move("32-28")) == hash(start.move("32-28"))
    assert pickle.loads(pickle.dumps(first)) == first


@pytest.mark.parametrize(
    "options",
    [
        {"size": 9},
        {"first": True},
        {"crowning": "never"},
        {"draws": "often"},
        {"priority": "weight"},
        {"numbered_from": 2},
        {"priority": "count", "max_in_direction": True},
        {"priority": "italian"},
        {"men_take_kings": False},
        {"removal": "at_once"},
        {"rows": 1},
        {"orthogonal": True},
        {"capture_lines": "eight", "flying": False},
    ],
)
def test_rules_that_make_no_game(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError):
        DraughtsOptions(**options)  # type: ignore[arg-type]
