"""Changes of a chapter: legal acts, conflicts of two writers, limits."""

import random

import pytest
from msgspec.structs import replace

from zaria.games.registry import GAMES
from zaria.studies import acts, chapter, operations
from zaria.studies.chapter import (
    MOST_NODES,
    ROOT,
    ChapterTree,
    InvalidChapterError,
    Shape,
    Start,
    TreeNode,
    family,
)
from zaria.studies.frames import frames_of
from zaria.studies.operations import (
    AddAct,
    Delete,
    Operation,
    Promote,
    RefusedOperationError,
    Rename,
    SetComment,
    SetShapes,
    SetSign,
)

CHESS = ChapterTree(Start("chess"))


def played(chapter: ChapterTree, *line: str, node: int = ROOT) -> tuple[ChapterTree, int]:
    for act in line:
        chapter, node = operations.apply(chapter, AddAct(node, act))
    return chapter, node


def refusal(chapter: ChapterTree, operation: Operation) -> str:
    with pytest.raises(RefusedOperationError) as caught:
        operations.apply(chapter, operation)
    return caught.value.code


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_and_read_back(game: str) -> None:
    chance, tree, node = random.Random(game), ChapterTree(Start(game)), ROOT
    for _turn in range(24):
        match = acts.follow(tree.start, family(tree).line(node))[-1].match
        if acts.is_over(match):
            break
        if match.game.is_board:
            act = chance.choice(match.board_position().legal_moves()).move
        elif match.phase == "roll":
            act = f"{chance.randint(1, 6)}{chance.randint(1, 6)}"
        else:
            turns = match.dice_position().turns()
            steps = chance.choice(turns).moves if turns else ()
            act = ",".join(f"{point}-{die}" for point, die in steps) or acts.PASS
        tree, node = operations.apply(tree, AddAct(node, act))
    assert operations.validated(chapter.decode(chapter.encode(tree))) == tree
    frames = frames_of(tree.start, family(tree).line(node))
    assert len(frames) == len(tree.nodes)


def test_a_turn_is_one_node_in_whatever_order_its_steps_are_played() -> None:
    tree, roll = played(ChapterTree(Start("backgammon")), "31")
    tree, first = played(tree, "8-3,6-1", node=roll)
    again, second = played(tree, "6-1,8-3", node=roll)
    assert (second, again) == (first, tree)
    assert family(tree).nodes[first].name == "8/5 6/5"


def test_illegal_acts_are_refused() -> None:
    tree, roll = played(ChapterTree(Start("backgammon")), "31")
    for act in ("24-6", "8-3", "pass", "double", "31", "", "8-3,6-1,6-1", "x", "99-1"):
        assert refusal(tree, AddAct(roll, act)) == "illegal"
    assert refusal(CHESS, AddAct(ROOT, "e2e5")) == "illegal"
    assert refusal(CHESS, AddAct(7, "e2e4")) == "no_node"


def test_the_cube_is_turned_and_answered() -> None:
    tree, node = played(ChapterTree(Start("backgammon", cube=True)), "double", "take")
    match = acts.follow(tree.start, family(tree).line(node))[-1].match
    assert (match.cube.value, match.cube.owner, match.phase) == (2, 1, "roll")
    assert acts.cube_acts(match) == []
    tree, node = played(tree, "drop", node=1)
    assert acts.is_over(acts.follow(tree.start, family(tree).line(node))[-1].match)
    assert refusal(tree, AddAct(node, "31")) == "illegal"
    assert refusal(ChapterTree(Start("tabla")), AddAct(ROOT, "double")) == "illegal"


def test_two_writers_at_one_place_both_keep_their_moves() -> None:
    tree, first = played(CHESS, "e2e4")
    tree, second = played(tree, "d2d4")
    assert family(tree).children[ROOT] == [first, second]


def test_a_text_that_has_changed_meanwhile_is_not_overwritten() -> None:
    tree = operations.apply(CHESS, SetComment(ROOT, "A plan", "")).chapter
    assert refusal(tree, SetComment(ROOT, "Mine", "")) == "changed"
    assert operations.apply(tree, SetComment(ROOT, "A plan", "")).chapter is tree
    assert operations.apply(tree, SetComment(ROOT, "Mine", "A plan")).chapter.nodes[0].comment == "Mine"
    shapes = (Shape("e2", "e4"), Shape("d4", colour="red"))
    tree = operations.apply(tree, SetShapes(ROOT, shapes, ())).chapter
    assert refusal(tree, SetShapes(ROOT, (), ())) == "changed"
    named = operations.apply(tree, Rename("Openings", "")).chapter
    assert refusal(named, Rename("Endings", "")) == "changed"


