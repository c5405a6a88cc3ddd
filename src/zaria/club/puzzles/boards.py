"""A puzzle on the boards of the site: as a match for the engine, as a frame for the page, as small boards."""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from zaria import games
from zaria.club.matches.replay.positions import parse_position
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.games.turn import Moves
from zaria.match.match import Cube, Match, Phase
from zaria.match.moment import Trace
from zaria.match.plays import play_of
from zaria.match.terms import Terms
from zaria.puzzles.puzzle import CUBE_WORDS, Puzzle, Question
from zaria.puzzles.validation import board_position, dice_position, turn_named
from zaria.records.replay import Frame, placed

_PHASES: dict[Question, Phase] = {"double": "roll", "take": "double"}


class Tried(NamedTuple):
    """A turn or a move that a solver made: the match before it, its steps or its name, the board after it."""

    before: Match
    moves: tuple[tuple[int, int], ...]
    move: str
    text: str
    after: Position | BoardPosition


def match_of(puzzle: Puzzle, name: str, line: tuple[str, ...] = ()) -> Match:
    """Return a match that stands in a puzzle, called `name`; on squares after the moves of `line`.

    Raises `IllegalTurnError` for a line that cannot be played.
    """
    position: Position | BoardPosition
    if puzzle.question == "move":
        position = board_position(puzzle)
        for move in line:
            position = position.move(move)
    else:
        position = dice_position(puzzle)
    is_cube = puzzle.question in CUBE_WORDS
    return Match(
        id=name,
        terms=Terms(puzzle.game, length=puzzle.length if is_cube else 0, cube=is_cube),
        seal="",
        game=games.get(puzzle.game),
        position=position,
        phase=_PHASES.get(puzzle.question, "move"),
        turn=position.turn,
        cube=Cube(puzzle.cube, puzzle.cube_owner),
        proposed=(2 * puzzle.cube,) if puzzle.question == "take" else (),
        score=puzzle.score or (0, 0),
    )


def frame_of(puzzle: Puzzle, line: tuple[str, ...] = ()) -> Frame:
    """Return the frame that the page draws; raises `IllegalTurnError` as `match_of` does."""
    match = match_of(puzzle, "", line)
    frame = parse_position(match.game, match.position.to_text(), match.position.turn).frame
    if puzzle.question not in CUBE_WORDS:
        return frame
    return replace(frame, cube=match.cube, proposed=match.proposed, score=match.score)


def solution_frames(puzzle: Puzzle) -> list[Frame]:
    """Return the frames of a solution on squares: the first board, then that after each of its moves."""
    position = board_position(puzzle)
    frames = [frame_of(puzzle)]
    for move in puzzle.line:
        way = next(way for way in position.legal_moves() if way.move == move)
        position = position.move(move)
        squares = placed(position, Trace(way.path, way.captures))
        frames.append(replace(frames[0], turn=position.turn, squares=squares, id=position.to_text()))
    return frames


def ways_of(match: Match) -> dict[str, Any]:
    """Return all legal turns as the board of a table has them."""
    play = play_of(match)
    tree, effects, ways = play.tree(match), play.effects(match), play.moves(match)
    return {
        "side": match.turn,
        "tree": None if tree is None else msgspec.Raw(tree),
        "effects": None if effects is None else msgspec.Raw(effects),
        "ways": ways,
    }


def try_turn(puzzle: Puzzle, before: Match, moves: Moves) -> Tried:
    """Return a turn with dice, in the notation of the puzzle; raises `IllegalTurnError`."""
    position = before.dice_position()
    turn = position.complete(moves)
    after = position.play(turn)
    names = (str(way) for way in position.turns() if position.play(way) == after)
    return Tried(before, turn.moves, "", next(names, str(turn)), after)


def try_move(before: Match, move: str) -> Tried:
    """Return a move on squares; raises `IllegalTurnError`."""
    return Tried(before, (), move, move, before.board_position().move(move))


def try_answer(puzzle: Puzzle, before: Match, text: str) -> Tried:
    """Return a listed answer as if a solver had made it; raises `IllegalTurnError` for one of no sense."""
    if puzzle.question == "move":
        return try_move(before, text)
    turn = turn_named(before.dice_position(), text)
    return Tried(before, turn.moves, "", text, before.dice_position().play(turn))


def drawn(tried: Tried) -> dict[str, Any]:
    """Return the fields by which the page draws the way of a turn."""
    if tried.moves:
        return {"moves": [list(step) for step in tried.moves]}
    position = tried.before.position
    if not position.game.is_board:
        return {"moves": []}
    path = next((way.path for way in position.legal_moves() if way.move == tried.move), ())
    return {"path": list(path)}
