"""XGID and gnubg's IDs, both ways, against published triples and IDs that gnubg made."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.records.recorded_matches import HIT, played
from zaria import games
from zaria.games.protocols import InvalidPositionError
from zaria.match.evolve import evolve
from zaria.records.position_ids import gnubg, xgid
from zaria.records.position_ids.match_position import MatchPosition, of_match, of_position

START = "4HPwATDgc/ABMA"
TRIPLES = (
    ("b9sBCIC5bYDQAA", "QYnoAGAAGAAE", "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"),
    ("dB7GGAJsZuJgAg", "cAkgAVAAAAAE", "XGID=---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10"),
    ("Mw5jkCQyz+AhAg", "cAkgAUAAEAAE", "XGID=-aAaBaDaB---bD-b-A-cA-b-b-:0:0:1:00:2:4:0:9:10"),
)


@pytest.mark.parametrize(("position", "match", "line"), TRIPLES)
def test_the_same_standing_under_three_names(position: str, match: str, line: str) -> None:
    from_gnubg, from_xgid = gnubg.read(f"{position}:{match}"), xgid.read(line)
    assert from_gnubg._replace(dice=(0, 0)) == from_xgid._replace(dice=(0, 0))
    assert sorted(from_gnubg.dice) == sorted(from_xgid.dice)
    assert xgid.write(from_gnubg) == line
    assert gnubg.write(from_gnubg) in (f"{position}:{match}", f"{position}:QQnlAGAAGAAE")
    assert gnubg.position_id(from_xgid) == position


@pytest.mark.parametrize(
    ("match", "turn", "dice"), [("MAFqAAAAAAAE", 0, (4, 2)), ("cIlmAAAAAAAE", 1, (5, 1))]
)
def test_match_ids_that_gnubg_made(match: str, turn: int, dice: tuple[int, int]) -> None:
    standing = gnubg.read(f"{START}:{match}")
    assert (standing.turn, standing.dice, standing.length, standing.score) == (turn, dice, 3, (0, 0))
    assert gnubg.match_id(standing) == match


def test_the_start_by_itself() -> None:
    standing = of_position(games.dice_game("backgammon").start(1))
    assert gnubg.position_id(standing) == START
    assert xgid.write(standing) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    assert gnubg.read(START).checkers == standing.checkers


@pytest.mark.parametrize("name", HIT)
def test_every_standing_of_a_match_comes_back(name: str) -> None:
    match = None
    for event in played(name):
        match = evolve(match, event)
        standing = of_match(match)
        again = gnubg.read(gnubg.write(standing))
        assert counted(again, standing) == standing._replace(beavers=False)
        if standing.offered != "resign":
            read = xgid.read(xgid.write(standing))
            assert counted(read, standing) == standing._replace(over=False, resigned=0)
            position = standing.position(match.dice_game())
            assert position.counts(0) == match.dice_position().counts(0)


def counted(read: MatchPosition, standing: MatchPosition) -> MatchPosition:
    """The standing that was read, with as many checkers off as in another: an identifier does not say it."""
    first, second = [(off[0], *side[1:]) for side, off in zip(read.checkers, standing.checkers, strict=True)]
    return read._replace(checkers=(first, second))


WRONG = (
    "",
    "4HPwATDgc/ABM",
    f"{START}:MAFqAAAAAAA",
    f"{START}:////////////",
    "//////////////",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10",
    "XGID=Bb----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=OO--------------------oo--:0:0:1:00:0:0:0:0:10",
)


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_id(text: str) -> None:
    for read in (gnubg.read, xgid.read):
        with pytest.raises(InvalidPositionError):
            read(text)


@given(st.text(alphabet="XGID=-ABOabo:01D/+4HPw", max_size=60))
def test_nothing_else_is_raised(text: str) -> None:
    for read in (gnubg.read, xgid.read):
        with suppress(InvalidPositionError):
            assert isinstance(read(text), MatchPosition)


def test_a_position_is_one_of_a_game_in_which_checkers_hit() -> None:
    match_position = xgid.read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10")
    assert len(match_position.position(games.dice_game("tabla")).turns()) == 16
    with pytest.raises(InvalidPositionError, match="no name for positions of tapa"):
        match_position.position(games.dice_game("tapa"))