def test_a_branch_that_has_grown_meanwhile_is_not_deleted() -> None:
    tree, node = played(CHESS, "e2e4")
    grown, _reply = played(tree, "e7e5", node=node)
    assert refusal(grown, Delete(node, 1)) == "grown"
    change = operations.apply(grown, Delete(node, 2))
    assert (len(change.chapter.nodes), change.node) == (1, ROOT)
    later, number = played(change.chapter, "d2d4")
    assert number == 3, "no id is used again"
    assert family(later).children[ROOT] == [3]
    assert refusal(grown, Delete(ROOT, 3)) == "root"


def test_a_variation_becomes_the_main_line_up_to_the_root() -> None:
    tree, first = played(CHESS, "e2e4")
    tree, _reply = played(tree, "e7e5", node=first)
    tree, second = played(tree, "d2d4")
    tree, third = played(tree, "d7d5", node=second)
    tree, last = played(tree, "g8f6", node=second)
    tree = operations.apply(tree, Promote(last)).chapter
    relations = family(tree)
    assert relations.children[ROOT] == [second, first]
    assert relations.children[second] == [last, third]
    assert operations.validated(tree) == tree
    assert operations.apply(tree, Promote(last)).chapter is tree


def test_signs_and_drawings_are_those_that_there_are() -> None:
    tree, node = played(CHESS, "e2e4")
    assert operations.apply(tree, SetSign(node, "!?")).chapter.nodes[1].sign == "!?"
    assert refusal(tree, SetSign(node, "best")) == "bad_value"
    assert refusal(tree, SetSign(ROOT, "!")) == "root"
    assert refusal(tree, SetShapes(ROOT, (Shape("z9"),), ())) == "bad_value"
    assert refusal(tree, SetShapes(ROOT, (Shape("e4", "e4"),), ())) == "bad_value"
    assert refusal(tree, SetShapes(ROOT, (Shape("e4"),) * 25, ())) == "too_long"
    on_points = ChapterTree(Start("tabla"))
    assert operations.apply(on_points, SetShapes(ROOT, (Shape("24", "18"),), ())).node == ROOT
    assert refusal(on_points, SetShapes(ROOT, (Shape("e4"),), ())) == "bad_value"


def test_a_chapter_has_no_more_nodes_than_it_may() -> None:
    nodes = tuple(TreeNode(number, 0, "e2e4") for number in range(1, MOST_NODES))
    full = replace(CHESS, nodes=(TreeNode(ROOT), *nodes), next_id=MOST_NODES)
    assert refusal(full, AddAct(ROOT, "d2d4")) == "too_many"
    assert refusal(CHESS, SetComment(ROOT, "x" * 2001, "")) == "too_long"


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"start":{"game":"chess"},"nodes":[]}',
        b'{"start":{"game":"chess"},"nodes":[{"id":0,"parent":-1},{"id":1,"parent":2,"act":"e2e4"}],"next_id":9}',
        b'{"start":{"game":"chess"},"nodes":[{"id":0,"parent":-1},{"id":1,"parent":0,"act":"e2e5"}],"next_id":9}',
        b'{"start":{"game":"chess"},"nodes":[{"id":0,"parent":-1},{"id":1,"parent":0,"act":"e2e4"}]}',
        b'{"start":{"game":"nothing"}}',
        b'{"start":{"game":"chess","position":"8/8 w"}}',
        b'{"start":{"game":"chess","options":{"size":3}}}',
        b'{"start":{"game":"backgammon","length":3,"score":[3,0]}}',
        b'{"start":{"game":"chess"},"title":"' + b"x" * 81 + b'"}',
    ],
)
def test_what_is_no_chapter_is_refused(body: bytes) -> None:
    with pytest.raises(InvalidChapterError):
        operations.validated(chapter.decode(body))


def test_what_is_no_operation_is_refused() -> None:
    for body in (b"", b"{}", b'{"do":"add","node":"x","act":"e2e4"}', b'{"do":"fly","node":0}', b"\xff"):
        with pytest.raises(RefusedOperationError):
            operations.decode(body)
