"""Files of studies are read: ours as they were written, and those of other programs."""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zaria.games.registry import GAMES
from zaria.match.match import Match
from zaria.records.errors import InvalidRecordError
from zaria.records.export import GAMES as HITTING_GAMES
from zaria.records.formats import pdn, pgn
from zaria.studies import acts, chapter, operations
from zaria.studies.chapter import ROOT, SIGNS, ChapterTree, Shape, Start, family
from zaria.studies.formats import files
from zaria.studies.operations import AddAct, Operation, SetComment, SetShapes, SetSign

SITE = "https://example.org/studies/x"
WORDS = ["Best", "{ever}", "[so]", "a\\b", "100 %", "[%cal", "(1-0)", "; $1", '"quoted"', "два", "1. e4"]
CUBES = st.sampled_from(
    [
        {},
        {"cube": True},
        {"cube": True, "length": 5, "score": (4, 2), "crawford": True},
        {"cube": True, "cube_value": 2, "cube_owner": 1, "beaver": True},
        {"cube": True, "offers": (2,), "beaver": True, "raccoon": True, "side": 1},
    ]
)


def possible_act(match: Match, chance: random.Random) -> str:
    """An act of a match that is not over."""
    if match.game.is_board:
        return chance.choice(match.board_position().legal_moves()).move
    cube_acts = acts.cube_acts(match)
    if match.phase == "double" or (cube_acts and not chance.randrange(6)):
        return chance.choice(cube_acts)
    if match.phase == "roll":
        first, second = chance.sample(range(1, 7), 2)
        return f"{first}{second}"
    turns = match.dice_position().turns()
    return ",".join(f"{point}-{die}" for point, die in chance.choice(turns).moves) if turns else acts.PASS


def drawn(match: Match, chance: random.Random) -> tuple[Shape, ...]:
    """Two arrows on the board of a match."""
    places = acts.square_names(match) if match.game.is_board else [str(place) for place in range(26)]
    ends = [chance.sample(places, 2) for _shape in range(2)]
    return tuple(Shape(start, end, chance.choice(("red", "green"))) for start, end in ends)


def random_chapter(start: Start, seed: int, count: int) -> ChapterTree:
    """A tree with variations, comments, signs and drawings."""
    chance, tree = random.Random(seed), ChapterTree(start, "A: chapter", ("Ada", ""))
    for _act in range(count):
        node = chance.choice([tree.nodes[-1].id, tree.nodes[-1].id, chance.choice(tree.nodes).id])
        match = acts.follow(start, family(tree).line(node))[-1].match
        if acts.is_over(match):
            continue
        tree, node = operations.apply(tree, AddAct(node, possible_act(match, chance)))
        existing = next(written for written in tree.nodes if written.id == node)
        if existing.comment or existing.shapes:
            continue
        changes: list[Operation] = [
            SetSign(node, chance.choice(SIGNS)),
            SetShapes(node, drawn(match, chance), ()),
        ]
        if chance.random() < 0.3:
            changes.append(SetComment(node, " ".join(chance.sample(WORDS, 3)), ""))
        for operation in changes:
            tree = operations.apply(tree, operation).chapter
    return tree


def assert_is_read_back(tree: ChapterTree, form: str) -> None:
    body = files.write("My study", [tree, tree], form, SITE)
    study = files.read(body)
    assert study.title == "My study"
    assert files.write("My study", study.chapters, form, SITE) == body
    assert study.chapters[0].title == "A: chapter"
    assert operations.validated(study.chapters[0]) == study.chapters[0]
    assert len(study.chapters[0].nodes) == len(tree.nodes)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(game=st.sampled_from(pgn.GAMES), seed=st.integers(0, 10**6), count=st.integers(0, 40))
def test_chess_is_read_as_it_was_written(game: str, seed: int, count: int) -> None:
    assert_is_read_back(random_chapter(Start(game), seed, count), "pgn")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(game=st.sampled_from(sorted(pdn.GAME_TYPES)), seed=st.integers(0, 10**6), count=st.integers(0, 40))
