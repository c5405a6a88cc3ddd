"""Ugolki: every rule of the club, and what the rules left open."""

import pytest

from zaria.games.board_games import DRAW, BoardGame, BoardMove, Counter
from zaria.games.protocols import IllegalTurnError, InvalidOptionsError, InvalidPositionError, Outcome
from zaria.games.ugolki import game
from zaria.games.ugolki.position import UgolkiPosition

START = "4bbbb/4bbbb/4bbbb/8/8/wwww4/wwww4/wwww4 w 0 0"
DARK_HOUSE = "f6 g6 h6 f7 g7 h7 f8 g8 h8"


def placed(
    light: str, dark: str, turn: str = "w", moves_made: tuple[int, int] = (0, 0), safety_draw: bool = False
) -> UgolkiPosition:
    """A position with houses of 3x3: the squares of nine men a side."""
    men = dict.fromkeys(light.split(), "w") | dict.fromkeys(dark.split(), "b")
    rows = ["".join(men.get(f"{file}{rank}", "1") for file in "abcdefgh") for rank in range(8, 0, -1)]
    return game("3x3", safety_draw=safety_draw).parse(
        f"{'/'.join(rows)} {turn} {moves_made[0]} {moves_made[1]}"
    )


def ends(position: UgolkiPosition, square: str) -> set[str]:
    """The squares where the man on a square may end."""
    return {way.path[-1] for way in position.legal_moves() if way.path[0] == square}


def test_it_is_a_game_of_squares() -> None:
    ugolki: BoardGame = game()
    assert (ugolki.id, ugolki.is_board, ugolki.size, ugolki.first) == ("ugolki", True, 8, 0)
    assert ugolki.nth(3) is ugolki
    assert ugolki.rotation == (ugolki,)
    assert ugolki.agreed({}) == {"house": "4x3", "safety_draw": False}
    assert ugolki.agreed({"house": "4x4"})["house"] == "4x4"
    with pytest.raises(InvalidOptionsError, match="house is one of 4x3, 3x3, 4x4"):
        ugolki.agreed({"house": "5x5"})


@pytest.mark.parametrize(
    ("house", "rows", "men"),
    [
        ("4x3", "....bbbb/....bbbb/....bbbb/......../......../wwww..../wwww..../wwww....", 12),
        ("3x3", ".....bbb/.....bbb/.....bbb/......../......../www...../www...../www.....", 9),
        ("4x4", "....bbbb/....bbbb/....bbbb/....bbbb/wwww..../wwww..../wwww..../wwww....", 16),
    ],
)
def test_houses(house: str, rows: str, men: int) -> None:
    start = game(house).start()
    assert start.board() == rows
    assert rows.count("w") == men
    assert start.turn == 0
    assert start.plies == 0


def test_a_man_steps_along_ranks_and_files() -> None:
    position = placed("d4 a1 b1 c1 a2 b2 c2 a3 h1", DARK_HOUSE)
    assert ends(position, "d4") == {"c4", "e4", "d3", "d5"}
    assert ends(position, "h1") == {"g1", "h2"}


def test_a_man_jumps_over_either_colour_to_the_next_square_if_it_is_free() -> None:
    position = placed("d4 d5 e4 f4 a1 b1 c1 a2 b2", "d3 c4 b4 g6 h6 f7 g7 h7 f8")
    assert ends(position, "d4") == {"d6", "d2"}  # over d5 and d3; behind e4 and c4 somebody stands


def test_jumps_do_not_go_far_nor_askew() -> None:
    position = placed("d4 a1 b1 c1 a2 b2 c2 a3 b3", "d6 f4 e5 c3 h6 f7 g7 h7 f8")
    assert ends(position, "d4") == {"c4", "e4", "d3", "d5"}


def test_jumps_are_chained_and_may_stop_anywhere() -> None:
    position = placed("a1 a2 c4 a8 b8 c8 a7 b7 c7", "b3 d5 f6 h6 f7 g7 h7 f8 h8")
    ways = {way.move: way for way in position.legal_moves() if way.path[0] == "a1"}
    assert list(ways) == ["a1-a3", "a1-b1", "a1-c3", "a1-c5", "a1-e5"]
    assert ways["a1-a3"].path == ("a1", "a3")
    assert ways["a1-c3"].path == ("a1", "a3", "c3")
    assert ways["a1-c5"].path == ("a1", "a3", "c3", "c5")
    assert ways["a1-e5"] == BoardMove("a1-e5", ("a1", "a3", "c3", "c5", "e5"))


def test_a_step_and_a_jump_are_not_combined() -> None:
    position = placed("b1 d1 a3 b3 c3 h1 h2 h3 h4", DARK_HOUSE)
    assert ends(position, "b1") == {"a1", "c1", "b2"}  # neither c1 over d1, nor b2 over b3


