"""Puzzles on squares among the positions of a game: a solution of some moves that people miss."""

from collections import Counter
from collections.abc import Sequence

from zaria.bots.squares import SquaresEngine, Variation
from zaria.games.registry import CHESS_GAMES
from zaria.puzzles.keys import board_key
from zaria.puzzles.puzzle import (
    GREATEST_SHARE,
    LEAST_SHARE,
    Puzzle,
    PuzzleAnswer,
    PuzzleProof,
    first_rating,
    puzzle_id,
)
from zaria.puzzles.squares.features import themes_of
from zaria.puzzles.squares.games import PlayedPosition
from zaria.puzzles.squares.proof import GAP, nodes_of, ranked, solve
from zaria.puzzles.tries import TRIES, moves_tried
from zaria.puzzles.validation import OWN_MOVES

NODES = dict.fromkeys(CHESS_GAMES, 60_000)
"""Positions of a first search in each game; `USUAL_NODES` in the others."""
USUAL_NODES = 40_000
GLANCE_NODES, GLANCE_GAP = 3_000, 0.2
"""Positions of a search before that, and the gap that it must see for the next to be made."""
DIGITS = 4


class MoveFinder:
    """Finds the puzzles among the positions of one game on squares."""

    def __init__(self, engine: SquaresEngine, counts: Counter[str]) -> None:
        self.engine = engine
        self.counts = counts

    def puzzle(self, played: PlayedPosition) -> Puzzle | None:
        """Return the puzzle that the position is, or None."""
        position = played.position
        game = position.game.id
        self.counts["seen"] += 1
        if self._gap(ranked(self.engine, position, GLANCE_NODES, 2)) < GLANCE_GAP:
            return None
        lines = ranked(self.engine, position, NODES.get(game, USUAL_NODES), 2)
        if self._gap(lines) < GAP:
            return None
        share = 1 - moves_tried(position)[lines[0].move] / TRIES
        if not LEAST_SHARE <= share <= GREATEST_SHARE:
            return None
        self.counts["candidates"] += 1
        solution = solve(self.engine, position, nodes_of(game))
        if solution is None or solution.moves[0] != lines[0].move:
            return None
        self.counts["deeper"] += 1
        if len(solution.moves) < 2 * OWN_MOVES - 1:
            return None
        self.counts["proven"] += 1
        key = board_key(position)
        return Puzzle(
            id=puzzle_id(game, key, (), "move"),
            game=game,
            question="move",
            position=position.to_text(),
            side=position.turn,
            answers=tuple(
                PuzzleAnswer(move, round(max(loss, 0.0), DIGITS)) for move, loss in solution.answers
            ),
            line=solution.moves,
            themes=themes_of(position, solution.moves, solution.chance),
            share=round(share, 3),
            rating=first_rating(share),
            proof=PuzzleProof(engine=self.engine.name, nodes=solution.nodes),
            source=played.source,
        )

    def _gap(self, lines: Sequence[Variation]) -> float:
        """Return how far the best move is ahead of the second, in chances to win."""
        if len(lines) < 2:
            return 0.0
        return self.engine.chance(lines[0].value) - self.engine.chance(lines[1].value)
