"""The format of a chapter: the position it begins from, and a tree of acts of play.

A node is an act: a roll, a turn, an act of the cube, or a move on squares. The nodes stand in one list, a
parent before its children; of the children of a node the first one continues the main line.
"""

from typing import Literal, NamedTuple

import msgspec

from zaria.games.protocols import Option

MOST_CHAPTERS = 64
"""Chapters of a study."""
MOST_NODES = 3_000
"""Nodes of a chapter, its root among them."""
LONGEST_COMMENT = 2_000
"""Characters of a comment."""
LONGEST_TITLE = 80
LONGEST_NAME = 64
"""Characters of a side's name."""
LAST_ID = 999_999
"""The highest id of a node in a chapter from outside."""
MOST_SHAPES = 24
"""Arrows and marks of a node."""
SIGNS = ("", "!!", "!", "!?", "?!", "?", "??")
"""Verdicts about an act, as books write them."""
ROOT = 0
"""The id of the root, which has no act."""

Colour = Literal["green", "red", "blue", "yellow"]


class InvalidChapterError(ValueError):
    """A text is no chapter, or an act of it is illegal."""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An arrow between two places of the board, or a mark at one place (`end` is "").

    A place is a point in light's numbers ("24", "25" for the bar, "0" for off), or a square ("c3").
    """

    start: str
    end: str = ""
    colour: Colour = "green"


class TreeNode(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An act after that of its parent.

    * act: a roll "63", a turn "24-6,13-3" (point and die of each step) or "pass", an act of the cube, or a
      move on squares (`BoardMove.move`); "" at the root;
    * side: the side that acts; name: the act as books write it;
    * sign: one of `SIGNS`.
    """

    id: int
    parent: int = -1
    act: str = ""
    side: int = 0
    name: str = ""
    sign: str = ""
    comment: str = ""
    shapes: tuple[Shape, ...] = ()


class Start(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The position of the root, and the terms of play around it.

    `position` is in the notation of the game, "" for its start; `side` is on roll there (on squares the
    position says who moves). `length` 0 is a game for points. `cube`: there is one; `offers` are its values
    that wait for an answer.
    """

    game: str
    options: dict[str, Option] = {}
    position: str = ""
    side: int = 0
    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    cube: bool = False
    cube_value: int = 1
    cube_owner: int | None = None
    offers: tuple[int, ...] = ()
    beaver: bool = False
    raccoon: bool = False
    raises: Literal["double", "add"] = "double"


class ChapterTree(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chapter; `names` are the sides' names, "" for light and dark. No id below `next_id` is used twice."""

    start: Start
    title: str = ""
    names: tuple[str, str] = ("", "")
    nodes: tuple[TreeNode, ...] = (TreeNode(ROOT),)
    next_id: int = 1


class StudyFile(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="zaria-study"
):
    """A whole study as a file."""

    title: str
    chapters: tuple[ChapterTree, ...]
    version: Literal[1] = 1


class Family(NamedTuple):
    """The nodes of a chapter by their ids, and the ids of each node's children in order."""

    nodes: dict[int, TreeNode]
    children: dict[int, list[int]]

    def line(self, node: int) -> list[TreeNode]:
        """The nodes from the root to this one."""
        nodes = []
        while node != -1:
            nodes.append(self.nodes[node])
            node = self.nodes[node].parent
        return nodes[::-1]

    def main_line(self, node: int) -> list[TreeNode]:
        """The nodes from the root over this one to the end of its first continuations."""
        nodes = self.line(node)
        while following := self.children[nodes[-1].id]:
            nodes.append(self.nodes[following[0]])
        return nodes

    def below(self, node: int) -> set[int]:
        """The ids of the node and of everything after it."""
        ids, waiting = set[int](), [node]
        while waiting:
            latest = waiting.pop()
            ids.add(latest)
            waiting += self.children[latest]
        return ids


def family(chapter: ChapterTree) -> Family:
    """Return the nodes of a chapter by their relations; raises `InvalidChapterError` for a broken list."""
    nodes: dict[int, TreeNode] = {}
    children: dict[int, list[int]] = {}
    for place, node in enumerate(chapter.nodes):
        is_root = place == 0 and node.id == ROOT and node.parent == -1
        if node.id in nodes or not (is_root or (place and node.parent in nodes)):
            raise InvalidChapterError("the nodes of the chapter are out of order")
        nodes[node.id] = node
        children[node.id] = []
        if not is_root:
            children[node.parent].append(node.id)
    if not nodes or max(nodes) >= chapter.next_id:
        raise InvalidChapterError("the chapter has no root, or an id that is used again")
    return Family(nodes, children)


_decoder = msgspec.json.Decoder(ChapterTree)


def decode(body: str | bytes) -> ChapterTree:
    """Read a chapter; raises `InvalidChapterError` if it is no JSON of this form."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidChapterError(f"not a chapter: {error}") from error


def encode(chapter: ChapterTree) -> bytes:
    """Return the chapter as JSON."""
    return msgspec.json.encode(chapter)