def test_draughts_are_read_as_they_were_written(game: str, seed: int, count: int) -> None:
    assert_is_read_back(random_chapter(Start(game), seed, count), "pdn")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(game=st.sampled_from(HITTING_GAMES), seed=st.integers(0, 10**6), count=st.integers(0, 40), terms=CUBES)
def test_tables_are_read_as_they_were_written(
    game: str, seed: int, count: int, terms: dict[str, object]
) -> None:
    tree = random_chapter(msgspec.convert({"game": game, **terms}, Start), seed, count)
    body = files.write("My study", [tree], "sgf", SITE)
    study = files.read(body)
    assert files.write("My study", study.chapters, "sgf", SITE) == body
    assert len(study.chapters[0].nodes) == len(tree.nodes) + len(tree.start.offers)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 10**6), count=st.integers(0, 30))
def test_our_own_files_are_read_as_they_were_written(game: str, seed: int, count: int) -> None:
    tree = random_chapter(Start(game), seed, count)
    assert files.read(files.write("My study", [tree], "json", SITE)).chapters == [tree]


POSITIONS = {
    "chess": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    "draughts": "W:WK10,31:B5,6",
    "english-draughts": "B:W18,K24:B9,K10",
    "backgammon": "X=6:5,8:3;O=6:5,24:2",
}


@pytest.mark.parametrize("game", POSITIONS)
def test_a_chapter_from_a_position_is_read_as_it_was_written(game: str) -> None:
    form = {"chess": "pgn", "backgammon": "sgf"}.get(game, "pdn")
    rules = acts.begin(Start(game)).game
    position = rules.parse(POSITIONS[game]) if rules.is_board else rules.parse(POSITIONS[game], 1)
    tree = random_chapter(Start(game, position=position.to_text(), side=position.turn), 1, 20)
    assert len(tree.nodes) > 5
    body = files.write("My study", [tree], form, SITE)
    assert files.write("My study", files.read(body).chapters, form, SITE) == body


def test_a_pgn_of_another_program_has_its_variations_and_drawings() -> None:
    body = b"""[Event "Masters"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]

{Hello} 1. e4 {[%clk 0:10:00] [%cal Ge2e4,Rd1h5][%csl Yd4] The centre} 1... e5!? $14
( {At once} 1... c5 2. Nf3 (2. Nc3 $2 {Closed}) 2... d6 ) 2. Nf3 ; to the end
1-0

[Event "Masters"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"""
    study = files.read(body)
    first, second = study.chapters
    assert (study.title, first.title, first.names) == ("", "Anna – Boris", ("Anna", "Boris"))
    by_name = {node.name: node for node in first.nodes}
    assert list(by_name) == ["", "e4", "e5", "Nf3", "c5", "d6", "Nc3"]
    assert first.nodes[ROOT].comment == "Hello"
    assert by_name["e4"].comment == "The centre"
    assert by_name["e4"].shapes == (
        Shape("e2", "e4"),
        Shape("d1", "h5", "red"),
        Shape("d4", colour="yellow"),
    )
    assert (by_name["e5"].sign, by_name["Nc3"].sign, by_name["c5"].comment) == ("!?", "?", "At once")
    assert by_name["Nc3"].parent == by_name["c5"].id
    assert second.start.position == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_a_pdn_of_another_program_has_its_variations() -> None:
    body = b"""[GameType "20"]
1. 32-28 19- 23 (1... 18-23 {Another} 2. 33-29) 2. 28x19 14x23 *"""
    (tree,) = files.read(body).chapters
    assert [(node.name, node.parent) for node in tree.nodes[1:]] == [
        ("32-28", 0),
        ("19-23", 1),
        ("28x19", 2),
        ("14x23", 3),
        ("18-23", 1),
        ("33-29", 5),
    ]


