"""The measures of the levels: rates are those of the analysis, and who does not look ahead loses."""

import argparse
from random import Random

import pytest
from tools.bench import level_rates, levels

from zaria import games
from zaria.bots.squares.material_player import glance
from zaria.match import events as ev


def test_a_rate_is_five_hundred_times_the_mean_loss() -> None:
    even = level_rates.rate("points", [(10, 0.2), (30, 0.6)])
    assert even.value == pytest.approx(10.0)
    assert even.error == pytest.approx(0.0)
    uneven = level_rates.rate("points", [(10, 0.1), (10, 0.3)])
    assert uneven.value == pytest.approx(10.0)
    assert uneven.error == pytest.approx(5.0)
    assert level_rates.rate("chance", [(10, 0.2)]).value == pytest.approx(2.0)


def test_a_game_is_played_to_its_end_and_graded() -> None:
    events = level_rates.played("indiyka", 4, 1, cube=False, seconds=0.1)
    assert isinstance(events[-1], ev.MatchEnded)
    task = level_rates.Task("indiyka", level_rates.BLIND, 1, False, "quick", 0.1)
    grading = level_rates.perform(task)
    assert grading.unit == "points"
    assert 0 <= grading.turns <= grading.decisions
    assert list(level_rates.gradings([task], 1)) == [grading]


def test_who_looks_at_once_takes_what_is_there() -> None:
    position = games.board_game("chess").parse("6k1/5ppp/8/3q4/4P3/8/5PPP/6K1 w - - 0 1")
    assert glance(position, Random(1)) == "e4d5"


def test_the_floor_is_measured_against_who_cannot_play() -> None:
    options = argparse.Namespace(floor=True, levels=[2, 3])
    assert levels.pairs("chess", options) == [(1, levels.ANY), (1, levels.GLANCE)]
    assert levels.pairs("tabla", options) == [(1, levels.ANY)]
    options.floor = False
    assert levels.pairs("tabla", options) == [(2, 1), (3, 2)]
    assert levels.pairs("chess", options) == [(2, 1.5), (3, 2.5)]
    options.levels = None
    assert len(levels.pairs("chess", options)) == 8


def test_a_strong_level_beats_who_plays_anything() -> None:
    assert levels.play(levels.Pairing("russian-draughts", 4, levels.ANY, 1, 0.1), 0) == 1.0
    assert levels.play(levels.Pairing("long-nardy", 4, levels.ANY, 1, 0.1), 0) == 1.0


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_are_the_same_in_any_number_of_processes(jobs: int) -> None:
    pairing = levels.Pairing("tapa", 1, levels.ANY, 1, 0.1)
    score = levels.series(pairing, 6, minutes=9.0, jobs=jobs)
    assert score == levels.Score(sum(levels.play(pairing, number) for number in range(6)), 6)


@pytest.mark.parametrize(("won", "is_right"), [(50, False), (58, True), (70, True), (82, True), (90, False)])
def test_a_step_is_right_within_its_error(won: float, is_right: bool) -> None:
    assert levels.Score(won, 100).is_right == is_right
