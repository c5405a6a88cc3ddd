"""The nodes that a change touches in a chapter."""

from functools import reduce
from itertools import pairwise

import pytest

from zaria.studies import differences
from zaria.studies.chapter import ChapterTree, Start
from zaria.studies.differences import TreeDifference, difference, united
from zaria.studies.operations import AddAct, Delete, Operation, Promote, SetComment, SetSign, apply

E4, D4, E5, NF3 = AddAct(0, "e2e4"), AddAct(0, "d2d4"), AddAct(1, "e7e5"), AddAct(3, "g1f3")


def after(*operations: Operation) -> ChapterTree:
    """A chapter of chess after operations: e4 (1) e5 (3), d4 (2)."""
    start = ChapterTree(Start("chess"))
    return reduce(lambda chapter, operation: apply(chapter, operation).chapter, operations, start)


@pytest.mark.parametrize(
    ("operation", "touched"),
    [
        (NF3, TreeDifference(added=(4,), changed=(3,))),
        (AddAct(1, "c7c5"), TreeDifference(added=(4,), changed=(1,))),
        (SetComment(3, "Open", ""), TreeDifference(changed=(3,))),
        (SetSign(2, "!"), TreeDifference(changed=(2,))),
        (Delete(3, 1), TreeDifference(changed=(1,), removed=(3,))),
        (Delete(2, 1), TreeDifference(changed=(0,), removed=(2,))),
    ],
)
def test_a_change_touches_few_nodes(operation: Operation, touched: TreeDifference) -> None:
    before = after(E4, D4, E5)
    difference_now = difference(before, apply(before, operation).chapter)
    assert difference_now == touched
    assert differences.decode(differences.encode(difference_now)) == touched


@pytest.mark.parametrize("operation", [Promote(2), Delete(1, 2)])
def test_another_main_line_is_another_order(operation: Operation) -> None:
    before = after(E4, D4, E5)
    assert difference(before, apply(before, operation).chapter).is_reordered


def test_a_node_that_came_and_went_is_gone() -> None:
    states = [after(E4, D4, E5), after(E4, D4, E5, NF3), after(E4, D4, E5, NF3, Delete(4, 1))]
    steps = [difference(*pair) for pair in pairwise(states)]
    assert united(steps) == TreeDifference(changed=(3,), removed=(4,))
