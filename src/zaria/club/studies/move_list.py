"""The tree of a chapter as a list of moves: the main line, with variations in brackets."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from zaria.club.studies.texts import ACTS, NO_MOVE
from zaria.games.registry import BOARD_GAMES
from zaria.studies.acts import PASS
from zaria.studies.chapter import ROOT, ChapterTree, Family, TreeNode

LONGEST_EXCERPT = 160
"""Characters of a comment that the list shows."""


class MoveToken(NamedTuple):
    """A part of the list.

    * kind: "move", "open" or "close" (of a variation);
    * number: that of the move ("1.", "1..."), "" where none is written; is_roll: the act is a roll or a
      double, which begins a line;
    * parent: the node before it, by which the page finds the variations of a move.
    """

    kind: str
    node: int = 0
    parent: int = 0
    text: Any = ""
    number: str = ""
    colour: str = ""
    sign: str = ""
    comment: str = ""
    is_roll: bool = False
    is_drawn: bool = False


def tokens_of(chapter: ChapterTree, relations: Family) -> Iterator[MoveToken]:
    """Yield the moves of a chapter in the order in which they are read."""
    is_board = chapter.start.game in BOARD_GAMES
    # What is still to be written, the next part last: a node with its ply, or a bracket.
    waiting = _following(relations, ROOT, _first_ply(chapter, relations), is_first=True)
    while waiting:
        part = waiting.pop()
        if isinstance(part, MoveToken):
            yield part
            continue
        node, ply, is_first = part
        yield _move(node, ply, is_first=is_first, is_board=is_board)
        first, *alternatives = relations.children[node.parent]
        variations = alternatives if first == node.id else []
        is_interrupted = bool(variations or node.comment)
        waiting += _following(
            relations, node.id, ply + _plies(node, is_board=is_board), is_first=is_interrupted
        )
        for number in reversed(variations):
            waiting += [MoveToken("close"), (relations.nodes[number], ply, True), MoveToken("open")]


def _first_ply(chapter: ChapterTree, relations: Family) -> int:
    """1 where the side begins that opens the game on squares, else 2."""
    children = relations.children[ROOT]
    if not children or chapter.start.game not in BOARD_GAMES:
        return 1
    return 1 if relations.nodes[children[0]].side == BOARD_GAMES[chapter.start.game].game.first else 2


def _following(
    relations: Family, node: int, ply: int, *, is_first: bool
) -> list[tuple[TreeNode, int, bool] | MoveToken]:
    """The first continuation of a node; the others are written behind it."""
    return [(relations.nodes[number], ply, is_first) for number in relations.children[node][:1]]


def _plies(node: TreeNode, *, is_board: bool) -> int:
    return 1 if is_board else 0


def _move(node: TreeNode, ply: int, *, is_first: bool, is_board: bool) -> MoveToken:
    number = ""
    if is_board and (ply % 2 or is_first):
        number = f"{(ply + 1) // 2}." if ply % 2 else f"{ply // 2}..."
    return MoveToken(
        "move",
        node.id,
        node.parent,
        text_of(node),
        number,
        "" if is_board else ("lt", "dk")[node.side],
        node.sign,
        shortened(node.comment),
        is_roll=not is_board and (node.act.isdigit() or node.act == "double"),
        is_drawn=bool(node.shapes),
    )


def text_of(node: TreeNode) -> Any:
    """Return an act in the language of the page."""
    return NO_MOVE if node.act == PASS else ACTS.get(node.act, node.name)


def shortened(comment: str) -> str:
    """Return the beginning of a comment, in one line."""
    text = " ".join(comment.split())
    return text if len(text) <= LONGEST_EXCERPT else f"{text[:LONGEST_EXCERPT].rstrip()}…"
