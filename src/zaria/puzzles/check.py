"""The check of a puzzle: its form, then its proof anew with other dice, or deeper."""

import time
from typing import NamedTuple

from zaria.bots import squares, tables
from zaria.bots.doubling.rollouts import GAMES
from zaria.puzzles.puzzle import CUBE_WORDS, InvalidPuzzleError, Puzzle
from zaria.puzzles.scores import SOLVED
from zaria.puzzles.squares.proof import nodes_of, wrong_move
from zaria.puzzles.tables import cube
from zaria.puzzles.tables.proof import DOUBLINGS, first_games, prove, prove_blunder
from zaria.puzzles.validation import board_position, dice_position, turn_named, validated

DEEPER = 4
"""The factor of games, or positions, of a deeper check."""
PLIES, DEEPER_PLIES = 2, 3
SEED = 1_000_003
"""The dice of a check are other ones than those of the proof."""


class CheckResult(NamedTuple):
    """The result of a check: what is wrong, "" if the puzzle was proven again, and the seconds it took."""

    fault: str
    seconds: float


def check(puzzle: Puzzle, *, deeper: bool = False) -> CheckResult:
    """Prove the puzzle again.

    `deeper` looks ahead one ply more and rolls out, or searches, four times as much.
    """
    began = time.process_time()
    try:
        validated(puzzle)
        if puzzle.question in CUBE_WORDS:
            fault = _check_cube(puzzle, deeper=deeper)
        elif puzzle.question == "move":
            fault = _check_moves(puzzle, deeper=deeper)
        else:
            fault = _check_turns(puzzle, deeper=deeper)
    except InvalidPuzzleError as error:
        fault = str(error)
    return CheckResult(fault, time.process_time() - began)


def _check_turns(puzzle: Puzzle, *, deeper: bool) -> str:
    position = dice_position(puzzle)
    engine = tables.engine_for(position.game)
    turns = [turn_named(position, answer.turn) for answer in puzzle.answers]
    games = first_games(puzzle.game) * (DEEPER if deeper else 1)
    seed = SEED + puzzle.source.seed
    if puzzle.question == "avoid":
        proven = prove_blunder(engine, position, turns, seed, games=games, doublings=DOUBLINGS + 1)
        return "" if proven else "the turn to avoid is not surely worse than the others"
    ranked = engine.ranked(position, DEEPER_PLIES if deeper else PLIES)
    if str(ranked[0].turn) != puzzle.answers[0].turn:
        return f"{ranked[0].turn} is better by lookahead"
    if ranked[0].equity - ranked[1].equity <= SOLVED:
        return f"{ranked[1].turn} is as good by lookahead"
    losses = [answer.loss for answer in puzzle.answers]
    proven = prove(engine, position, turns, losses, seed, games=games, doublings=DOUBLINGS + 1)
    return "" if proven else "the best turn is not surely ahead in rollouts"


def _check_cube(puzzle: Puzzle, *, deeper: bool) -> str:
    position = dice_position(puzzle)
    engine = tables.engine_for(position.game)
    doubler = position.turn
    score = puzzle.score if doubler == 0 or puzzle.score is None else (puzzle.score[1], puzzle.score[0])
    stake = cube.stake_of(
        position.game,
        puzzle.length,
        score,
        puzzle.cube,
        is_owner=None if puzzle.cube_owner is None else puzzle.cube_owner == doubler,
    )
    right = puzzle.best.turn
    cube_question = cube.CubeQuestion(puzzle.question, right, max(answer.loss for answer in puzzle.answers))
    chances = engine.evaluate(position, DEEPER_PLIES if deeper else PLIES)
    if not cube.is_steady(position, stake, chances, cube_question):
        return f"{right} is not surely right by the model"
    games = GAMES * (DEEPER if deeper else 1)
    seed = SEED + puzzle.source.seed
    proven = cube.prove_cube(
        engine, position, stake, cube_question, seed, games=games, doublings=DOUBLINGS + 1
    )
    return "" if proven else f"{right} is not surely right in rollouts"


def _check_moves(puzzle: Puzzle, *, deeper: bool) -> str:
    position = board_position(puzzle)
    nodes = nodes_of(puzzle.game) * (DEEPER if deeper else 1)
    engine = squares.engine_for(position.game)
    wrong = wrong_move(engine, position, puzzle.line, nodes)
    return "" if wrong is None else f"{wrong} is not the only good move"
