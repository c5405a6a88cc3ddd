"""Changes of a chapter: each is applied to the tree as it is when its turn comes.

Two writers never lose each other's work: a change that rests on a text or on a branch that has changed
meanwhile is refused.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from zaria.studies import acts
from zaria.studies.chapter import (
    LAST_ID,
    LONGEST_COMMENT,
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_NODES,
    MOST_SHAPES,
    ROOT,
    SIGNS,
    ChapterTree,
    Family,
    InvalidChapterError,
    Shape,
    TreeNode,
    family,
)


class RefusedOperationError(ValueError):
    """A change that is not made; `code` names the reason.

    * no_node: the node is gone; illegal: the rules do not allow the act; too_many: the chapter is full;
    * too_long: a text or a drawing is; changed: somebody has changed the text meanwhile;
    * grown: somebody has added to the branch meanwhile; bad_value: no such sign or place; root: it stays.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AddAct(msgspec.Struct, frozen=True, tag_field="do", tag="add", forbid_unknown_fields=True):
    """Play an act after `node`."""

    node: int
    act: str


class SetComment(msgspec.Struct, frozen=True, tag_field="do", tag="comment", forbid_unknown_fields=True):
    """Replace the comment of a node; `before` is the one that its writer saw."""

    node: int
    text: str
    before: str


class SetSign(msgspec.Struct, frozen=True, tag_field="do", tag="sign", forbid_unknown_fields=True):
    """Set the verdict about an act."""

    node: int
    sign: str


class SetShapes(msgspec.Struct, frozen=True, tag_field="do", tag="shapes", forbid_unknown_fields=True):
    """Replace the arrows and marks of a node; `before` are those that their writer saw."""

    node: int
    shapes: tuple[Shape, ...]
    before: tuple[Shape, ...]


class Promote(msgspec.Struct, frozen=True, tag_field="do", tag="promote", forbid_unknown_fields=True):
    """Make the line of a node the main one, up to the root."""

    node: int


class Delete(msgspec.Struct, frozen=True, tag_field="do", tag="delete", forbid_unknown_fields=True):
    """Delete a node and what follows it; `count` is the number of nodes that its writer saw there."""

    node: int
    count: int


class Rename(msgspec.Struct, frozen=True, tag_field="do", tag="rename", forbid_unknown_fields=True):
    """Give the chapter another title; `before` is the one that its writer saw."""

    title: str
    before: str


Operation = AddAct | SetComment | SetSign | SetShapes | Promote | Delete | Rename

_decoder: msgspec.json.Decoder[Operation] = msgspec.json.Decoder(Operation)


class ChangedTree(NamedTuple):
    """The chapter after a change, and the node to look at."""

    chapter: ChapterTree
    node: int


