"""Puzzles about the cube: whether to double, and whether to take."""

import random
from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from zaria.bots.analysis.engines import evaluator_name
from zaria.bots.doubling import Decision, Stake, decide, efficiency
from zaria.bots.doubling.rollouts import GAMES, CubeRollout, roll_out
from zaria.bots.probabilities import OutcomeProbabilities, bounded
from zaria.bots.tables import Engine
from zaria.games.protocols import DiceRules, Position
from zaria.puzzles.puzzle import (
    CUBE_WORDS,
    GREATEST_SHARE,
    LEAST_SHARE,
    Puzzle,
    PuzzleAnswer,
    PuzzleProof,
    PuzzleSource,
    Question,
    first_rating,
    puzzle_id,
)
from zaria.puzzles.tables.games import RolledPosition
from zaria.puzzles.tables.proof import DOUBLINGS, SURE
from zaria.puzzles.tries import TRIES, cube_tried
from zaria.puzzles.validation import cube_key

GAP = 0.08
"""The least loss of the wrong answer, with the present cube lost at -1 and won at 1."""
SWAYED = 0.02
"""The error of chances that the right answer must survive: of wins, and of those that count double."""
LENGTHS = (0, 0, 3, 5, 7)
"""Lengths of matches in self-play; 0: for money."""
PLIES = 2
DIGITS = 4


class CubeSituation(NamedTuple):
    """A position before a roll, and what is at stake for side 0, which may double."""

    position: Position
    stake: Stake
    length: int
    score: tuple[int, int] | None
    source: PuzzleSource


class CubeQuestion(NamedTuple):
    """A question about the cube with its right answer, and what the wrong one loses."""

    question: Question
    right: str
    loss: float


def situation_of(rolled: RolledPosition, seed: int) -> CubeSituation:
    """Return the position with a length and a score drawn at random; nobody owns the cube."""
    chance = random.Random(seed)
    length = chance.choice(LENGTHS)
    score = (chance.randrange(length - 1), chance.randrange(length - 1)) if length else None
    stake = stake_of(rolled.position.game, length, score)
    return CubeSituation(rolled.position, stake, length, score, rolled.source)


def stake_of(
    game: DiceRules,
    length: int,
    score: tuple[int, int] | None,
    value: int = 1,
    *,
    is_owner: bool | None = None,
) -> Stake:
    """Return what is at stake for the first side of the score, before the Crawford game."""
    return Stake(
        value=value,
        is_owner=is_owner,
        points=tuple(points for points, _ in game.classes),
        away=None if score is None else (length - score[0], length - score[1]),
        game=game.id,
    )


class CubeFinder:
    """Finds questions about the cube before the rolls of a game."""

    def __init__(self, engine: Engine, counts: Counter[str]) -> None:
        self.engine = engine
        self.counts = counts

    def puzzle(self, situation: CubeSituation) -> Puzzle | None:
        """Return the puzzle that the situation is, or None."""
        self.counts["seen"] += 1
        position, stake = situation.position, situation.stake
        chances = self.engine.evaluate(position, 1)
        cube_question = question_of(_decision(position, stake, chances))
        if cube_question is None:
            return None
        question = cube_question.question

        def answer(believed: OutcomeProbabilities) -> str:
            return answer_of(question, _decision(position, stake, believed))

        share = 1 - cube_tried(position, chances, answer)[cube_question.right] / TRIES
        if not LEAST_SHARE <= share <= GREATEST_SHARE:
            return None
        self.counts["candidates"] += 1
        deeper = self.engine.evaluate(position, PLIES)
        if not is_steady(position, stake, deeper, cube_question):
            return None
        self.counts["deeper"] += 1
        proof = prove_cube(self.engine, position, stake, cube_question, situation.source.seed)
        if proof is None:
            return None
        self.counts["proven"] += 1
        return self._puzzle_of(situation, cube_question, proof, share)

    def _puzzle_of(
        self, situation: CubeSituation, cube_question: CubeQuestion, proof: "CubeProof", share: float
    ) -> Puzzle:
        game = situation.position.game
        themes = ["doubling"]
        if cube_question.right == "wait" and proof.is_too_good:
            themes.append("too-good")
        if situation.position.is_race():
            themes.append("race")
        puzzle = Puzzle(
            id="",
            game=game.id,
            question=cube_question.question,
            position=situation.position.to_text(),
            side=1 if cube_question.question == "take" else 0,
            score=situation.score,
            length=situation.length,
            answers=tuple(
                PuzzleAnswer(word, 0.0)
                if word == cube_question.right
                else PuzzleAnswer(word, round(proof.loss, DIGITS), round(proof.error, DIGITS))
                for word in CUBE_WORDS[cube_question.question]
            ),
            themes=tuple(sorted(themes)),
            share=round(share, 3),
            rating=first_rating(share),
            proof=PuzzleProof(
                engine=evaluator_name(self.engine, game),
                plies=PLIES,
                games=proof.games,
                without_luck=True,
                doubled=proof.doubled,
            ),
            source=situation.source,
        )
        return replace(puzzle, id=puzzle_id(game.id, cube_key(puzzle), (), cube_question.question))


