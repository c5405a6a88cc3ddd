"""Finds endgame studies of English and Russian draughts, for `tests/data/draughts_studies.toml`.

    python -m tools.generate.draughts_studies [--each 22] [--seed 1] > FILE

All endings of four pieces are solved backwards from their ends, and positions drawn by lot of which exactly
one move wins, after many moves and before a drawing rule can intervene. Half a minute of one core.
"""

import argparse
from collections.abc import Iterator
from random import Random

from zaria import games
from zaria.bots.squares.draughts.engine import materials
from zaria.bots.squares.draughts.search.endings import Endings
from zaria.games.draughts.board import board
from zaria.games.draughts.draws import Pieces
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition

LEAST = {"english-draughts": 17, "russian-draughts": 11}
"""Plies to the end, at least."""
MOST = 29
"""And at most: Russian rules draw after fifteen moves of each side."""
FIRST_POSITION = "W:WK15,20:BK28,12"
"""The "first position" of English draughts, known from every book."""
LONG_TRIANGLE = 25
"""Plies, at least, of Petrov's triangle: three kings against one that does not hold the main road."""


def drawn_by_lot(game: DraughtsGame, chance: Random, with_four: bool) -> DraughtsPosition:
    """Three or four pieces anywhere they may stand."""
    squares = board(game.size)
    wide = game.size // 2
    count = 4 if with_four else 3
    numbers = chance.sample(range(squares.squares), count)
    light_count = count // 2 if chance.random() < 0.5 else count - 1
    kinds = [[0, 0], [0, 0]]
    for i, number in enumerate(numbers):
        side = int(i >= light_count)
        edge = number < wide if side == 0 else number >= squares.squares - wide
        kinds[side][int(edge or chance.random() < 0.6)] |= squares.bits[number]
    return DraughtsPosition(game, 0, Pieces(*kinds[0], *kinds[1]))


def plies(endings: Endings, position: DraughtsPosition) -> int:
    """Plies to the end for the side to move: positive for a win, 0 for a draw, negative for a loss."""
    turn, pieces = position.turn, position.pieces
    code = endings.probe(*pieces.side(turn), *pieces.side(1 - turn), turn)
    return code - 1 if code > 0 else code + 1 if code < 0 else 0


def winning(endings: Endings, position: DraughtsPosition) -> list[str]:
    """The moves that win."""
    wins = []
    for way in position.legal_moves():
        after = position.move(way.move)
        side = after.pieces.side(after.turn)
        code = endings.probe(*side, *after.pieces.side(1 - after.turn), after.turn)
        if code < 0:
            wins.append(way.move)
    return wins


def studies(
    game: DraughtsGame, endings: Endings, args: argparse.Namespace, least: int
) -> Iterator[DraughtsPosition]:
    """The studies of a game, those by name last."""
    chance, count = Random(args.seed), 0
    while count < args.each:
        position = drawn_by_lot(game, chance, count % 4 > 0)
        if least <= plies(endings, position) <= MOST and hard(endings, position):
            count += 1
            yield position
    if game.id == "english-draughts":
        yield game.parse(FIRST_POSITION)
        return
    squares = board(game.size)
    while count < args.each + 5:
        *kings, lone_king = (squares.bits[n] for n in chance.sample(range(squares.squares), 4))
        position = DraughtsPosition(game, 0, Pieces(0, sum(kings), 0, lone_king))
        if plies(endings, position) >= LONG_TRIANGLE and hard(endings, position):
            count += 1
            yield position


def hard(endings: Endings, position: DraughtsPosition) -> bool:
    """Is there something to choose, and does one move only win?"""
    ways = position.legal_moves()
    return len(ways) > 3 and not ways[0].captures and len(winning(endings, position)) == 1


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=22)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("# Endgame studies: the moves that win, and plies to the end with best play of both sides.")
    print("# Made by tools/generate/draughts_studies.py from tables that it reckons.\n")
    for name, least in LEAST.items():
        game = games.board_game(name)
        assert isinstance(game, DraughtsGame)
        endings = Endings(game.numbers, game.options.squares.bits, game.options.squares.wide)
        endings.solve_all(materials(4))
        for position in studies(game, endings, args, least):
            print(f'[[study]]\ngame = "{name}"\nposition = "{position.to_text()}"')
            moves = ", ".join(f'"{move}"' for move in winning(endings, position))
            print(f"moves = [{moves}]\nplies = {plies(endings, position)}\n")


if __name__ == "__main__":
    main()
