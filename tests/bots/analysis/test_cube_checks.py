"""Cube decisions of an analysis that are checked by rollouts: those that are close, or were errors."""

import pytest

from tests.support.match.dice_matches import Table
from zaria.bots.analysis import cube
from zaria.bots.analysis.cube_checks import CubeChecker
from zaria.bots.analysis.shape import Decision
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms

LAST_ROLL = "X=5:1,2:1;O=1:1"
"""Borne off by 19 rolls of 36: a double, and a take."""
GAIN = 2 / 36


def table(*, beaver: bool = False) -> Table:
    """A game for points in which side 1 is on roll."""
    started = Table(Terms("backgammon", length=1, cube=True, beaver=beaver))
    started.place(LAST_ROLL, 1, phase="roll", dice=None)
    return started


def decided(match_table: Table, event: cube.Act, win: float | None = None) -> Decision:
    chances = OutcomeProbabilities(19 / 36) if win is None else OutcomeProbabilities(win)
    decision = cube.acted(match_table.match, chances, event, 3)
    assert decision is not None
    return decision


def test_a_missed_double_is_checked() -> None:
    started = table()
    decision = decided(started, ev.Rolled(at=0, side=1, n=1, dice=(2, 1)))
    assert decision.mark == "error"
    check = CubeChecker(36).checked(started.match, decision).check
    assert check is not None
    assert (check.best, check.games, [choice.text for choice in check.choices]) == (
        "double",
        36,
        ["double", "no_double"],
    )
    assert check.gain == pytest.approx(GAIN, abs=1e-3)
    assert check.error < 1e-3


def test_an_answer_is_checked_as_its_side_sees_it() -> None:
    started = table(beaver=True)
    started.do(1, cmd.Double())
    decision = decided(started, ev.Dropped(at=0, side=0))
    assert decision.mark == "blunder"
    check = CubeChecker(36).checked(started.match, decision).check
    assert check is not None
    assert [choice.text for choice in check.choices] == ["take", "beaver", "drop"]
    equities = {choice.text: choice.equity for choice in check.choices}
    assert equities["take"] == pytest.approx(-2 * GAIN, abs=1e-3)
    assert equities["beaver"] == pytest.approx(-4 * GAIN, abs=1e-3)
    assert equities["drop"] == -1
    assert check.gain == pytest.approx(1 - 2 * GAIN, abs=1e-3)


def test_what_is_clear_and_right_is_not_checked() -> None:
    started = table()
    started.do(1, cmd.Double())
    decision = decided(started, ev.Dropped(at=0, side=0), win=0.99)
    assert not decision.mark
    assert CubeChecker(36).checked(started.match, decision) == decision


def test_answers_to_a_beaver_are_not_checked() -> None:
    started = table(beaver=True)
    started.do(1, cmd.Double())
    started.do(0, cmd.Beaver())
    decision = decided(started, ev.Dropped(at=0, side=1))
    assert decision.mark
    assert CubeChecker(36).checked(started.match, decision).check is None


def test_one_rollout_is_made_for_a_double_and_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    started, checker = table(), CubeChecker(6)
    doubled = checker.checked(started.match, decided(started, ev.Doubled(at=0, side=1, value=2))).check
    started.do(1, cmd.Double())
    monkeypatch.setattr("zaria.bots.doubling.rollouts.of_match", None)
    answered = checker.checked(started.match, decided(started, ev.Dropped(at=0, side=0))).check
    assert doubled is not None
    assert answered is not None
    assert doubled.choices[0].equity == -answered.choices[0].equity
