"""Games and positions for the tests of the draughts engine."""

from random import Random

from zaria.games.draughts.board import each
from zaria.games.draughts.draws import Pieces
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.presets import (
    brazilian,
    canadian,
    english,
    frisian,
    giveaway,
    international,
    pool,
    russian,
    turkish,
)

GAMES: dict[str, DraughtsGame] = {
    "russian-draughts": russian.game(),
    "english-draughts": english.game(),
    "giveaway": giveaway.game(),
    "draughts": international.game(),
    "brazilian-draughts": brazilian.game(),
    "pool-checkers": pool.game(),
    "russian, longest": russian.game(max_in_direction=True),
    "giveaway, safe": giveaway.game(safety_draw=True),
}
OWN_BOARDS: dict[str, tuple[DraughtsGame, str]] = {
    "turkish-draughts": (turkish.game(), "orthogonal_search"),
    "frisian-draughts": (frisian.game(), "wide_search"),
    "canadian-draughts": (canadian.game(), "wide_search"),
}
"""Games on other boards, and the package that searches them."""

Sides = tuple[int, int, int, int, int]


def sides(position: DraughtsPosition) -> Sides:
    """Men and kings of the side to move, of the other, and which it is."""
    turn, pieces = position.turn, position.pieces
    return *pieces.side(turn), *pieces.side(1 - turn), turn


def played(game: DraughtsGame, seed: int, plies: int) -> DraughtsPosition:
    """A position so many random moves from the start, or an earlier one where the game is over then."""
    chance, position = Random(seed), game.start()
    for _ in range(plies):
        after = position.move(chance.choice(position.legal_moves()).move)
        if after.outcome():
            break
        position = after
    return position


def few(game: DraughtsGame, seed: int, count: int, kings: float) -> DraughtsPosition:
    """So many pieces anywhere they may stand, each side with one at least."""
    chance, squares = Random(seed), game.options.squares
    wide = squares.wide
    numbers = chance.sample(range(squares.squares), count)
    own_count = chance.randrange(1, count)
    kinds = [[0, 0], [0, 0]]
    for i, number in enumerate(numbers):
        side = int(i >= own_count)
        edge = number < wide if side == 0 else number >= squares.squares - wide
        kinds[side][int(edge or chance.random() < kings)] |= squares.bits[number]
    return DraughtsPosition(game, chance.randrange(2), Pieces(*kinds[0], *kinds[1]))


def mirrored(position: DraughtsPosition) -> DraughtsPosition:
    """The same with colours changed and the board turned round."""
    bits = position.game.options.squares.bits
    opposite = dict(zip(bits, reversed(bits), strict=True))
    turned = [sum(opposite[square] for square in each(squares)) for squares in position.pieces]
    return DraughtsPosition(position.game, 1 - position.turn, Pieces(*turned[2:], *turned[:2]))