def test_an_sgf_of_another_program_has_its_variations_and_markup() -> None:
    body = b"""(;FF[4]GM[6]MI[length:7][game:2][ws:3][bs:1]PW[Anna]PB[gnubg]RU[Crawford]
;W[31hefe]C[The \\
point\\]]LB[a:1]TR[e](;B[62agln]BM[1];W[double];B[drop])(;PL[B]DI[51];B[51lqst]AR[a:f]))"""
    (tree,) = files.read(body).chapters
    assert (tree.title, tree.names) == ("Anna – gnubg (3)", ("Anna", "gnubg"))
    assert (tree.start.length, tree.start.score, tree.start.crawford) == (7, (3, 1), False)
    assert [node.act for node in tree.nodes[1:3]] == ["31", "8-3,6-1"]
    assert tree.nodes[2].comment == "The point]"
    assert tree.nodes[2].shapes == (Shape("5"),)
    assert [node.act for node in tree.nodes if node.parent == 2] == ["62", "51"]
    assert tree.nodes[-1].shapes == (Shape("1", "6"),)


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("", None, "the file is empty"),
        ('[Event "A"]\n\n1. e4 e5\n(1... e4) *', 4, "not a legal move: 'e4'"),
        ('[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n\n1. Nf6 *', 7, "not a legal move: 'Nf6'"),
        ('[Event "A"]\n\n1. e4 (1. d4 *', 3, "the file is cut off: “)” is missing"),
        ('[Event "A"]\n\n1. e4 {and', 3, "the file is cut off: “}” is missing"),
        ('[Event "A"]\n[FEN "x"]\n\n1. e4 *', 2, "FEN: not a FEN of chess: "),
        ('[GameType "20"]\n1. 32-28\n(1. 32-99) *', 3, "not a move: '32-99'"),
        ("(;GM[6]\n;W[31hefe]\n(;W[31hefe]))", 3, "it is the other player's turn"),
        ("(;GM[6]\n;W[31hefe](;B[66aa", 2, "not SGF: "),
        ("(;GM[6]\n;W[31hgfe])", 2, "not a move: '31hgfe'"),
        ("(;GM[6];W[31hefe]", 1, "the file is cut off: “)” is missing"),
        ("(;GM[1])", 1, "not a game of backgammon (GM[6])"),
        ('{"format": "zaria-study"}', None, "not a study: "),
        ("a 3 point match", None, "a study is read from PGN, PDN, SGF or our JSON"),
    ],
)
def test_an_error_names_its_place(body: str, line: int | None, reason: str) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        files.read(body.encode())
    assert caught.value.reason.startswith(reason)
    assert caught.value.line == line


def test_a_file_has_no_more_than_a_study_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = b'[Event "A"]\n\n1. e4 *\n\n'
    assert len(files.read(game * chapter.MOST_CHAPTERS).chapters) == chapter.MOST_CHAPTERS
    with pytest.raises(InvalidRecordError, match="more than 64 chapters"):
        files.read(game * (chapter.MOST_CHAPTERS + 1))
    monkeypatch.setattr(files, "MOST_ACTS", 1)
    with pytest.raises(InvalidRecordError, match="more than 1 moves"):
        files.read(game * 2)


PIECES = (
    *("1. e4", "(", ")", "{", "}", "$1", "[", "]", ";", "W[31hefe]", "B[double]", "32-28", "*", "-7"),
    *("AE[a]", "DI[66]", "PL[B]", "C[x]", "\\", "\n", '"', ",", '"chapters":[]', "AW[a]", "W[66]"),
)


@settings(max_examples=150, deadline=None)
@given(
    head=st.sampled_from(['[Event "A"]\n\n', '[GameType "20"]\n', "(;GM[6]", '{"format":"zaria-study"']),
    parts=st.lists(
        st.sampled_from(PIECES),
        max_size=20,
    ),
)
def test_damaged_files_are_refused_and_break_nothing(head: str, parts: list[str]) -> None:
    try:
        study = files.read((head + " ".join(parts)).encode())
    except InvalidRecordError:
        return
    for tree in study.chapters:
        assert operations.validated(tree) == tree
