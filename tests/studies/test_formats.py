"""Files of studies are read by other programs' libraries and by our own readers."""

import io
import random

import chess.pgn
import msgspec
import pytest

from tests.studies.test_operations import played
from zaria.games.registry import GAMES
from zaria.records import convert
from zaria.records.formats import pdn
from zaria.studies import acts, operations
from zaria.studies.chapter import ROOT, ChapterTree, InvalidChapterError, Shape, Start, StudyFile, family
from zaria.studies.formats import files
from zaria.studies.operations import AddAct, SetComment, SetShapes, SetSign

SITE = "https://example.org/studies/x"


def explained() -> ChapterTree:
    """1. e4 e5 (1... c5!? {Sicilian}) 2. Nf3, with an arrow."""
    tree, first = played(ChapterTree(Start("chess"), "Openings"), "e2e4")
    tree, reply = played(tree, "e7e5", node=first)
    tree, other_reply = played(tree, "c7c5", node=first)
    tree, _knight = played(tree, "g1f3", node=reply)
    for operation in (
        SetSign(other_reply, "!?"),
        SetComment(other_reply, "The {Sicilian}", ""),
        SetShapes(ROOT, (Shape("e2", "e4"), Shape("d4", colour="red")), ()),
    ):
        tree = operations.apply(tree, operation).chapter
    return tree


def test_a_chapter_of_chess_is_read_by_python_chess() -> None:
    body = files.write("Mine", [explained(), explained()], "pgn", SITE).decode()
    text = io.StringIO(body)
    game, second = chess.pgn.read_game(text), chess.pgn.read_game(text)
    assert game is not None
    assert second is not None
    assert not game.errors
    assert game.headers["Event"] == "Mine: Openings"
    assert [arrow.color for arrow in game.arrows()] == ["red", "green"]
    reply, variation = game.variations[0].variations
    assert (reply.san(), variation.san(), variation.comment) == ("e5", "c5", "The (Sicilian)")
    assert variation.nags == {5}
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3"]
    assert "1. e4 e5 (1... c5 $5 {The (Sicilian)}) 2. Nf3 *" in body


def test_black_may_begin_a_chapter() -> None:
    start = Start("chess", position="4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    tree, _node = played(ChapterTree(start), "e8e7", "e2e4")
    body = files.write("Mine", [tree], "pgn", SITE).decode()
    assert "1... Ke7 2. e4 *" in body
    game = chess.pgn.read_game(io.StringIO(body))
    assert game is not None
    assert [node.san() for node in game.mainline()] == ["Ke7", "e4"]


@pytest.mark.parametrize("game", pdn.GAME_TYPES)
def test_draughts_are_read_back(game: str) -> None:
    chance, tree, node = random.Random(game), ChapterTree(Start(game)), ROOT
    moves = []
    for _turn in range(20):
        match = acts.follow(tree.start, family(tree).line(node))[-1].match
        if acts.is_over(match):
            break
        moves.append(chance.choice(match.board_position().legal_moves()).move)
        tree, node = operations.apply(tree, AddAct(node, moves[-1]))
    events = convert.read(files.write("Mine", [tree], "pdn", SITE), "pdn", game)
    assert [acts.act_of(event) for event in events if acts.act_of(event)] == moves


def test_a_chapter_of_backgammon_has_its_variations_in_sgf() -> None:
    tree, roll = played(ChapterTree(Start("backgammon", cube=True), "31"), "31")
    tree, best = played(tree, "8-3,6-1", node=roll)
    tree, _second = played(tree, "24-3,21-1", node=roll)
    tree, _reply = played(tree, "double", "take", "66", node=best)
    tree = operations.apply(tree, SetComment(best, "Best [ever]", "")).chapter
    tree = operations.apply(tree, SetSign(best, "!")).chapter
    body = files.write("Mine", [tree], "sgf", SITE).decode()
    assert "(\n;W[31hefe]TE[1]C[Best [ever\\]]\n;B[double]\n;W[take]\n;PL[B]DI[66])(\n;W[31xuut])" in body


def test_a_line_of_backgammon_is_read_back_from_sgf() -> None:
    chance, tree, node = random.Random(7), ChapterTree(Start("backgammon", length=3, cube=True)), ROOT
    for _turn in range(40):
        match = acts.follow(tree.start, family(tree).line(node))[-1].match
        if match.phase == "roll":
            act = f"{chance.randint(1, 6)}{chance.randint(1, 6)}"
            while node == ROOT and act[0] == act[1]:
                act = f"{chance.randint(1, 6)}{chance.randint(1, 6)}"
        else:
            turns = match.dice_position().turns()
            act = ",".join(f"{point}-{die}" for point, die in chance.choice(turns).moves) if turns else "pass"
        tree, node = operations.apply(tree, AddAct(node, act))
    body = files.write("Mine", [tree], "sgf", SITE)
    events = convert.read(body, "sgf")
    texts = [event.text for event in events if hasattr(event, "text")]
    assert texts == [line.name for line in family(tree).line(node) if "-" in line.act or line.act == "pass"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_our_own_format(game: str) -> None:
    tree = ChapterTree(Start(game))
    assert files.formats([game])[0] == "json"
    body = files.write("Mine", [tree], "json", SITE)
    assert msgspec.json.decode(body, type=StudyFile).chapters == (tree,)


def test_a_format_that_holds_no_chapter_is_refused() -> None:
    with pytest.raises(InvalidChapterError):
        files.write("Mine", [ChapterTree(Start("long-nardy"))], "pgn", SITE)
    assert files.formats(["long-nardy", "chess"]) == ["json", "pgn"]