def test_a_move_ends_elsewhere_than_it_began() -> None:
    """Four jumps round a ring of men lead back to c3; a man may also land where it was on the way."""
    position = placed("c3 d3 e4 d5 c4 h1 h2 h3 h4", DARK_HOUSE)
    assert ends(position, "c3") == {"b3", "c2", "e3", "e5", "c5"}


def test_moves_are_said_as_they_are_written() -> None:
    start = game().start()
    assert start.notation("c3-c4") == "c3-c4"
    after = start.move("c3-c4")
    assert (after.turn, after.plies, after.moves_made) == (1, 1, (1, 0))
    assert after.to_text() == "4bbbb/4bbbb/4bbbb/8/2w5/ww1w4/wwww4/wwww4 b 1 0"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("c3c4", "written"),
        ("c3-c9", "written"),
        ("c4-c5", "no man of the side to move on c4"),
        ("f6-f5", "no man of the side to move on f6"),
        ("c3-d4", "cannot reach d4"),
        ("c3-c3", "cannot reach c3"),
        ("a1-a2", "cannot reach a2"),
    ],
)
def test_what_is_no_move_is_refused(move: str, why: str) -> None:
    with pytest.raises(IllegalTurnError, match=why):
        game().start().move(move)
    with pytest.raises(IllegalTurnError, match=why):
        game().start().notation(move)


# -- how it ends -------------------------------------------------------------------------------------------

ALMOST_OUT = "a1 b1 c1 a2 b2 c2 a3 b3 d3"


def test_all_men_in_the_other_house_win_at_once() -> None:
    """Light wins though dark would get home with its next move: nothing is drawn level."""
    before = placed("f6 g6 h6 f7 g7 h7 e8 g8 h8", ALMOST_OUT, moves_made=(20, 20))
    assert before.outcome() is None
    assert before.reason() == ""
    after = before.move("e8-f8")
    assert after.outcome() == Outcome(0, 1, "single")
    assert after.reason() == "house"


def test_dark_wins_by_the_light_house() -> None:
    after = placed("f6 g6 h6 f7 g7 h7 f8 g8 g5", ALMOST_OUT, "b", (21, 20)).move("d3-c3")
    assert after.outcome() == Outcome(1, 1, "single")
    assert after.reason() == "house"


def test_men_who_share_the_house_have_not_filled_it() -> None:
    after = placed("f6 g6 h6 f7 g7 h7 f8 g8 h4", "h8 b1 c1 a2 b2 c2 a3 b3 c3", moves_made=(20, 20)).move(
        "h4-h5"
    )
    assert after.outcome() is None


@pytest.mark.parametrize(("moves_made", "reason"), [(38, ""), (39, "late_house"), (40, "late_house")])
def test_from_the_fortieth_own_move_on_no_man_is_at_home(moves_made: int, reason: str) -> None:
    """Light still has a man on a1; dark, which has made no fewer moves, is not judged by this."""
    after = placed("a1 d1 d2 d3 d4 d5 d6 d7 d8", DARK_HOUSE, moves_made=(moves_made, 39)).move("d1-e1")
    assert after.reason() == reason
    assert after.outcome() == (Outcome(1, 1, "single") if reason else None)


def test_dark_is_judged_by_its_own_moves() -> None:
    before = placed("d1 e1 d2 d3 d4 d5 d6 d7 d8", DARK_HOUSE, "b", (40, 39))
    assert before.outcome() is None
    after = before.move("f6-f5")
    assert after.outcome() == Outcome(0, 1, "single")
    assert after.reason() == "late_house"


def test_a_player_who_comes_home_after_the_fortieth_move_loses() -> None:
    before = placed("d1 e1 d2 d3 d4 d5 d6 d7 d8", "a8 b8 a7 b7 a6 b6 a5 b5 c5", moves_made=(45, 45))
    assert before.outcome() is None
    assert "d1-c1" in [way.move for way in before.legal_moves()]
    assert before.move("d1-c1").outcome() == Outcome(1, 1, "single")


def test_jumps_may_lead_through_the_own_house() -> None:
    """From d1 over c1 (dark) to b1, over b2 to b3, over b4 out to b5: only the end counts."""
    before = placed("d1 b2 b4 d2 d4 d5 d6 d7 d8", "c1 h1 h2 h3 h4 h5 h6 h7 h8", moves_made=(39, 39))
    way = next(way for way in before.legal_moves() if way.move == "d1-b5")
    assert way.path == ("d1", "b1", "b3", "b5")
    assert before.move("d1-b5").reason() == "late_house"  # b2 is still at home
    before = placed("d1 d3 b4 d2 d4 d5 d6 d7 d8", "c1 b2 e1 e2 e3 e4 e5 a8 b8", moves_made=(45, 45))
    assert before.move("d1-b5").outcome() is None
    assert before.move("d1-b3").reason() == "late_house"


