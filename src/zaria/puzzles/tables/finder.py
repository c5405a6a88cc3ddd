"""Puzzles with dice among the rolls of a game: one clearly best turn that people miss."""

from collections import Counter
from collections.abc import Sequence

from zaria.bots.analysis.engines import evaluator_name
from zaria.bots.tables import Candidate, Engine
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.puzzles.puzzle import (
    GREATEST_SHARE,
    LEAST_SHARE,
    MOST_ANSWERS,
    Puzzle,
    PuzzleAnswer,
    PuzzleProof,
    Question,
    first_rating,
    puzzle_id,
)
from zaria.puzzles.tables.features import themes_of
from zaria.puzzles.tables.games import RolledPosition
from zaria.puzzles.tables.proof import BLUNDER, CLEAR, Proven, prove, prove_blunder
from zaria.puzzles.tries import TRIES, Tries, turns_tried

GAP = 0.08
"""Points by which the best turn is ahead at one ply."""
DEEPER_GAP, DEEPER = 0.06, 2
"""Points by which it is still ahead with so many plies."""
GOOD_TURNS, GOOD = 3, 0.02
"""Turns beside one to avoid, and what they may lose at one ply."""
BEGINNERS, OFTEN = (1, 2), 2
"""The levels that must choose the turn to avoid, each so often of ten tries."""
DIGITS = 4

Counts = Counter[str]
"""Numbers of decisions by the step that they reached: seen, candidates, deeper, proven."""


class TurnFinder:
    """Finds the puzzles among the decisions of one game with dice."""

    def __init__(self, engine: Engine, counts: Counts) -> None:
        self.engine = engine
        self.counts = counts

    def puzzle(self, rolled: RolledPosition) -> Puzzle | None:
        """Return the puzzle that the roll is, or None."""
        # the tries follow from the text, in which a puzzle has the greater die first
        position = rolled.position.rolled((max(rolled.roll), min(rolled.roll)))
        turns = position.turns()
        self.counts["seen"] += 1
        if len(turns) < 2 or not _are_whole(position, turns):
            return None
        ranked = self.engine.ranked(position, 1)
        if ranked[0].equity - ranked[1].equity >= GAP:
            return self._best_turn(rolled, position, ranked)
        return self._turn_to_avoid(rolled, position, ranked)

    def _best_turn(
        self, rolled: RolledPosition, position: Position, ranked: list[Candidate]
    ) -> Puzzle | None:
        tries = turns_tried(self.engine, position)
        best = str(ranked[0].turn)
        share = 1 - tries[best] / TRIES
        if not LEAST_SHARE <= share <= GREATEST_SHARE:
            return None
        self.counts["candidates"] += 1
        deeper = self.engine.ranked(position, DEEPER)
        if str(deeper[0].turn) != best or deeper[0].equity - deeper[1].equity < DEEPER_GAP:
            return None
        self.counts["deeper"] += 1
        listed = answers_among(deeper, tries)
        losses = [deeper[0].equity - candidate.equity for candidate in listed]
        proven = prove(
            self.engine, position, [candidate.turn for candidate in listed], losses, rolled.source.seed
        )
        return None if proven is None else self._made("turn", rolled, position, proven, share)

    def _turn_to_avoid(
        self, rolled: RolledPosition, position: Position, ranked: list[Candidate]
    ) -> Puzzle | None:
        good = [candidate for candidate in ranked if ranked[0].equity - candidate.equity <= GOOD]
        bad = {
            str(candidate.turn): candidate
            for candidate in ranked
            if ranked[0].equity - candidate.equity >= BLUNDER
        }
        if len(good) < GOOD_TURNS or not bad:
            return None
        by_level = [turns_tried(self.engine, position, (level,)) for level in BEGINNERS]
        text = max(bad, key=lambda turn: sum(tries[turn] for tries in by_level))
        if any(tries[text] < OFTEN for tries in by_level):
            return None
        self.counts["candidates"] += 1
        deeper = {str(candidate.turn): candidate for candidate in self.engine.ranked(position, DEEPER)}
        turns = [*(candidate.turn for candidate in good[:GOOD_TURNS]), bad[text].turn]
        equities = [deeper[str(turn)].equity for turn in turns]
        if max(equities) - equities[-1] < BLUNDER or max(equities) - min(equities[:-1]) > GOOD:
            return None
        self.counts["deeper"] += 1
        proven = prove_blunder(self.engine, position, turns, rolled.source.seed)
        if proven is None:
            return None
        share = turns_tried(self.engine, position)[text] / TRIES
        return self._made("avoid", rolled, position, proven, share)

    def _made(
        self, question: Question, rolled: RolledPosition, position: Position, proven: Proven, share: float
    ) -> Puzzle:
        self.counts["proven"] += 1
        text = rolled.position.to_text()
        dice = max(rolled.roll), min(rolled.roll)
        return Puzzle(
            id=puzzle_id(position.game.id, text, dice, question),
            game=position.game.id,
            question=question,
            position=text,
            side=position.turn,
            dice=dice,
            answers=answers_of(proven),
            themes=themes_of(position, proven.turns),
            share=round(share, 3),
            rating=first_rating(share),
            proof=PuzzleProof(
                engine=evaluator_name(self.engine, position.game),
                plies=DEEPER,
                games=proven.games,
                without_luck=proven.without_luck,
                doubled=proven.doubled,
            ),
            source=rolled.source,
        )


def answers_of(proven: Proven) -> tuple[PuzzleAnswer, ...]:
    """Return the answers of a puzzle, the best first."""
    measured = zip(proven.turns, proven.losses, proven.errors, strict=True)
    return tuple(
        PuzzleAnswer(str(turn), round(max(loss, 0.0), DIGITS), round(error, DIGITS))
        for turn, loss, error in measured
    )


def answers_among(ranked: Sequence[Candidate], tries: Tries) -> list[Candidate]:
    """Return the turns that a puzzle lists: the best, those within `CLEAR` of it, and those that were tried.

    Of too many, those that the levels played come first.
    """
    alternatives = [
        candidate
        for candidate in ranked[1:]
        if ranked[0].equity - candidate.equity <= CLEAR or str(candidate.turn) in tries
    ] or list(ranked[1:2])
    alternatives.sort(key=lambda candidate: (-tries[str(candidate.turn)], -candidate.equity))
    return [ranked[0], *sorted(alternatives[: MOST_ANSWERS - 1], key=lambda candidate: -candidate.equity)]


def _are_whole(position: Position, turns: Sequence[Turn]) -> bool:
    """Return whether each turn ends the roll, and is written as no other is."""
    names = {str(turn) for turn in turns}
    return len(names) == len(turns) and all(position.play(turn).duty is None for turn in turns)
