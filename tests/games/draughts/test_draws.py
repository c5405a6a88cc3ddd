"""Wins and draws in draughts: a test for every row of the rulebook (6.2 to 6.5, 6.8)."""

import pytest

from tests.support.games.draughts_positions import draughts
from zaria.games.board_games import DRAW, Counter
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.protocols import Outcome


def played(position: DraughtsPosition, *moves: str) -> DraughtsPosition:
    """The position after these moves, none of which but the last ends the game."""
    for move in moves:
        assert position.outcome() is None, (position.reason(), move)
        position = position.move(move)
    return position


def shuffled(position: DraughtsPosition, light: str, dark: str, plies: int) -> DraughtsPosition:
    """Each side moves one king to and fro."""
    moves = tuple((there, "-".join(reversed(there.split("-")))) for there in (light, dark))
    for ply in range(plies):
        legal = {way.move for way in position.legal_moves()}
        position = played(position, *(legal & set(moves[position.turn])))
        assert position.plies == ply + 1
    return position


def russian(text: str) -> DraughtsPosition:
    return draughts("russian-draughts").parse(text)


def international(text: str) -> DraughtsPosition:
    return draughts("draughts").parse(text)


def drawn(position: DraughtsPosition, reason: str) -> None:
    """Is the game drawn by this rule, and was it not yet a move ago?"""
    assert (position.reason(), position.outcome()) == (reason, DRAW)
    assert isinstance(position.game, DraughtsGame)
    assert position.game.parse(position.to_text()).outcome() == DRAW
    assert position.legal_moves()  # what is replayed from elsewhere may go on


def counted(position: DraughtsPosition, name: str) -> int | None:
    """The value of a counter, None where it is not shown."""
    return {counter.name: counter.now for counter in position.counters()}.get(name)


# -- wins


@pytest.mark.parametrize(
    ("name", "text", "move", "winner"),
    [
        ("russian-draughts", "W:Wc3:Bd4", "c3:e5", 0),
        ("giveaway", "W:Wc3:Bd4", "c3:e5", 1),
        ("english-draughts", "B:B18:W23", "18x27", 1),
        ("draughts", "W:W28:B23", "28x19", 0),
    ],
)
def test_no_pieces(name: str, text: str, move: str, winner: int) -> None:
    game = draughts(name)
    end = played(game.parse(text), move)
    assert (end.reason(), end.outcome()) == ("no_pieces", Outcome(winner, 1, "single"))
    assert end.legal_moves() == []
    assert game.parse(end.to_text()) == end


@pytest.mark.parametrize(
    ("name", "text", "move", "winner"),
    [
        ("russian-draughts", "W:Wb4,d2:Ba5", "d2-c3", 0),
        ("giveaway", "W:Wb4,d2:Ba5", "d2-c3", 1),
        ("draughts", "W:W31,36,37,42:B26", "42-38", 0),
    ],
)
def test_blocked(name: str, text: str, move: str, winner: int) -> None:
    game = draughts(name)
    end = played(game.parse(text), move)
    assert (end.reason(), end.outcome()) == ("blocked", Outcome(winner, 1, "single"))


def test_a_win_comes_before_a_draw() -> None:
    last = russian("W:WKc1,Ka1,Kg3:BKe5;ending=14;quiet=29")
    end = played(last, next(way.move for way in last.legal_moves() if way.captures))
    assert end.reason() == "no_pieces"


# -- Russian

HOLDING = "W:WKc7,Ka3,Kg7:BKg1"
NOBODY_ON_THE_ROAD = "W:WKb8,Kc7,Kd2:BKg1"


def test_r1_three_kings_that_hold_the_main_road() -> None:
    position = shuffled(russian(HOLDING), "a3-c1", "g1-c5", 28)
    assert position.counters() == (Counter("r1", 14, 15), Counter("r4", 14, 15))
    drawn(shuffled(russian(HOLDING), "a3-c1", "g1-c5", 29), "r1")


def test_r1_counts_for_dark_too() -> None:
    position = russian("B:WKg1:BKc7,Ka3,Kg7")
    drawn(shuffled(position, "g1-c5", "a3-c1", 29), "r1")


def test_r1_is_not_for_who_does_not_hold_the_road() -> None:
    position = shuffled(russian(NOBODY_ON_THE_ROAD), "d2-c1", "g1-h2", 29)
    assert (position.reason(), counted(position, "r1")) == ("", None)


