"""pydraughts finds the moves that we find, at every ply of random games.

It takes ten milliseconds and more for a position, so only a few games are played; ZARIA_PROOF=500 plays two
thousand of each game. Giveaway has the moves of Russian draughts.
"""

import os
from random import Random

import pytest

from tests.games.draughts.positions import draughts
from zaria.games.draughts.position import Position

oracle = pytest.importorskip("draughts")

EFFORT = float(os.environ.get("ZARIA_PROOF", "1"))
"""How many times longer than usual to look."""
VARIANTS = {
    "russian-draughts": "russian",
    "giveaway": "russian",
    "english-draughts": "english",
    "draughts": "standard",
}
CHUNKS = 4
LONGEST = 150
"""Plies after which a random game is left."""

Told = tuple[str, str, frozenset[str]]


def name(variant: str, number: int) -> str:
    """A square as we call it: the package counts Russian ones from light's side."""
    if variant != "russian":
        return str(number)
    rank, place = divmod(number - 1, 4)
    return "abcdefgh"[2 * place + rank % 2] + str(rank + 1)


def told(variant: str, move: object) -> Told:
    """From, to and what is captured, by the package."""
    steps = [name(variant, number) for number in move.steps_move]  # type: ignore[attr-defined]
    captures = move.captures or []  # type: ignore[attr-defined]
    return steps[0], steps[-1], frozenset(name(variant, number) for number in captures)


def play(game: str, seed: int) -> int:
    """Play a random game on both; returns its plies."""
    random, variant = Random(f"{game} {seed}"), VARIANTS[game]
    position: Position = draughts(game).start()
    board = oracle.Board(variant=variant)
    for ply in range(LONGEST):
        theirs = {told(variant, move): move for move in board.legal_moves()}
        ours = {(way.path[0], way.path[-1], frozenset(way.takes)): way for way in position.ways()}
        assert set(ours) == set(theirs), (seed, ply, position.text())
        if not ours:
            return ply
        chosen = random.choice(sorted(ours, key=lambda move: (move[0], move[1], sorted(move[2]))))
        position = position.move(ours[chosen].move)
        board.push(theirs[chosen])
    return LONGEST


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", VARIANTS)
def test_random_games(game: str, chunk: int) -> None:
    games = max(1, int(EFFORT))
    assert all(play(game, chunk * games + number) > 10 for number in range(games))
