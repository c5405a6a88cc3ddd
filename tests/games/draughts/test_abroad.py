"""Draughts of other countries: names of squares, and draws by the rows of the second rulebook (B)."""

import pytest

from tests.games.draughts.test_draws import drawn
from tests.support.games.draughts_positions import ABROAD, draughts
from zaria.games.board_games import square_name
from zaria.games.protocols import InvalidPositionError

FIRST_AND_LAST = {
    "brazilian-draughts": ("b8", "g1"),
    "pool-checkers": ("b8", "g1"),
    "czech-draughts": ("b8", "g1"),
    "spanish-draughts": ("h1", "a8"),
    "portuguese-draughts": ("h1", "a8"),
    "italian-draughts": ("a8", "h1"),
    "thai-draughts": ("b8", "g1"),
}
"""Squares 1 and 32 of each game on the small board."""


@pytest.mark.parametrize("name", ABROAD)
def test_a_game_answers_to_the_protocol(name: str) -> None:
    game = draughts(name)
    assert game.id == name
    assert game.title
    assert game.source
    assert game.start().outcome() is None
    assert game.start().turn == game.first
    assert game.agreed({}) == {name: values[0] for name, values in game.choices}


@pytest.mark.parametrize("name", ABROAD)
def test_the_tag_of_pdn_says_the_same_as_the_options(name: str) -> None:
    game = draughts(name)
    number, first, files, ranks, notation, mirror = game.game_type.split(",")
    assert 20 <= int(number) <= 43
    assert first == "WB"[game.first]
    assert files == ranks == str(game.size)
    assert notation[0] == {"letters": "A", "plain": "A"}.get(game.coordinates, "N")
    assert bool(int(mirror)) == game.options.mirror


@pytest.mark.parametrize(("name", "squares"), FIRST_AND_LAST.items(), ids=FIRST_AND_LAST)
def test_numbers(name: str, squares: tuple[str, str]) -> None:
    rows = draughts(name).parse("W:WK1:BK32").board().split("/")
    for square, king in zip(squares, "WB", strict=True):
        assert rows[8 - int(square[1])]["abcdefgh".index(square[0])] == king


@pytest.mark.parametrize(
    ("name", "numbers", "letters"),
    [
        ("spanish-draughts", "W:W1,4,5:BK29", "W:Wh1,b1,g2:BKg8"),
        ("italian-draughts", "W:W29,32:B4,K1", "W:Wb1,h1:BKa8,g8"),
        ("pool-checkers", "W:W29,32:B4,K1", "W:Wa1,g1:BKb8,h8"),
    ],
)
def test_letters_are_read_where_squares_have_numbers(name: str, numbers: str, letters: str) -> None:
    assert draughts(name).parse(letters).to_text() == numbers


@pytest.mark.parametrize("name", ABROAD)
def test_squares_are_named_as_boards_name_them(name: str) -> None:
    position = draughts(name).start()
    rows = position.board().split("/")
    names = {
        square_name(position.game, row, column)
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter == "w"
    }
    men = position.pieces.light_men
    assert names == {written for square, written in position.game.names.items() if square & men}


@pytest.mark.parametrize("name", ["spanish-draughts", "portuguese-draughts", "italian-draughts"])
def test_the_right_hand_corner_is_played_on(name: str) -> None:
    assert draughts(name).start().board() == (
        "b.b.b.b./.b.b.b.b/b.b.b.b./......../......../.w.w.w.w/w.w.w.w./.w.w.w.w"
    )


LAST_MOVES = [
    ("brazilian-draughts", "B:WKa1,Kg1:BKb8;ending=9", "lone_king"),
    ("brazilian-draughts", "B:WKa1,g1:BKb8;ending=9", "lone_king"),
    ("brazilian-draughts", "W:WKa1:BKb8;ending=9", "lone_king"),
    ("brazilian-draughts", "W:WKa1,Kg1:BKb8,Kd8;quiet=39", "quiet"),
    ("pool-checkers", "W:WK29,K32,K30:BK1;ending=12", "lone_king"),
    ("pool-checkers", "W:WK29,K32,K30:BK1,K2;quiet=59", "quiet"),
    ("czech-draughts", "W:WKa1,Kg1:BKb8;quiet=49", "quiet"),
    ("spanish-draughts", "W:WK1,K2,K3:BK32;ending=11", "lone_king"),
    ("portuguese-draughts", "W:WK1,K2:BK32;quiet=39", "quiet"),
    ("italian-draughts", "W:WK29:BK1;quiet=79", "quiet"),
    ("thai-draughts", "W:WK29:BK1;quiet=49", "quiet"),
    ("frisian-draughts", "W:WK1,K2:BK50;ending=6", "lone_king"),
    ("frisian-draughts", "W:WK1:BK49;ending=3", "lone_king"),
    ("canadian-draughts", "W:WK1,8,K3:BK71;ending=15", "three_one"),
    ("canadian-draughts", "W:WK67,K68:BK71,K65;quiet=49", "kings"),
]
"""Positions in which a quiet move of a king draws, and by which rule."""


