"""Chess960: numbers of starting positions, FEN in both ways, castling onto one's own rook."""

from itertools import combinations
from random import Random

import pytest

from tests.games.reference.castling import castling_moves
from tests.support.games.castling import castling_of
from zaria.games.chess960 import STARTS, USUAL_START, game, start_number_of
from zaria.games.protocols import IllegalTurnError, InvalidOptionsError, InvalidPositionError

CHESS960 = game()


def first_rank(number: int) -> str:
    """The order of the pieces by its number, as FIDE's table has it."""
    squares: list[str] = [""] * 8
    squares[1 + 2 * (number % 4)] = "B"
    squares[2 * (number // 4 % 4)] = "B"
    free = [place for place in range(8) if not squares[place]]
    squares[free.pop(number // 16 % 6)] = "Q"
    for place in list(combinations(free, 2))[number // 96]:
        squares[place] = "N"
    for place, piece in zip([place for place in range(8) if not squares[place]], "RKR", strict=True):
        squares[place] = piece
    return "".join(squares)


def test_every_number_is_a_starting_position_of_its_own() -> None:
    ranks = []
    for number in range(STARTS):
        position = game(start_number=number).start()
        rows = position.board().split("/")
        assert rows[7] == rows[0].upper() == first_rank(number)
        assert start_number_of(position) == number
        assert CHESS960.drawn_start(number).fen == position.fen
        ranks.append(rows[7])
    assert len(set(ranks)) == STARTS
    assert [ranks[n] for n in (0, 1, 518, 959)] == ["BBQNNRKR", "BQNBNRKR", "RNBQKBNR", "RKRNNQBB"]


def test_a_number_is_agreed_on_or_drawn() -> None:
    assert (CHESS960.drawn_starts, game(start_number=7).drawn_starts) == (STARTS, 0)
    assert start_number_of(CHESS960.start()) == USUAL_START
    assert CHESS960.agreed({}) == {"start_number": "drawn", "safety_draw": False}
    for wrong in (-1, 960, True, "7", "518"):
        with pytest.raises(InvalidOptionsError):
            CHESS960.agreed({"start_number": wrong})
    for number in (-1, 960):
        with pytest.raises(InvalidPositionError):
            CHESS960.drawn_start(number)
    with pytest.raises(InvalidPositionError):
        game(start_number=7).drawn_start(7)


def test_castling_is_written_as_king_takes_own_rook() -> None:
    position = CHESS960.parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    after = position.move("e1h1")
    assert after.board().endswith("R....RK.")
    (way,) = (way for way in position.legal_moves() if way.move == "e1h1")
    assert (way.path, way.captures, way.promotion) == (("e1", "h1"), (), "")
    with pytest.raises(IllegalTurnError):
        position.move("e1g1")


def test_a_rook_that_is_not_the_outermost_is_named() -> None:
    position = CHESS960.parse("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")
    assert position.to_text() == "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"
    assert castling_of(position) == {"e1b1"}


def test_repetition_and_fifty_moves_are_those_of_chess() -> None:
    twice = game(safety_draw=True, start_number=0).start()
    for move in ("d1e3", "d8e6", "e3d1", "e6d8") * 2:
        twice = twice.move(move)
    assert twice.reason() == "repetition"
    assert CHESS960.parse("4k3/8/8/8/8/8/3R4/4K3 b - - 99 80").move("e8f8").reason() == "fifty"


def play_at_random(seed: int) -> int:
    """Compare castling with the reference all along a random game; return how often it was possible."""
    chance, possible = Random(seed), 0
    position = CHESS960.drawn_start(chance.randrange(STARTS))
    for _ in range(60):
        castling = castling_of(position)
        assert castling == castling_moves(position.fen), position.fen
        possible += len(castling)
        moves = [way.move for way in position.legal_moves()]
        if not moves:
            break
        position = position.move(chance.choice(moves))
    return possible


def test_castling_in_random_games() -> None:
    assert sum(map(play_at_random, range(24))) > 30


@pytest.mark.slow
def test_castling_in_two_thousand_random_games() -> None:
    assert sum(map(play_at_random, range(2000))) > 2000