class CubeProof(NamedTuple):
    """The loss of the wrong answer in games that were played out, and its standard error."""

    loss: float
    error: float
    games: int
    doubled: int
    is_too_good: bool


def question_of(decision: Decision) -> CubeQuestion | None:
    """Return the question that has a clear answer: the take where a double is clear, else the double."""
    gain = decision.doubled - decision.no_double
    if not decision.possible or abs(gain) < GAP:
        return None
    taking = decision.double_drop - decision.double_take
    if gain > 0 and abs(taking) >= GAP:
        return CubeQuestion("take", "take" if taking > 0 else "drop", abs(taking))
    return CubeQuestion("double", "double" if gain > 0 else "wait", abs(gain))


def answer_of(question: Question, decision: Decision) -> str:
    """Return the right answer by the decision."""
    if question == "take":
        return "take" if decision.take else "drop"
    return "double" if decision.double else "wait"


def prove_cube(
    engine: Engine,
    position: Position,
    stake: Stake,
    cube_question: CubeQuestion,
    seed: int,
    *,
    games: int = GAMES,
    doublings: int = DOUBLINGS,
) -> CubeProof | None:
    """Play the cube out until the answer is ahead by `SURE` errors and by `GAP`; None if it is not."""
    for doubled in range(doublings + 1):
        count = games << doubled
        rollout = roll_out(position, stake, count, seed + doubled + 1, engine=engine)
        loss, error = _loss(rollout, cube_question)
        if loss >= max(GAP, SURE * error):
            return CubeProof(loss, error, count, doubled, rollout.action == "too_good")
    return None


def _loss(rollout: CubeRollout, cube_question: CubeQuestion) -> tuple[float, float]:
    """Return what the wrong answer loses, below 0 if it is right, and the standard error."""
    if cube_question.question == "take":
        taking = rollout.double_drop - rollout.double_take.equity
        return (taking if cube_question.right == "take" else -taking), rollout.double_take.error
    gain = rollout.gain
    return (gain.equity if cube_question.right == "double" else -gain.equity), gain.error


def _decision(position: Position, stake: Stake, chances: OutcomeProbabilities) -> Decision:
    return decide(chances, stake, efficiency.of(position))


def is_steady(
    position: Position, stake: Stake, chances: OutcomeProbabilities, cube_question: CubeQuestion
) -> bool:
    """Return whether the wrong answer loses `GAP`, and stays wrong if the chances are a little different."""
    same = question_of(_decision(position, stake, chances))
    if same is None or (same.question, same.right) != (cube_question.question, cube_question.right):
        return False
    return all(
        answer_of(cube_question.question, _decision(position, stake, swayed)) == cube_question.right
        for swayed in swayed_chances(chances)
    )


def swayed_chances(chances: OutcomeProbabilities) -> list[OutcomeProbabilities]:
    """Return the chances with `SWAYED` more and fewer wins, and with more and fewer that count double."""
    swayed = []
    for by in (-SWAYED, SWAYED):
        swayed += [
            replace(chances, win=chances.win + by),
            replace(chances, win2=chances.win2 + by),
            replace(chances, lose2=chances.lose2 + by),
        ]
    return [bounded(of_one) for of_one in swayed]