@pytest.mark.parametrize(("name", "text", "reason"), LAST_MOVES)
def test_the_last_move_of_a_limit_draws(name: str, text: str, reason: str) -> None:
    position = draughts(name).parse(text)
    assert position.outcome() is None
    afters = [position.move(move.move) for move in position.legal_moves()]
    assert any(after.tally.quiet for after in afters)
    for after in afters:
        if after.tally.quiet > 0:
            drawn(after, reason)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("brazilian-draughts", "B:WKa1,Kg1,Ke1:BKb8;quiet=3"),
        ("pool-checkers", "W:WK29,K32,30:BK1;quiet=3"),
        ("spanish-draughts", "W:WK1,K2:BK32;quiet=3"),
        ("italian-draughts", "W:WK29,K30,K31:BK1;quiet=3"),
    ],
)
def test_other_pieces_against_a_king_have_no_limit(name: str, text: str) -> None:
    assert [counter.name for counter in draughts(name).parse(text).counters()] == ["quiet"]


@pytest.mark.parametrize(("name", "times"), [("spanish-draughts", 3), ("italian-draughts", 4)])
def test_repetition(name: str, times: int) -> None:
    position = draughts(name).parse("W:WK29,K30:BK1,K2")
    moves = (
        ("30-27", "2-5", "27-30", "5-2") if name == "italian-draughts" else ("29-25", "1-5", "25-29", "5-1")
    )
    for _ in range(times - 1):
        assert position.outcome() is None
        for move in moves:
            position = position.move(move)
    assert position.reason() == "repetition"


def test_a_frisian_king_moves_three_times_in_a_row() -> None:
    position = draughts("frisian-draughts").parse("W:WK46,K47,35:B1,2,3")
    for light, dark in (("46-41", "1-7"), ("41-46", "2-8"), ("46-41", "3-9")):
        position = position.move(light).move(dark)
    assert position.to_text() == "W:W35,K41,K47:B7-9;plies=6;lightking=41;lightmoves=3"
    assert {move.path[0] for move in position.legal_moves()} == {"35", "47"}
    position = position.move("35-30").move("7-12")
    assert "41" in {move.path[0] for move in position.legal_moves()}


def test_a_side_without_men_moves_its_king_as_often_as_it_likes() -> None:
    game = draughts("frisian-draughts")
    position = game.parse("W:WK41,K47:B7-9;lightking=41;lightmoves=3")
    assert "41" in {move.path[0] for move in position.legal_moves()}
    assert game.parse(position.move("41-46").to_text()).to_text().endswith("lightking=46;lightmoves=4")


def test_a_capture_ends_the_moves_in_a_row() -> None:
    position = draughts("frisian-draughts").parse("W:WK41,35:B32;lightking=41;lightmoves=3")
    after = position.move(next(move.move for move in position.legal_moves() if move.captures))
    assert "lightking" not in after.to_text()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("frisian-draughts", "W:WK41,35:B32;lightking=35;lightmoves=1"),
        ("frisian-draughts", "W:WK41,35:B32;lightking=41"),
        ("frisian-draughts", "W:WK41,35:B32;darkmoves=3"),
        ("draughts", "W:WK41,35:B32;lightking=41;lightmoves=1"),
    ],
)
def test_moves_in_a_row_of_no_king(name: str, text: str) -> None:
    with pytest.raises(InvalidPositionError, match=r"belong to no king|is not counted"):
        draughts(name).parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W:Wa2:BKa8", "one_each"),
        ("B:Wa2:BKa8", ""),
        ("W:Wa2:Ba3", ""),
        ("B:Wa2:Ba3", ""),
        ("B:Wa2:Bc3", "one_each"),
        ("B:Wa2,a3:Bc6", ""),
    ],
)
def test_one_piece_of_each_side_draws_in_turkish_draughts(text: str, reason: str) -> None:
    assert draughts("turkish-draughts").parse(text).reason() == reason


def test_turkish_positions_have_letters() -> None:
    game = draughts("turkish-draughts")
    assert game.parse("B:WKd1,a2,h4:B1,K64").to_text() == "B:Wh4,a2,Kd1:Ba8,Kh1"
    assert game.start().board() == "/".join(
        ("." * 8, "b" * 8, "b" * 8, "." * 8, "." * 8, "w" * 8, "w" * 8, "." * 8)
    )


def test_a_king_goes_back_over_the_squares_of_captured_pieces_in_thai_draughts() -> None:
    moves = draughts("thai-draughts").parse("W:WKd4:Be5,b2").legal_moves()
    assert {(move.move, move.captures) for move in moves} == {
        ("18-11-29", ("15", "25")),
        ("18-29-11", ("25", "15")),
    }


def test_czech_draughts_without_the_safety_draw_goes_on() -> None:
    position = draughts("czech-draughts", safety_draw=False).parse("W:WKa1,Kg1:BKb8;quiet=900")
    assert position.outcome() is None
