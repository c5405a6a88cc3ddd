"""The error to learn from: the turn, both ways on the board before it, and what it cost."""

import re

import brotli
import pytest

from tests.support.bots.simple_evaluator import hasty, simple
from tests.support.finished_matches import played
from tests.support.match import board_matches
from tests.support.match.dice_matches import Table
from zaria.bots.analysis import Analysis, analyse, encode, graded
from zaria.club.matches.analysis.decision_boards import DecisionBoard
from zaria.club.matches.analysis.models import SideGrade
from zaria.club.matches.analysis.result_grades import graded_side
from zaria.club.matches.analysis.worst_turns import worst_turn
from zaria.match import commands as cmd
from zaria.match.events import Event
from zaria.match.terms import Terms


def worst_turns(events: list[Event], analysis: Analysis) -> list[DecisionBoard]:
    """The worst turns of both sides."""
    packed = brotli.compress(encode(analysis))
    frames = [grade.worst_frame for grade in graded(events, analysis)]
    turns = [worst_turn(events, packed, frame) for frame in frames if frame is not None]
    return [entry for entry in turns if entry is not None]


def paths(board: str) -> dict[str, str]:
    return dict(re.findall(r'<path class="mb-path (\w+)" d="([^"]+)"', board))


@pytest.mark.parametrize("name", ["tabla-single", "long-nardy-single"])
def test_both_ways_lie_on_the_board(name: str) -> None:
    events = played(name)
    analysis = analyse(events, "quick", evaluators=simple)
    shown = worst_turns(events, analysis)
    assert shown
    for entry in shown:
        decision = next(d for d in analysis.decisions if d.frame == entry.frame)
        assert (entry.played, entry.best, entry.loss) == (decision.played, decision.best, decision.loss)
        ways = paths(entry.board)
        assert set(ways) == {"played", "best"}
        assert ways["played"] != ways["best"]
        played_moves = next(choice.moves for choice in decision.choices if choice.played)
        assert ways["played"].count("M") == len(played_moves)


def test_a_move_on_squares_is_a_line_between_two_of_them() -> None:
    table = Table(Terms("russian-draughts"))
    for pick in range(24):
        board_matches.play(table, pick * 5)
    table.do(table.match.turn, cmd.Resign(1))
    shown = worst_turns(table.events, analyse(table.events, "quick", engines=hasty))
    assert shown
    for entry in shown:
        for way in paths(entry.board).values():
            x, y, to_x, to_y = (float(number) for number in re.findall(r"[\d.]+", way))
            assert abs(x - to_x) == abs(y - to_y) > 0


def test_there_is_none_without_such_a_turn() -> None:
    events = played("tabla-single")
    analysis = analyse(events, "quick", evaluators=simple)
    assert worst_turn(events, brotli.compress(encode(analysis)), 0) is None


@pytest.mark.parametrize(
    ("unit", "rate", "words", "place"),
    [
        ("points", 0.0, "very good play", "0.0%"),
        ("points", 7.0, "good play", "17.5%"),
        ("points", 25.9, "fairly good play", "64.8%"),
        ("points", 60.0, "many errors", "100.0%"),
        ("chance", 3.9, "fairly good play", "48.8%"),
        ("chance", 4.0, "many errors", "50.0%"),
    ],
)
def test_words_follow_the_error_rate(unit: str, rate: float, words: str, place: str) -> None:
    side = graded_side(SideGrade(side=0, unit=unit, rate=rate, luck=None), "Ann")
    assert (str(side.words), side.place) == (words, place)


def test_a_rate_is_rounded_as_beside_the_record() -> None:
    assert graded_side(SideGrade(side=0, unit="points", rate=31.45, luck=None), "Ann").rate == "31.5"