def test_r1_counts_from_when_the_balance_arose_for_either_holder_of_the_road() -> None:
    position = russian(NOBODY_ON_THE_ROAD + ";ending=14")
    assert played(position, "d2-c1").outcome() is None
    drawn(played(position, "d2-c3"), "r1")


def test_r1_begins_when_a_capture_brings_it_about() -> None:
    before = russian("W:WKc7,Ka3,Kg7:BKg1,f6;quiet=9")
    assert before.counters() == (Counter("r4", 4, 15),)
    assert played(before, "g7:e5").counters() == (Counter("r1", 0, 15),)


def test_r1_begins_when_a_crowning_brings_it_about() -> None:
    before = russian("W:WKc7,Ka1,b6:BKd2;road=0;quiet=7")
    assert played(before, "b6-a7").counters() == ()
    crowned = played(before, "b6-a7", "d2-e1", "a7-b8")
    assert crowned.counters() == (Counter("r1", 0, 15),)


def test_r2_more_than_three_kings() -> None:
    position = russian("W:WKa3,Ka7,Ka5,Ke5:BKg5")
    assert counted(shuffled(position, "a5-c7", "g5-h6", 28), "r2") == 14
    drawn(shuffled(position, "a5-c7", "g5-h6", 29), "r2")


def test_r2_three_kings_and_a_man() -> None:
    drawn(shuffled(russian("W:WKb2,Kf2,Kf8,b4:BKg1"), "f2-a7", "g1-h2", 29), "r2")


def test_r2_goes_on_when_a_man_moves_and_begins_anew_when_one_is_crowned() -> None:
    moved = played(russian("W:WKb2,Kf2,Kf8,b4:BKg1;ending=9;quiet=20"), "f2-a7", "g1-h2", "b4-a5")
    assert moved.counters() == (Counter("r2", 11, 15),)
    crowned = played(russian("W:WKb2,Kf2,Kf8,b4,c7:BKh2;ending=9"), "c7-d8")
    assert counted(crowned, "r2") == 0


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("W:WKh4,Ke7,Ka7:BKc3", "a7-b6 c3-h8 b6-a7 h8-c3 a7-b6 c3-h8 b6-a7 h8-c3 a7-b6"),
        ("W:WKh4,Ke7,a7:BKc3", "e7-d8 c3-d4 d8-e7 d4-c3 e7-d8 c3-d4 d8-e7 d4-c3 e7-d8"),
        ("W:WKh4,e7,a7:BKc3", "h4-e1 c3-h8 e1-h4 h8-c3 h4-e1 c3-h8 e1-h4 h8-c3 h4-e1"),
        ("W:Wb2,e1,a5:BKf6", "b2-a3 f6-h8 a3-b4 h8-f6 e1-f2 f6-d4 f2-g3 d4-g7 g3-f4"),
        ("W:WKa5,d2,c7:BKh8", "c7-d8 h8-d4 a5-b4 d4-b2 d8-g5 b2-e5 b4-a5 e5-h8 g5-d8"),
        ("W:WKe7,Kc7,a7:BKa1", "e7-d8 a1-b2 a7-b8 b2-g7 c7-d6 g7-b2 d8-b6 b2-g7 d6-h2"),
    ],
    ids=["KKK", "KKM", "KMM", "MMM", "KMM that crowns", "KKM that crowns"],
)
def test_r3_three_pieces_against_a_king_on_the_main_road(text: str, moves: str) -> None:
    position = played(russian(text), *moves.split()[:-1])
    assert counted(position, "r3") == 4
    drawn(played(position, moves.split()[-1]), "r3")


def test_r3_begins_anew_when_the_king_leaves_the_road() -> None:
    position = played(russian("W:WKh4,Ke7,Ka7:BKc3;road=3"), "a7-b6")
    assert counted(position, "r3") == 4
    after = played(position, "c3-a5" if "c3-a5" in {way.move for way in position.legal_moves()} else "c3-e1")
    assert (counted(after, "r3"), after.tally.road) == (None, 0)
    back = played(russian("B:WKh4,Ke7,Kb6:BKb2;road=4"), "b2-a1")
    assert counted(back, "r3") == 4


def test_r3_needs_three_pieces() -> None:
    assert russian("W:WKh4,Ke7:BKc3").counters() == ()
    assert counted(russian("W:WKh4,Ke7,Ka7,Kb8:BKc3"), "r3") is None
    assert counted(russian("W:WKh4,Ke7,Ka7:Bc3"), "r3") is None


def test_r4_only_kings_moved() -> None:
    position = russian("W:WKc7,Kd2:BKb8,Kg1")
    assert shuffled(position, "c7-d8", "b8-a7", 29).counters() == (Counter("r4", 14, 15),)
    drawn(shuffled(position, "c7-d8", "b8-a7", 30), "r4")


