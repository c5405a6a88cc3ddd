"""The modest opponent on boards of squares: it wins against chance and misses nothing that lies near."""

from random import Random

import pytest

from tests.support.by_day import by_day
from tests.support.search_budget import times
from zaria.bots.player import ThinkRequest
from zaria.bots.squares import MaterialPlayer, material_player
from zaria.games import chess, ugolki
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.draughts.presets import english, giveaway, international, russian
from zaria.games.protocols import IllegalTurnError

pytestmark = pytest.mark.proof

MODEST = MaterialPlayer()
HASTY = MaterialPlayer(0.03)
"""Quick enough for whole games."""
GAMES: dict[str, BoardGame] = {
    "russian-draughts": russian.game(),
    "english-draughts": english.game(),
    "giveaway": giveaway.game(),
    "draughts": international.game(),
    "ugolki": ugolki.game(),
    "ugolki 3x3": ugolki.game("3x3"),
    "chess": chess.game(),
}
BY_DAY = ("russian-draughts", "giveaway", "ugolki 3x3", "chess")
CHESS = chess.game()
RUSSIAN = russian.game()
NEAR = "3k4/8/3K4/8/8/8/8/R7 w - - 0 1"
"""A king that is driven to the edge already."""


@pytest.mark.parametrize("name", by_day(BY_DAY, GAMES))
def test_it_beats_chance(name: str) -> None:
    """A game with either side, every move of them legal: it wins both."""
    for seed in range(times(2)):
        chance, side = Random(seed), seed % 2
        position = GAMES[name].start()
        while (outcome := position.outcome()) is None and position.plies < 300:
            if position.turn == side:
                position = position.move(HASTY.move(position))
            else:
                position = position.move(chance.choice(position.legal_moves()).move)
        assert outcome is not None
        assert outcome.winner == side


@pytest.mark.parametrize("name", by_day(("russian-draughts", "chess"), GAMES))
def test_it_does_the_same_again(name: str) -> None:
    chance, position = Random(7), GAMES[name].start()
    for _ in range(6):
        move = HASTY.move(position)
        assert MaterialPlayer(0.03).move(position) == move
        position = position.move(move).move(chance.choice(position.move(move).legal_moves()).move)


@pytest.mark.slow
def test_it_brings_all_men_home_in_ugolki() -> None:
    """Against itself, so that neither is late to leave."""
    position = ugolki.game("3x3").start()
    while position.outcome() is None and position.plies < 200:
        position = position.move(HASTY.move(position))
    assert position.reason() == "house"


@pytest.mark.parametrize(
    "text",
    [
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 99 90",  # or it is a draw
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",  # next to a stalemate
    ],
)
def test_mate_in_one(text: str) -> None:
    position = CHESS.parse(text)
    assert position.move(MODEST.move(position)).reason() == "mate"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"),  # a queen for a rook
        ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7"),  # king and rook at once
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
        ("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "not d2d5"),  # a guarded pawn
    ],
)
def test_it_takes_what_can_be_had_in_chess(text: str, move: str) -> None:
    answer = MODEST.move(CHESS.parse(text))
    assert answer != move[4:] if move.startswith("not ") else answer == move


@pytest.mark.parametrize("text", by_day((NEAR,), (NEAR, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1")))
def test_it_mates_with_a_rook(text: str) -> None:
    position: BoardPosition = CHESS.parse(text)
    for _ in range(80):
        if position.outcome():
            break
        position = position.move(MaterialPlayer(0.1).move(position))
    assert position.reason() == "mate"


def test_it_gives_one_man_for_two() -> None:
    """c3-d4, the capture e5:c3 is forced (the one by c5 is barred), and b2 takes two."""
    position = RUSSIAN.parse("W:Wa1,b2,c3,e3:Bc5,e5,h8")
    assert MODEST.move(position) == "c3-d4"
    assert MODEST.move(position.move("c3-d4").move("e5:c3")) == "b2:d4:b6"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("russian-draughts", "W:WKa1:Bd4", "no_pieces"),
        ("english-draughts", "B:W18:B15", "no_pieces"),
        ("draughts", "W:W28:B23", "no_pieces"),
        ("ugolki 3x3", "4w1ww/5www/5www/8/8/8/bbbb4/bbbbb3 w 20 20", "house"),
    ],
)
def test_it_wins_at_once_where_it_can(name: str, text: str, reason: str) -> None:
    position = GAMES[name].parse(text)
    assert position.move(MODEST.move(position)).reason() == reason


def test_it_gives_its_last_man_away_in_giveaway() -> None:
    position = GAMES["giveaway"].parse("W:We3:Bc5,h8")
    assert MODEST.move(position) == "e3-d4"


def test_it_leaves_home_with_its_fortieth_move_in_ugolki() -> None:
    text = "bb1ww3/bb1ww3/bb1ww3/2b2ww1/2b5/2w5/8/b7 w 39 39"
    position = GAMES["ugolki 3x3"].parse(text)
    assert MODEST.move(position).startswith("c3-")


def test_draws() -> None:
    lost = CHESS.parse("4k3/8/8/8/8/8/8/Q3K3 b - - 0 40")
    assert MODEST.accepts_draw(lost, 1, ThinkRequest())
    assert not MODEST.accepts_draw(lost, 0, ThinkRequest())
    assert not MODEST.accepts_draw(CHESS.start(), 1, ThinkRequest())
    assert MODEST.accepts_draw(CHESS.parse("4k3/p7/8/8/8/8/P7/4K3 w - - 0 40"), 0, ThinkRequest())


def test_there_is_nothing_to_choose_when_the_game_is_over() -> None:
    with pytest.raises(IllegalTurnError, match="no move to choose"):
        material_player.look(CHESS.parse("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"))
