"""Chess: the club's rules for ending a game, its text, and random games beside the library."""

from random import Random

import chess as library
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria.games.board_games import DRAW, BoardGame, BoardMove, Counter
from zaria.games.chess import ChessPosition, game
from zaria.games.protocols import IllegalTurnError, InvalidOptionsError, InvalidPositionError, Outcome

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def at(text: str, safety_draw: bool = False) -> ChessPosition:
    return game(safety_draw=safety_draw).parse(text)


def played(position: ChessPosition, *moves: str) -> ChessPosition:
    for move in moves:
        position = position.move(move)
    return position


def ways(position: ChessPosition, origin: str) -> dict[str, BoardMove]:
    """The moves of the piece on a square."""
    return {way.move: way for way in position.legal_moves() if way.path[0] == origin}


def test_it_is_a_game_of_squares() -> None:
    chess: BoardGame = game()
    assert (chess.id, chess.is_board, chess.size, chess.coordinates, chess.first) == (
        "chess", True, 8, "letters", 0
    )  # fmt: skip
    assert chess.nth(2) is chess
    assert chess.rotation == (chess,)
    assert chess.agreed({"safety_draw": True}) == {"safety_draw": True}
    with pytest.raises(InvalidOptionsError, match="no option"):
        chess.agreed({"house": "4x3"})


def test_the_start() -> None:
    start = game().start()
    assert start.to_text() == START
    assert start.board() == "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR"
    assert (start.turn, start.plies, start.outcome(), start.reason(), start.counters()) == (
        0,
        0,
        None,
        "",
        (),
    )
    after = played(start, "e2e4", "c7c5")
    assert (after.turn, after.plies) == (0, 2)


# -- moves ---------------------------------------------------------------------------------------------------


def test_a_capture_names_the_piece_it_takes() -> None:
    position = played(game().start(), "e2e4", "d7d5")
    assert ways(position, "e4")["e4d5"] == BoardMove("e4d5", ("e4", "d5"), ("d5",))
    assert position.notation("e4d5") == "exd5"


def test_en_passant_only_immediately() -> None:
    position = played(game().start(), "e2e4", "a7a6", "e4e5", "d7d5")
    assert ways(position, "e5")["e5d6"] == BoardMove("e5d6", ("e5", "d6"), ("d5",))
    assert position.to_text().split()[3] == "d6"
    later = played(position, "a2a3", "a6a5")
    assert "e5d6" not in ways(later, "e5")


def test_castling_while_king_and_rook_have_not_moved_nor_is_the_way_attacked() -> None:
    position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert {"e1g1", "e1c1"} <= set(ways(position, "e1"))
    assert ways(position, "e1")["e1g1"] == BoardMove("e1g1", ("e1", "g1"))
    assert (position.notation("e1g1"), position.notation("e1c1")) == ("O-O", "O-O-O")
    assert position.move("e1g1").board().endswith("R....RK.")
    moved = played(position, "h1h2", "a8b8", "h2h1", "b8a8")
    assert "e1g1" not in ways(moved, "e1")
    assert "e1c1" in ways(moved, "e1")
    through = at("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1")
    assert "e1g1" not in ways(through, "e1")
    assert "e1c1" in ways(through, "e1")
    with pytest.raises(IllegalTurnError):
        position.move("e1h1")  # the king takes its rook: the way other programs write castling