def decode(body: bytes | str) -> Operation:
    """Read an operation; raises `RefusedOperationError`."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RefusedOperationError("bad_value") from None


def encode(operation: Operation) -> bytes:
    """Return an operation as JSON."""
    return msgspec.json.encode(operation)


def apply(chapter: ChapterTree, operation: Operation) -> ChangedTree:
    """Return the chapter after an operation, or the chapter itself if it changes nothing.

    Raises `RefusedOperationError`.
    """
    if isinstance(operation, Rename):
        return ChangedTree(_renamed(chapter, operation), ROOT)
    relations = family(chapter)
    node = relations.nodes.get(operation.node)
    if node is None:
        raise RefusedOperationError("no_node")
    match operation:
        case AddAct():
            return _added(chapter, relations, node, operation.act)
        case SetComment():
            if node.comment not in (operation.before, operation.text):
                raise RefusedOperationError("changed")
            _require(len(operation.text) <= LONGEST_COMMENT, "too_long")
            return ChangedTree(_with(chapter, replace(node, comment=operation.text)), node.id)
        case SetSign():
            _require(operation.sign in SIGNS, "bad_value")
            _require(node.id != ROOT, "root")
            return ChangedTree(_with(chapter, replace(node, sign=operation.sign)), node.id)
        case SetShapes():
            if node.shapes not in (operation.before, operation.shapes):
                raise RefusedOperationError("changed")
            _check_shapes(chapter, operation.shapes)
            return ChangedTree(_with(chapter, replace(node, shapes=operation.shapes)), node.id)
        case Promote():
            return ChangedTree(_promoted(chapter, relations, node), node.id)
        case Delete():
            return _deleted(chapter, relations, node, operation.count)


def validated(chapter: ChapterTree) -> ChapterTree:
    """Return a chapter from outside with every act played and named anew; raises `InvalidChapterError`."""
    relations = family(chapter)
    _require_valid(len(chapter.nodes) <= MOST_NODES and len(chapter.title) <= LONGEST_TITLE)
    _require_valid(max(map(len, chapter.names)) <= LONGEST_NAME and chapter.next_id <= LAST_ID)
    matches = {ROOT: acts.begin(chapter.start)}
    nodes = []
    for node in chapter.nodes:
        _require_valid(len(node.comment) <= LONGEST_COMMENT and node.sign in SIGNS)
        try:
            _check_shapes(chapter, node.shapes)
            if node.id != ROOT:
                moment = acts.play(matches[node.parent], node.act)
                matches[node.id] = moment.match
                node = named(node, moment)
        except (RefusedOperationError, acts.IllegalActError) as error:
            raise InvalidChapterError(f"node {node.id}: {error}") from error
        nodes.append(node)
    assert set(matches) == set(relations.nodes)
    return replace(chapter, nodes=tuple(nodes))


def _require(is_true: bool, code: str) -> None:  # noqa: FBT001
    if not is_true:
        raise RefusedOperationError(code)


def _require_valid(is_true: bool) -> None:  # noqa: FBT001
    if not is_true:
        raise InvalidChapterError("the chapter is larger than one may be, or has a sign that there is not")


def _with(chapter: ChapterTree, node: TreeNode) -> ChapterTree:
    """The chapter with a node in place of the one with its id; the chapter itself if they are equal."""
    nodes = tuple(node if earlier.id == node.id else earlier for earlier in chapter.nodes)
    return chapter if nodes == chapter.nodes else replace(chapter, nodes=nodes)


def _added(chapter: ChapterTree, relations: Family, parent: TreeNode, act: str) -> ChangedTree:
    try:
        before = acts.follow(chapter.start, relations.line(parent.id))[-1].match
        moment = acts.play(before, act)
    except acts.IllegalActError:
        raise RefusedOperationError("illegal") from None
    for number in relations.children[parent.id]:
        sibling = relations.nodes[number]
        if leads_to(moment, acts.play(before, sibling.act)):
            return ChangedTree(chapter, sibling.id)
    _require(len(chapter.nodes) < MOST_NODES, "too_many")
    node = named(TreeNode(chapter.next_id, parent.id), moment)
    return ChangedTree(
        replace(chapter, nodes=(*chapter.nodes, node), next_id=chapter.next_id + 1),
        node.id,
    )


def leads_to(moment: acts.Moment, sibling: acts.Moment) -> bool:
    """Return whether two acts in one position come to the same: two orders of steps often do."""
    return type(moment.event) is type(sibling.event) and (
        (moment.match.position, moment.match.proposed) == (sibling.match.position, sibling.match.proposed)
    )


def named(node: TreeNode, moment: acts.Moment) -> TreeNode:
    """Return the node with its act, its side and its name by the event that it is."""
    event = moment.event
    assert event is not None
    act, side = acts.act_of(event), getattr(event, "side", 0)
    assert act is not None
    return replace(node, act=act, side=side, name=acts.name_of(event))


def _promoted(chapter: ChapterTree, relations: Family, node: TreeNode) -> ChapterTree:
    nodes = list(chapter.nodes)
    while node.id != ROOT:
        first = relations.nodes[relations.children[node.parent][0]]
        if first.id != node.id:
            nodes.remove(node)
            nodes.insert(nodes.index(first), node)
        node = relations.nodes[node.parent]
    # A child may stand before its parent now: the parents go first, each with its children in order.
    order = _in_order(nodes)
    return chapter if order == chapter.nodes else replace(chapter, nodes=order)


def _in_order(nodes: list[TreeNode]) -> tuple[TreeNode, ...]:
    """The nodes with each parent before its children, and siblings as they stand in the list."""
    children: dict[int, list[TreeNode]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    order, waiting = [], children[-1][::-1]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += children.get(node.id, [])[::-1]
    return tuple(order)


def _deleted(chapter: ChapterTree, relations: Family, node: TreeNode, count: int) -> ChangedTree:
    _require(node.id != ROOT, "root")
    ids = relations.below(node.id)
    _require(len(ids) <= count, "grown")
    nodes = tuple(remaining for remaining in chapter.nodes if remaining.id not in ids)
    return ChangedTree(replace(chapter, nodes=nodes), node.parent)


def _renamed(chapter: ChapterTree, operation: Rename) -> ChapterTree:
    if chapter.title not in (operation.before, operation.title):
        raise RefusedOperationError("changed")
    _require(len(operation.title) <= LONGEST_TITLE, "too_long")
    return chapter if chapter.title == operation.title else replace(chapter, title=operation.title)


def _check_shapes(chapter: ChapterTree, shapes: tuple[Shape, ...]) -> None:
    _require(len(shapes) <= MOST_SHAPES, "too_long")
    match = acts.begin(chapter.start)
    places = set(acts.square_names(match)) if match.game.is_board else {str(point) for point in range(26)}
    for shape in shapes:
        _require(shape.start in places and (not shape.end or shape.end in places), "bad_value")
        _require(shape.start != shape.end, "bad_value")
