"""Chapters that grow act by act while a file is read."""

from collections.abc import Iterable

from msgspec.structs import replace

from zaria.match.match import Match
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.studies import acts
from zaria.studies.chapter import (
    LONGEST_COMMENT,
    LONGEST_TITLE,
    MOST_NODES,
    MOST_SHAPES,
    ROOT,
    ChapterTree,
    InvalidChapterError,
    Shape,
    Start,
    TreeNode,
)
from zaria.studies.operations import leads_to, named

MOST_ACTS = 10_000
"""Acts of a file that are read."""


class GrowingChapter:
    """A tree of acts; two acts that come to the same after one node are one node."""

    def __init__(self, start: Start, line: int) -> None:
        """Begin at a position that a file gives in a line; raises `InvalidRecordError`."""
        try:
            match = acts.begin(start)
        except InvalidChapterError as error:
            raise InvalidRecordError(str(error), line) from error
        self.start = start
        self.nodes = {ROOT: TreeNode(ROOT)}
        self._moments = {ROOT: acts.Moment(match)}
        self._children: dict[int, list[int]] = {ROOT: []}
        self._names = set(acts.square_names(match)) if match.game.is_board else {*map(str, range(26))}

    def match(self, node: int) -> Match:
        """Return the match after a node."""
        return self._moments[node].match

    def add(self, parent: int, act: str, line: int) -> int:
        """Play an act after a node, and return its node; raises `InvalidRecordError`."""
        try:
            moment = acts.play(self.match(parent), act)
        except acts.IllegalActError as error:
            raise InvalidRecordError(f"not a legal move: {source_text.quoted(act)}", line) from error
        for number in self._children[parent]:
            if leads_to(moment, self._moments[number]):
                return number
        if len(self.nodes) >= MOST_NODES:
            raise InvalidRecordError(f"more than {MOST_NODES} moves", line)
        node = named(TreeNode(len(self.nodes), parent), moment)
        self.nodes[node.id] = node
        self._moments[node.id] = moment
        self._children[node.id] = []
        self._children[parent].append(node.id)
        return node.id

    def remark(self, node: int, comment: str = "", sign: str = "", shapes: Iterable[Shape] = ()) -> None:
        """Add a comment, a sign and drawings to a node; drawings at places that there are not are dropped."""
        before = self.nodes[node]
        places = self._names
        drawn = [
            shape for shape in shapes if shape.start in places and (not shape.end or shape.end in places)
        ]
        self.nodes[node] = replace(
            before,
            comment=shortened(f"{before.comment} {comment}".strip(), LONGEST_COMMENT),
            sign=sign if sign and node != ROOT else before.sign,
            shapes=(*before.shapes, *drawn)[:MOST_SHAPES],
        )

    def chapter(self, title: str, names: tuple[str, str]) -> ChapterTree:
        """Return the chapter as it has grown."""
        title = shortened(" ".join(title.split()), LONGEST_TITLE)
        return ChapterTree(self.start, title, names, tuple(self.nodes.values()), len(self.nodes))


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text that is longer than it may be."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
