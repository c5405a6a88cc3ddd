"""Positions of draughts for Hypothesis, and how the reference sees them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.games.reference import draughts as draughts_reference
from tests.games.reference import turkish as turkish_reference
from tests.games.reference.draughts import Move, Pieces, Rules, Square
from zaria import games
from zaria.games.board_games import LIGHT, BoardMove
from zaria.games.draughts.draws import NO_RUNS
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.presets import (
    brazilian,
    canadian,
    czech,
    frisian,
    italian,
    pool,
    portuguese,
    spanish,
    thai,
    turkish,
)
from zaria.games.protocols import InvalidPositionError

NAMES = ("russian-draughts", "english-draughts", "giveaway", "draughts")
_CREATE_ABROAD: tuple[Callable[..., DraughtsGame], ...] = (
    brazilian.game,
    pool.game,
    czech.game,
    spanish.game,
    portuguese.game,
    italian.game,
    thai.game,
    canadian.game,
    frisian.game,
    turkish.game,
)
ABROAD = {create().id: create for create in _CREATE_ABROAD}
"""The functions that make the games not listed in the registry yet, by identifier."""


def draughts(name: str, **options: bool) -> DraughtsGame:
    """A game of draughts with these options."""
    game = ABROAD[name](**options) if name in ABROAD else games.board_game(name, **options)
    assert isinstance(game, DraughtsGame)
    return game


VARIANTS = (
    *(draughts(name) for name in NAMES),
    draughts("russian-draughts", max_in_direction=True),
    draughts("english-draughts", max_in_direction=True),
    *(draughts(name) for name in ABROAD),
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
    squares = game.options.squares.squares
    is_dense = game.options.capture_lines == "eight" or game.options.orthogonal
    most = 8 if is_dense else game.options.men  # more pieces have captures without end there
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
    variant = st.sampled_from(VARIANTS) if game is None else game
    return st.builds(played, variant, seeds, st.integers(0, 120)) | st.builds(scattered, variant, seeds)


def reference_moves(position: DraughtsPosition) -> set[Move]:
    """The legal moves that the slow reference finds."""
    game = position.game
    assert isinstance(game, DraughtsGame)
    if game.options.orthogonal:
        return turkish_reference.moves(pieces(position), position.turn)
    return draughts_reference.moves(rules(game), pieces(position), position.turn)


def without_history(position: DraughtsPosition) -> DraughtsPosition:
    """The same pieces and counters, without what only earlier moves can tell."""
    return replace(position, seen=(), runs=NO_RUNS)


def rules(game: DraughtsGame) -> Rules:
    """The reference's name of the rules."""
    options = game.options
    return Rules(
        size=options.size,
        flying=options.flying,
        back=options.back,
        men_take_kings=options.men_take_kings,
        priority=options.priority,
        capture_lines=options.capture_lines,
        landing=options.landing,
        removal=options.removal,
        crowning=options.crowning,
        longest=options.max_in_direction,
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
    size, options = game.size, game.options
    row, place = divmod(int(name) - 1, size // 2)
    if options.numbered_from == LIGHT:
        return size - 1 - row, size - 1 - 2 * place - row % 2
    return row, 2 * place + (row + (not options.mirror)) % 2


def as_move(game: DraughtsGame, way: BoardMove) -> Move:
    """One of our moves as the reference has it."""
    taken = frozenset(square(game, name) for name in way.captures)
    assert len(taken) == len(way.captures)
    src, dst = square(game, way.path[0]), square(game, way.path[-1])
    return Move(src, dst, taken, way.promotion == "K")