def test_a_pawn_must_become_a_queen_rook_bishop_or_knight() -> None:
    position = at("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    promotions = ways(position, "a7")
    assert sorted(way.promotion for way in promotions.values()) == ["b", "b", "n", "n", "q", "q", "r", "r"]
    assert promotions["a7b8q"] == BoardMove("a7b8q", ("a7", "b8"), ("b8",), "q")
    assert position.notation("a7a8n") == "a8=N"
    assert position.move("a7a8n").board().startswith("Nn..k...")
    with pytest.raises(IllegalTurnError):
        position.move("a7a8")


@pytest.mark.parametrize("move", ["", "e2e5", "e7e5", "Nf3", "0000", "e2e4q", "e2-e4", "z9z9", "P@e4"])
def test_what_is_no_move_is_refused(move: str) -> None:
    with pytest.raises(IllegalTurnError, match="no legal move"):
        game().start().move(move)
    with pytest.raises(IllegalTurnError, match="no legal move"):
        game().start().notation(move)


# -- how it ends -------------------------------------------------------------------------------------------


def test_mate_wins() -> None:
    mated = played(game().start(), "f2f3", "e7e5", "g2g4", "d8h4")
    assert mated.outcome() == Outcome(1, 1, "single")
    assert mated.reason() == "mate"
    assert mated.legal_moves() == []


def test_mate_wins_even_with_the_last_of_fifty_moves() -> None:
    before = at("7k/5K2/8/6Q1/8/8/8/8 w - - 99 80")
    assert before.move("g5g7").outcome() == Outcome(0, 1, "single")


def test_stalemate_draws() -> None:
    after = at("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1").move("f5f7")
    assert after.outcome() == DRAW
    assert after.reason() == "stalemate"


@pytest.mark.parametrize(
    ("pieces", "enough"),
    [
        ("4k3/8/8/8/8/8/8/4K3", False),
        ("4k3/8/8/8/8/8/8/4KN2", False),
        ("4kn2/8/8/8/8/8/8/4K3", False),
        ("4k3/8/8/8/8/8/8/4KB2", False),
        ("4kb2/8/8/8/8/8/8/4K1B1", False),  # f8 and g1 are dark squares
        ("4k3/8/8/8/8/4B3/3B4/2B1K3", False),  # three on dark squares
        ("4k3/8/8/8/5b2/4B3/8/2B1K3", False),  # counted over both sides
        ("4kb2/8/8/8/8/8/8/4KB2", True),
        ("4k3/8/8/8/8/8/8/4KNN1", True),
        ("4kn2/8/8/8/8/8/8/4KN2", True),
        ("4k3/8/8/8/8/8/8/4KBN1", True),
        ("4kb2/8/8/8/8/8/8/4KN2", True),
        ("4k3/7p/8/8/8/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/4KR2", True),
        ("4k3/8/8/8/8/8/8/4KQ2", True),
    ],
)
def test_too_little_material_draws(pieces: str, enough: bool) -> None:
    position = at(f"{pieces} w - - 0 1")
    assert position.reason() == ("" if enough else "material")
    assert position.outcome() == (None if enough else DRAW)


def test_a_position_that_is_dead_otherwise_goes_on() -> None:
    """A wall of pawns that no king can pass: nobody can ever win, but no rule of the club ends it."""
    wall = at("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1")
    assert wall.outcome() is None


def test_fifty_moves_of_each_side_without_capture_or_pawn_draw_by_themselves() -> None:
    before = at("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80")
    assert before.outcome() is None
    assert before.counters() == (Counter("fifty", 49, 50),)
    once = before.move("a1a2")
    assert once.outcome() is None
    after = once.move("e8d8")
    assert after.outcome() == DRAW
    assert after.reason() == "fifty"
    assert once.move("e8d8").counters() == (Counter("fifty", 50, 50),)
    assert before.move("e2e4").counters() == ()


@pytest.mark.parametrize("agreed", [False, True])
def test_a_position_that_comes_a_third_time_draws_only_if_agreed(agreed: bool) -> None:
    twice = played(game(safety_draw=agreed).start(), *SHUFFLE, *SHUFFLE[:3])
    assert twice.outcome() is None
    third = twice.move(SHUFFLE[3])
    assert third.outcome() == (DRAW if agreed else None)
    assert third.reason() == ("repetition" if agreed else "")
    assert (Counter("repetition", 3, 3) in third.counters()) == agreed


def test_positions_with_other_rights_are_not_the_same() -> None:
    """The rook's first move takes the right to castle away: the start comes only a second time after it."""
    rook = ("h1g1", "h8g8", "g1h1", "g8h8")
    position = played(at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True), *rook, *rook)
    assert position.outcome() is None
    assert played(position, *rook).reason() == "repetition"


# -- as text -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a FEN"),
        ("hello", "not a FEN"),
        ("8/" * 1000, "too long"),
        (START.replace(" w ", " x "), "not a FEN"),
        (START.replace("/8/", "/9/", 1), "not a FEN"),
        (START.replace(" 0 1", " -1 1"), "not a FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "one king only"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn stands on the first or the last rank"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "no pawn stands on the first or the last rank"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "more than eight pawns"),
        ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", "more than sixteen pieces"),
        ("4k3/8/8/8/8/8/PPPPPPPP/1N2KNN1 w - - 0 1", "White has more pieces than its pawns"),
        ("2b1kb1b/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "Black has more pieces than its pawns"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "not to move is in check"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling needs"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
    ],
)
def test_what_is_no_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(InvalidPositionError, match=why):
        game().parse(text)


def test_pawns_may_have_become_pieces() -> None:
    """Six pawns are left: two queens more, or two bishops of one colour and a third knight, were pawns."""
    for pieces in ("QQQ1K1RR", "BNB1KNN1"):
        assert at(f"4k3/8/8/8/8/8/PPPPPP2/{pieces} w - - 0 1").legal_moves()


def test_text_is_read_back() -> None:
    after = played(game().start(), "e2e4", "c7c5", "g1f3")
    assert after.to_text() == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert at(f" {after.to_text()}\n") == after
    assert at("4k3/8/8/8/8/8/8/4K3 b - -").to_text() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


@settings(max_examples=times(12))
@given(st.randoms(use_true_random=False), st.booleans())
def test_random_games_agree_with_the_library(random: Random, safety_draw: bool) -> None:
    position, board = game(safety_draw=safety_draw).start(), library.Board()
    for _ in range(60):
        legal = position.legal_moves()
        assert {way.move for way in legal} == {move.uci() for move in board.legal_moves}
        assert len({way.move for way in legal}) == len(legal)
        if position.outcome():
            break
        way = random.choice(legal)
        pieces = len(board.piece_map())
        assert position.notation(way.move) == board.san(library.Move.from_uci(way.move))
        board.push_uci(way.move)
        assert len(board.piece_map()) == pieces - len(way.captures)
        position = position.move(way.move)
        assert position.to_text() == board.fen()
        assert position.plies == len(board.move_stack)
        again = game(safety_draw=safety_draw).parse(position.to_text())
        assert again.to_text() == position.to_text()
        assert (again.legal_moves(), again.turn, again.plies) == (
            position.legal_moves(),
            position.turn,
            position.plies,
        )
        assert safety_draw or (again == position and hash(again) == hash(position))
        assert safety_draw or (again.reason(), again.counters()) == (position.reason(), position.counters())
