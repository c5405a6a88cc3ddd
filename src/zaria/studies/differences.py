"""The nodes of a chapter that changes touched, by which a page is brought up to date."""

from collections.abc import Iterable

import msgspec

from zaria.studies.chapter import ChapterTree, TreeNode


class TreeDifference(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The ids of the nodes that changes touched.

    `changed` names nodes with another text, and the parents of added and removed nodes. With `is_reordered`
    the remaining nodes stand in another order, or continue another line: they are to be read as a whole.
    """

    added: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    is_reordered: bool = False


def difference(before: ChapterTree, after: ChapterTree) -> TreeDifference:
    """Return the nodes that differ between two states of a chapter."""
    old, new = ({node.id: node for node in tree.nodes} for tree in (before, after))
    added = [node for number, node in new.items() if number not in old]
    removed = [node for number, node in old.items() if number not in new]
    changed = {number for number, node in new.items() if old.get(number, node) != node}
    changed |= {node.parent for node in (*added, *removed) if node.parent in new and node.parent in old}
    return TreeDifference(
        tuple(node.id for node in added),
        tuple(sorted(changed)),
        tuple(node.id for node in removed),
        _remaining(before, new) != _remaining(after, old),
    )


def united(differences: Iterable[TreeDifference]) -> TreeDifference:
    """Return the difference that successive changes make together.

    An id may be among the added and the removed nodes: that of a node which was there for a while.
    """
    added, changed, removed = set[int](), set[int](), set[int]()
    is_reordered = False
    for step in differences:
        added.update(step.added)
        changed.update(step.changed)
        removed.update(step.removed)
        is_reordered |= step.is_reordered
    return TreeDifference(
        tuple(sorted(added - removed)), tuple(sorted(changed - added - removed)), tuple(removed), is_reordered
    )


_decoder = msgspec.json.Decoder(TreeDifference)


def decode(body: str) -> TreeDifference:
    """Read a difference that `encode` wrote."""
    return _decoder.decode(body)


def encode(touched: TreeDifference) -> str:
    """Return a difference as JSON."""
    return msgspec.json.encode(touched).decode()


def _remaining(tree: ChapterTree, ids: dict[int, TreeNode]) -> list[tuple[int, bool]]:
    """The nodes that are among `ids`, each with whether it is the first continuation of its parent."""
    first: dict[int, int] = {}
    for node in tree.nodes:
        first.setdefault(node.parent, node.id)
    return [(node.id, first[node.parent] == node.id) for node in tree.nodes if node.id in ids]