def test_before_the_fortieth_move_a_man_may_come_home() -> None:
    before = placed("d1 e1 d2 d3 d4 d5 d6 d7 d8", DARK_HOUSE, moves_made=(30, 30))
    assert before.move("d1-c1").outcome() is None


def test_a_man_may_leave_the_house_it_has_reached() -> None:
    before = placed("f6 g6 h6 f7 g7 h7 f8 d1 d2", "a8 b8 a7 b7 a6 b6 a5 b5 c5", moves_made=(45, 45))
    assert before.move("f6-f5").outcome() is None


def test_the_time_left_at_home_is_shown() -> None:
    start = game().start()
    assert start.counters() == (Counter("late_house", 0, 40),)
    assert start.move("c3-c4").move("e6-e5").counters() == (Counter("late_house", 1, 40),)
    assert placed("d1 e1 d2 d3 d4 d5 d6 d7 d8", DARK_HOUSE, moves_made=(9, 9)).counters() == ()


BACK_AND_FORTH = ("c3-c4", "f6-f5", "c4-c3", "f5-f6")


@pytest.mark.parametrize("agreed", [False, True])
def test_a_position_that_comes_a_third_time_draws_only_if_agreed(agreed: bool) -> None:
    position = game("3x3", safety_draw=agreed).start()
    for move in BACK_AND_FORTH + BACK_AND_FORTH[:3]:
        position = position.move(move)
    assert position.outcome() is None
    position = position.move(BACK_AND_FORTH[3])
    assert position.outcome() == (DRAW if agreed else None)
    assert position.reason() == ("repetition" if agreed else "")
    assert (Counter("repetition", 3, 3) in position.counters()) == agreed


@pytest.mark.parametrize("agreed", [False, True])
def test_two_hundred_moves_of_each_side_draw_only_if_agreed(agreed: bool) -> None:
    light, dark = "d1 e1 d2 d3 d4 d5 d6 d7 d8", "a8 b8 a7 b7 a6 b6 a5 b5 c5"
    before = placed(light, dark, "b", (200, 199), agreed)
    assert before.outcome() is None
    assert (Counter("quiet", 199, 200) in before.counters()) == agreed
    after = before.move("c5-c4")
    assert after.outcome() == (DRAW if agreed else None)
    assert after.reason() == ("quiet" if agreed else "")


WALLED_IN = "8/8/8/b7/1bbbbbbb/bbbbbbbb/wwwwwwww/wwwwwwww"


def test_a_side_that_cannot_move_is_passed_over() -> None:
    before = game("4x4").parse(f"{WALLED_IN} b 20 20")
    shut = before.move("a5-a4")
    assert (shut.turn, shut.moves_made) == (1, (20, 21))
    open_again = shut.move("h4-h5")
    assert (open_again.turn, open_again.moves_made) == (0, (20, 22))
    assert ends(open_again, "h2") == {"h4", "h6"}
    assert before.perft(2) == sum(len(before.move(way.move).legal_moves()) for way in before.legal_moves())
    with pytest.raises(InvalidPositionError, match="the turn is the other side's"):
        game("4x4").parse(shut.to_text().replace(" b ", " w "))


# -- as text -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a position"),
        ("4bbbb/4bbbb/4bbbb/8/8/wwww4/wwww4/wwww4 w", "not a position"),
        (START.replace(" w ", " x "), "not a position"),
        (START.replace("/8/8/", "/8/"), "not a position"),
        (START.replace("4bbbb", "5bbbb", 1), "a rank has 8 squares, not 9"),
        (START.replace("4bbbb", "5bbb", 1), "Black has 12 men, not 11"),
        (START.replace("wwww4", "wwww3w", 1), "White has 12 men, not 13"),
        ("4wwww/4wwww/4wwww/8/8/bbbb4/bbbb4/bbbb4 w 40 40", "both sides"),
    ],
)
def test_what_is_no_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(InvalidPositionError, match=why):
        game().parse(text)


def test_text_is_read_back() -> None:
    start = game().start()
    assert start.to_text() == START
    assert game().parse(START) == start
    after = start.move("c3-c4").move("e6-d6")
    assert after.to_text() == "4bbbb/4bbbb/3b1bbb/8/2w5/ww1w4/wwww4/wwww4 w 1 1"
    assert game().parse(f" {after.to_text()}\n") == after
