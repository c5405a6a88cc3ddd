"""Positions of draughts for Hypothesis, and how the reference sees them."""

from random import Random

from hypothesis import strategies as st

from tests.games.reference.draughts import Move, Pieces, Rules, Square
from zaria import games
from zaria.games.board_games import BoardMove
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.protocols import InvalidPositionError

NAMES = ("russian-draughts", "english-draughts", "giveaway", "draughts")
BRAZILIAN = DraughtsGame(
    "brazilian", "Brazilian", DraughtsOptions(majority=True, crowning="man"), (), "", "letters"
)


def draughts(name: str, **options: bool) -> DraughtsGame:
    """A game of the house."""
    game = games.board_game(name, **options)
    assert isinstance(game, DraughtsGame)
    return game


VARIANTS = (
    *(draughts(name) for name in NAMES),
    draughts("russian-draughts", max_in_direction=True),
    draughts("english-draughts", max_in_direction=True),
    BRAZILIAN,
)
"""Every way to move."""


def played(game: DraughtsGame, seed: int, plies: int) -> DraughtsPosition:
    """The position after some random moves, or where the game ended."""
    random = Random(seed)
    position = game.start()
    for _ in range(plies):
        if position.outcome():
            break
        position = position.move(random.choice(position.legal_moves()).move)
    return position


def scattered(game: DraughtsGame, seed: int) -> DraughtsPosition:
    """Pieces thrown on the board, many of them kings: captures that play seldom brings."""
    random = Random(seed)
    squares = game.size * game.size // 2
    most = 20 if game.size == 10 else 12
    while True:
        places = random.sample(range(1, squares + 1), random.randint(2, 2 * most))
        count = random.randint(1, min(len(places) - 1, random.choice((2, most))))
        kings = random.random()
        sides = [
            ",".join("K" * (random.random() < kings) + str(place) for place in part)
            for part in (places[:count], places[count:])
        ]
        turn = random.choice("WB")
        opponent = "B" if turn == "W" else "W"
        try:
            return game.parse(f"{turn}:{turn}{sides[0]}:{opponent}{sides[1]}")
        except InvalidPositionError:
            continue


def positions(game: st.SearchStrategy[DraughtsGame] | None = None) -> st.SearchStrategy[DraughtsPosition]:
    """Positions of any game, half of them reached by play."""
    seeds = st.integers(0, 2**32)
    chosen = game or st.sampled_from(VARIANTS)
    return st.builds(played, chosen, seeds, st.integers(0, 120)) | st.builds(scattered, chosen, seeds)


def rules(game: DraughtsGame) -> Rules:
    """The reference's name of the rules."""
    is_international = game.id in ("draughts", "brazilian")
    english = game.id == "english-draughts"
    return Rules(
        size=10 if game.id == "draughts" else 8,
        flying=not english,
        back=not english,
        majority=is_international,
        crowning="stop" if english else "man" if is_international else "king",
        longest=game.options.max_in_direction,
    )


def pieces(position: DraughtsPosition) -> Pieces:
    """The board as the reference has it."""
    rows = position.board().split("/")
    return {
        (row, column): piece
        for row, line in enumerate(rows)
        for column, piece in enumerate(line)
        if piece != "."
    }


def square(game: DraughtsGame, name: str) -> Square:
    """Row and column of a square."""
    if name[0].isalpha():
        return 8 - int(name[1]), "abcdefgh".index(name[0])
    row, place = divmod(int(name) - 1, game.size // 2)
    return row, 2 * place + (row % 2 == 0)


def as_move(game: DraughtsGame, way: BoardMove) -> Move:
    """One of our moves as the reference has it."""
    taken = frozenset(square(game, name) for name in way.captures)
    assert len(taken) == len(way.captures)
    src, dst = square(game, way.path[0]), square(game, way.path[-1])
    return Move(src, dst, taken, way.promotion == "K")