def test_r4_begins_anew_after_a_man_or_a_capture() -> None:
    assert played(russian("W:WKb8,Kf8,g1:BKa3,h4;quiet=28"), "g1-f2").tally.quiet == 0
    assert played(russian("W:WKa1,g1:BKh8,f6,a3;quiet=28"), "a1:g7").tally.quiet == 0


# -- English


def test_one_king_each() -> None:
    position = draughts("english-draughts").parse("W:WK25:BK27")
    assert shuffled(position, "25-30", "27-23", 39).counters() == (Counter("one_king", 19, 20),)
    drawn(shuffled(position, "25-30", "27-23", 40), "one_king")


def test_english_draughts_know_no_other_draw() -> None:
    position = draughts("english-draughts").parse("W:WK25,K27:BK3")
    assert shuffled(position, "25-21", "3-8", 300).outcome() is None


# -- giveaway


def test_giveaway_is_never_drawn() -> None:
    position = draughts("giveaway").parse(HOLDING)
    end = shuffled(position, "a3-c1", "g1-c5", 300)
    assert (end.outcome(), end.counters()) == (None, ())


# -- international


@pytest.mark.parametrize(
    ("text", "light", "dark"),
    [
        ("W:WK25,K49,K27:BK3", "25-30", "3-20"),
        ("W:WK25,K49,27:BK3", "25-30", "3-17"),
        ("W:WK25,49,27:BK3", "25-43", "3-26"),
    ],
    ids=["KKK", "KKM", "KMM"],
)
def test_sixteen_moves_of_three_against_a_king(text: str, light: str, dark: str) -> None:
    position = shuffled(international(text), light, dark, 30)
    assert counted(position, "three_one") == 15
    drawn(shuffled(international(text), light, dark, 31), "three_one")


@pytest.mark.parametrize(
    ("text", "light", "dark", "plies"),
    [
        ("W:WK32,K26:BK20", "32-46", "20-9", 9),
        ("W:WK25,49:BK27", "25-48", "27-4", 9),
        ("W:WK25:BK49", "25-48", "49-44", 10),
    ],
    ids=["KK", "KM", "K"],
)
def test_five_moves_of_two_or_one_against_a_king(text: str, light: str, dark: str, plies: int) -> None:
    assert counted(shuffled(international(text), light, dark, plies - 1), "two_one") == 4
    drawn(shuffled(international(text), light, dark, plies), "two_one")


def test_a_capture_begins_a_new_count_and_a_crowning_does_not() -> None:
    crowned = played(international("W:WK25,K49,7:BK46;ending=9"), "7-1")
    assert counted(crowned, "three_one") == 10
    fewer = played(international("B:WK22,K49,K50:BK6;ending=15"), "6x28")
    assert fewer.counters() == (Counter("two_one", 0, 5),)


def test_no_limit_without_a_king_or_with_four() -> None:
    assert international("W:W25,49,27:BK3").counters() == ()
    assert international("W:WK25,K49,K27,K28:BK3").counters() == ()
    assert international("W:WK25,K49:BK3,K4").counters() == ()


def test_twenty_five_moves_of_kings() -> None:
    position = international("W:WK14,K33,9,19:BK48,K7")
    assert shuffled(position, "14-10", "48-37", 49).counters() == (Counter("kings", 24, 25),)
    drawn(shuffled(position, "14-10", "48-37", 50), "kings")
    assert played(international("W:WK14,K33,9,19:BK48,K7;quiet=49"), "9-4").tally.quiet == 0


# -- safety_draw


def test_the_third_repetition() -> None:
    game = draughts("english-draughts", safety_draw=True)
    position = game.parse("W:WK25,K27:BK3")
    assert shuffled(position, "25-21", "3-8", 7).outcome() is None
    end = shuffled(position, "25-21", "3-8", 8)
    assert (end.reason(), end.outcome()) == ("repetition", DRAW)


def test_fifty_quiet_plies() -> None:
    game = draughts("giveaway", safety_draw=True)
    position = game.parse("W:WKc7,Ka3,Kg7:BKg1;quiet=48")
    assert played(position, "a3-c1").counters() == (Counter("quiet", 24, 25),)
    drawn(played(position, "a3-c1", "g1-c5"), "quiet")


def test_no_safety_unless_agreed() -> None:
    assert draughts("giveaway").parse("W:WKc7,Ka3,Kg7:BKg1;quiet=50").outcome() is None
