"""The boards of a lesson or a chapter as their page needs them: positions, legal turns, the worth of each.

The page knows no rules: a turn with dice is a way through the graph of steps, which ends in a node; a move
is one of those that are sent. Each end has its verdict, so the page need not ask again.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

import msgspec

from zaria.club.learn.lesson_texts import LessonTexts, lesson_texts
from zaria.games.board_games import BoardPosition
from zaria.games.effects import Effects
from zaria.games.protocols import Position, Tree
from zaria.games.turn import Moves
from zaria.lessons.lesson import LessonBoard, Place
from zaria.lessons.replies import accepted_turns, after_reply
from zaria.lessons.shipped_lessons import lesson
from zaria.lessons.verdicts import AcceptedTurn, RefusedTurn, legal_turns, verdict_on, written
from zaria.match.play import MoveView

_HOUSE = "house"


@cache
def boards_of(game: str, language: str) -> bytes:
    """Return the boards of a lesson as JSON, with the texts of a language."""
    texts = lesson_texts(language)
    return msgspec.json.encode([_board(board, texts) for board in lesson(game).boards])


def _board(board: LessonBoard, texts: LessonTexts) -> dict[str, Any]:
    return {
        "goal": texts.goal[board.goal],
        "hint": texts.hint.get(board.hint, ""),
        **board_data(board, partial(_verdict, board, texts)),
    }


def board_data(board: LessonBoard, verdict: Callable[[str], object]) -> dict[str, Any]:
    """Return what the page draws of a board, and the verdict on each legal turn by its end."""
    before = board.before
    drawn = {"id": board.id, "side": before.turn, "game": before.game.id}
    if before.game.is_board:
        return drawn | _squares(board, before, verdict)
    return drawn | _tables(board, before, verdict)


def _tables(board: LessonBoard, before: Position, verdict: Callable[[str], object]) -> dict[str, Any]:
    drawn = {
        **_men(before),
        "hand": not before.game.contact.shares_road,
        "parallel": before.game.parallel,
        "mark": board.mark,
        "arrows": board.arrows,
    }
    if before.duty is None:  # an act with the cube is asked for, before the roll
        return drawn | {"dice": [], "tree": [[]], "effects": None, "verdicts": {}, "best": [], "after": None}
    tree = before.tree()
    effects = before.effects_json()
    return drawn | {
        "dice": list(before.duty.stages[0]),
        "tree": tree,
        "effects": None if effects is None else msgspec.json.decode(effects, type=Effects),
        "verdicts": {node: verdict(written(board, moves)) for node, moves in ends(tree).items()},
        "best": accepted_turns(board)[0].turn.moves,
        "after": None if board.reply is None else _men(after_reply(board)),
    }


def _men(position: Any) -> Mapping[str, Any]:
    """Both sides' checkers and where they are pinned."""
    return {
        "men": [position.counts(0), position.counts(1)],
        "pins": [position.pinned(0), position.pinned(1)],
    }


def _squares(board: LessonBoard, before: BoardPosition, verdict: Callable[[str], object]) -> dict[str, Any]:
    rules = before.game
    moves = before.legal_moves()
    return {
        "board": before.board(),
        "size": rules.size,
        "coordinates": rules.coordinates,
        "house": str(dict(rules.choices).get(_HOUSE, ("",))[0]),
        "ways": [MoveView(move.move, move.path, move.captures, move.promotion) for move in moves],
        "verdicts": {text: verdict(text) for text in legal_turns(board)},
        "best": accepted_turns(board)[0].turn.path,
        "mark": [square(place, rules.size) for place in board.mark],
        "arrows": [[square(place, rules.size) for place in arrow] for arrow in board.arrows],
        "after": None if board.reply is None else after_reply(board).board(),
    }


def square(place: Place, size: int) -> int:
    """Return the square of a name, "c3" or 32, as its number from the far left as light sees it."""
    if isinstance(place, str):
        return (size - int(place[1:])) * size + "abcdefghij".index(place[0])
    row, column = divmod(place - 1, size // 2)
    return row * size + 2 * column + (row % 2 == 0)


def _verdict(board: LessonBoard, texts: LessonTexts, turn: str) -> bool | str:
    """True for an answer, else the reason against it, which may be ""."""
    match verdict_on(board, turn):
        case AcceptedTurn():
            return True
        case RefusedTurn(reason):
            return texts.reason[reason]
        case _:
            return ""


def ends(tree: Tree) -> Mapping[int, Moves]:
    """Return the nodes of a graph of steps where a turn is whole, each with the steps of a way there."""
    return {node: moves for node, moves in _walk(tree) if not tree[node]}


def _walk(tree: Tree) -> Iterator[tuple[int, Moves]]:
    """Yield each node that is reached by a step, with the steps of a way there."""
    reached = {0}
    front: list[tuple[int, Moves]] = [(0, ())]
    while front:
        node, moves = front.pop()
        for src, die, onward in tree[node]:
            if onward not in reached:
                reached.add(onward)
                front.append((onward, (*moves, (src, die))))
                yield front[-1]
