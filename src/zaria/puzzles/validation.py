"""The check of what a puzzle says: its form, and that every answer is legal in its position."""

from zaria import games
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import IllegalTurnError, InvalidPositionError, Position, UnknownGameError
from zaria.games.registry import BOARD_GAMES, DICE_GAMES
from zaria.games.turn import Turn
from zaria.puzzles.keys import board_key
from zaria.puzzles.puzzle import (
    CUBE_WORDS,
    GREATEST_RATING,
    LEAST_RATING,
    MOST_ANSWERS,
    InvalidPuzzleError,
    Puzzle,
    puzzle_id,
)
from zaria.puzzles.themes import ON_SQUARES, ON_TABLES

GAMES: tuple[str, ...] = (
    *(name for name, info in DICE_GAMES.items() if not info.is_pure_luck and len(info.game.rotation) == 1),
    *BOARD_GAMES,
)
"""The games with puzzles: all but those of pure luck and the rotations, whose games have their own."""
OWN_MOVES = 2
"""The fewest own moves of a solution on squares."""
FEWEST_PLAYS, PLAYS_TO_AVOID = 2, 4
"""The answers of a turn, at least, and of a turn to avoid."""


def validated(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle itself; raises `InvalidPuzzleError`, which says what is wrong with it."""
    if puzzle.game not in GAMES:
        raise InvalidPuzzleError(f"{puzzle.game!r} is no game with puzzles")
    if (puzzle.question == "move") != (puzzle.game in BOARD_GAMES):
        raise InvalidPuzzleError(f"{puzzle.game} has no question {puzzle.question!r}")
    _check_numbers(puzzle)
    if puzzle.game in BOARD_GAMES:
        key = _check_squares(puzzle)
    else:
        key = _check_cube(puzzle) if puzzle.question in CUBE_WORDS else _check_turns(puzzle)
    expected = puzzle_id(puzzle.game, key, puzzle.dice, puzzle.question)
    if puzzle.id != expected:
        raise InvalidPuzzleError(f"the identifier of this decision is {expected}, not {puzzle.id!r}")
    return puzzle


def dice_position(puzzle: Puzzle) -> Position:
    """Return the position of a puzzle with dice, the roll still to be played.

    Before a question about the cube it has no roll. Raises `InvalidPuzzleError`.
    """
    on_roll = 1 - puzzle.side if puzzle.question == "take" else puzzle.side
    try:
        position = games.dice_game(puzzle.game).parse(puzzle.position, on_roll)
        if position.duty is not None or position.outcome() is not None:
            raise InvalidPuzzleError("nobody is to roll in the position")
        return position if len(puzzle.dice) != 2 else position.rolled((puzzle.dice[0], puzzle.dice[1]))
    except (UnknownGameError, InvalidPositionError, ValueError) as error:
        raise InvalidPuzzleError(str(error)) from error


def board_position(puzzle: Puzzle) -> BoardPosition:
    """Return the position of a puzzle on squares; raises `InvalidPuzzleError`."""
    try:
        position = games.board_game(puzzle.game).parse(puzzle.position)
    except (UnknownGameError, InvalidPositionError) as error:
        raise InvalidPuzzleError(str(error)) from error
    if position.turn != puzzle.side or position.outcome() is not None:
        raise InvalidPuzzleError("the side is not to move in the position")
    return position


def turn_named(position: Position, text: str) -> Turn:
    """Return the legal turn that is written so; raises `InvalidPuzzleError`."""
    for turn in position.turns():
        if str(turn) == text:
            return turn
    raise InvalidPuzzleError(f"{text!r} is no legal turn of the roll")


def cube_key(puzzle: Puzzle) -> str:
    """Return what identifies a question about the cube: the board, the cube and the score."""
    owner = "" if puzzle.cube_owner is None else str(puzzle.cube_owner)
    score = "" if puzzle.score is None else f"{puzzle.score[0]}-{puzzle.score[1]}"
    return f"{puzzle.position} {puzzle.cube} {owner} {score} {puzzle.length}"


def _check_numbers(puzzle: Puzzle) -> None:
    if puzzle.side not in (0, 1):
        raise InvalidPuzzleError("a side is 0 or 1")
    if not 0.0 <= puzzle.share <= 1.0:
        raise InvalidPuzzleError("a share of tries is 0 to 1")
    if not LEAST_RATING <= puzzle.rating <= GREATEST_RATING:
        raise InvalidPuzzleError(f"a first rating is {LEAST_RATING} to {GREATEST_RATING}")
    themes = ON_SQUARES if puzzle.question == "move" else ON_TABLES
    unknown = [theme for theme in puzzle.themes if theme not in themes]
    if unknown:
        raise InvalidPuzzleError(f"unknown theme {unknown[0]!r}")
    names = [answer.turn for answer in puzzle.answers]
    if len(set(names)) != len(names) or not FEWEST_PLAYS <= len(names) <= MOST_ANSWERS:
        raise InvalidPuzzleError(f"a puzzle has {FEWEST_PLAYS} to {MOST_ANSWERS} different answers")
    if any(answer.loss < 0.0 or answer.error < 0.0 for answer in puzzle.answers):
        raise InvalidPuzzleError("a loss and its error are 0 or more")
    if [answer.loss for answer in puzzle.answers].count(0.0) != 1:
        raise InvalidPuzzleError("exactly one answer loses nothing")
    if puzzle.question not in CUBE_WORDS and puzzle.answers != tuple(
        sorted(puzzle.answers, key=lambda answer: answer.loss)
    ):
        raise InvalidPuzzleError("the best answers come first")


def _check_turns(puzzle: Puzzle) -> str:
    if len(puzzle.dice) != 2:
        raise InvalidPuzzleError("a turn needs a roll of two dice")
    if puzzle.question == "avoid" and len(puzzle.answers) != PLAYS_TO_AVOID:
        raise InvalidPuzzleError(f"a turn to avoid stands among {PLAYS_TO_AVOID}")
    _check_single_game(puzzle)
    position = dice_position(puzzle)
    names = [str(turn) for turn in position.turns()]
    for answer in puzzle.answers:
        if names.count(answer.turn) != 1:
            raise InvalidPuzzleError(f"{answer.turn!r} is no legal turn of the roll")
    return puzzle.position


def _check_cube(puzzle: Puzzle) -> str:
    if puzzle.dice:
        raise InvalidPuzzleError("the cube is turned before a roll")
    if tuple(answer.turn for answer in puzzle.answers) != CUBE_WORDS[puzzle.question]:
        raise InvalidPuzzleError(f"the answers are {', '.join(CUBE_WORDS[puzzle.question])}, in this order")
    if puzzle.length < 0 or (puzzle.score is None) != (puzzle.length == 0):
        raise InvalidPuzzleError("a match has a length and a score, a game for money neither")
    if puzzle.score is not None and not all(0 <= points < puzzle.length for points in puzzle.score):
        raise InvalidPuzzleError("the match is over at this score")
    if puzzle.cube < 1 or puzzle.cube_owner not in (None, 0, 1):
        raise InvalidPuzzleError("the cube is 1 or more, its owner a side or nobody")
    dice_position(puzzle)
    return cube_key(puzzle)


def _check_single_game(puzzle: Puzzle) -> None:
    if (puzzle.cube, puzzle.cube_owner, puzzle.score, puzzle.length) != (1, None, None, 1):
        raise InvalidPuzzleError("a cube and a score are for questions about the cube")


def _check_squares(puzzle: Puzzle) -> str:
    _check_single_game(puzzle)
    if puzzle.dice:
        raise InvalidPuzzleError("a game on squares has no dice")
    position = board_position(puzzle)
    legal = {way.move for way in position.legal_moves()}
    for answer in puzzle.answers:
        if answer.turn not in legal:
            raise InvalidPuzzleError(f"{answer.turn!r} is no legal move")
    if len(puzzle.line) % 2 == 0 or len(puzzle.line) < 2 * OWN_MOVES - 1:
        raise InvalidPuzzleError(f"a solution has {OWN_MOVES} own moves, the first and the last")
    if puzzle.line[0] != puzzle.answers[0].turn:
        raise InvalidPuzzleError("the solution begins with the best answer")
    key = board_key(position)
    try:
        for move in puzzle.line:
            position = position.move(move)
    except IllegalTurnError as error:
        raise InvalidPuzzleError(f"an illegal move in the solution: {error}") from error
    return key
