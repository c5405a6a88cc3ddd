"""Grades by phase and by kind: they add up to the accounts, and phases follow the position."""

from functools import cache

import pytest

from tests.support.bots.simple_evaluator import hasty, simple
from tests.support.finished_matches import played
from tests.support.match import board_matches
from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from zaria.bots.analysis import PHASES, Analysis, Phase, SideGrades, analyse, graded
from zaria.bots.analysis.phases import OPENING_TURNS
from zaria.match import commands as cmd
from zaria.match.events import Event, Player, TurnPlayed
from zaria.match.terms import Terms
from zaria.records.main_line import without_takebacks
from zaria.records.replay import replay

NAMES = ("tabla-single", "long-nardy-single", "indiyka-single", "three-games-match")


@cache
def analysed(name: str) -> tuple[list[Event], Analysis, tuple[SideGrades, SideGrades]]:
    """A golden playthrough, its quick analysis and its grades."""
    events = played(name)
    analysis = analyse(events, "quick", evaluators=simple)
    return events, analysis, graded(events, analysis)


@pytest.mark.parametrize("name", NAMES)
def test_phases_and_kinds_add_up_to_the_account(name: str) -> None:
    _, analysis, grades = analysed(name)
    for side, grade in enumerate(grades):
        totals = analysis.accounts[side]
        assert (grade.rate, grade.luck, grade.unit) == (totals.rate, totals.luck, "points")
        assert grade.turns.decisions + grade.cube.decisions == totals.total.decisions
        assert sum(part.decisions for part in grade.phases.values()) == totals.total.decisions
        assert sum(part.loss for part in grade.phases.values()) == pytest.approx(totals.total.loss, abs=1e-3)
        assert set(grade.phases) == set(PHASES)
        assert grade.phases["ending"].decisions == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_worst_turn_is_the_one_that_gave_away_the_most(name: str) -> None:
    _, analysis, grades = analysed(name)
    for side, grade in enumerate(grades):
        turns = [d for d in analysis.decisions if d.side == side and d.kind == "turn" and d.mark]
        worst = max(turns, key=lambda decision: decision.loss, default=None)
        assert grade.worst_frame == (None if worst is None else worst.frame)
        assert grade.worst_loss == (0.0 if worst is None else worst.loss)


def phases_met(name: str) -> set[Phase]:
    _, _, grades = analysed(name)
    return {phase for grade in grades for phase, part in grade.phases.items() if part.decisions}


def test_a_game_goes_from_its_opening_to_bearing_off() -> None:
    assert {"opening", "middle", "bear_off"} <= phases_met("tabla-single")
    assert phases_met("indiyka-single") <= {"race", "bear_off"}


def test_bearing_off_begins_when_the_last_checker_is_home() -> None:
    events, analysis, grades = analysed("tabla-single")
    frames = replay(events).frames
    home = [0, 0]
    for decision in analysis.decisions:
        before = frames[decision.frame - 1]
        if decision.counted and not any(before.men[decision.side][7:]):
            home[decision.side] += 1
    assert [grade.phases["bear_off"].decisions for grade in grades] == home
    assert any(home)
    assert sum(isinstance(event, TurnPlayed) for event in events) > 8


def test_a_board_game_has_an_opening_a_middle_and_no_race() -> None:
    table = Table(Terms("russian-draughts"))
    for pick in range(24):
        board_matches.play(table, pick * 5)
    table.do(table.match.turn, cmd.Resign(1))
    analysis = analyse(table.events, "quick", engines=hasty)
    grades = graded(table.events, analysis)
    for side, grade in enumerate(grades):
        assert (grade.unit, grade.luck) == ("chance", None)
        assert (
            sum(part.decisions for part in grade.phases.values()) == analysis.accounts[side].total.decisions
        )
        assert grade.phases["opening"].decisions >= 5
        assert grade.phases["race"].decisions == grade.phases["bear_off"].decisions == 0
    assert any(grade.phases["middle"].decisions or grade.phases["ending"].decisions for grade in grades)


def test_turns_that_were_taken_back_do_not_end_the_opening() -> None:
    table = Table(Terms("tabla", training=True), (6, 5), seated=False)
    table.do(0, cmd.Sit(PLAYERS[0], SEEDS[0], table.match.seal))
    table.do(1, cmd.Sit(Player("bot:plain", "plain", "#777", "plain"), SEEDS[1], table.match.seal))
    while table.match.phase != "over":
        if table.match.phase == "roll":
            table.act(cmd.Roll())
        elif table.match.turn == 0 and table.match.past and table.match.backs < OPENING_TURNS:
            table.do(0, cmd.TakeBack(len(table.match.past)))  # with the reply of the computer
            table.play()
        else:
            table.play()
    line = without_takebacks(table.events)
    assert len(table.events) > len(line) + 3 * OPENING_TURNS
    grades, grades_of_line = (
        graded(events, analyse(events, "quick", evaluators=simple)) for events in (table.events, line)
    )
    assert sum(side.phases["opening"].decisions for side in grades_of_line) > OPENING_TURNS // 2
    assert [side.phases for side in grades] == [side.phases for side in grades_of_line]
