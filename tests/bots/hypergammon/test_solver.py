"""Value iteration, on the positions with few checkers, against the same done plainly."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

from tests.support.bots import plain_turns as plain
from zaria.bots.hypergammon.layout import CHANCES, EQUITY, OFF, OUTCOME, PLACEMENTS, POINT
from zaria.bots.hypergammon.solver import Solver
from zaria.bots.hypergammon.turns import Turns, number
from zaria.games.dice import ROLL_CHANCES

SINGLE = range(1, 26)
"""Places of a last checker."""


@pytest.fixture(scope="module")
def turns() -> Turns:
    turns = Turns()
    turns.list_all()
    return turns


@pytest.fixture(scope="module")
def single(turns: Turns) -> Solver:
    """The positions in which both sides have one checker."""
    solver = Solver(turns, checkers=1)
    for kind in (EQUITY, OUTCOME):
        solver.begin(kind)
        while solver.sweep(kind, full=True) > 1e-7:
            pass
    return solver


def place(on_roll: int, opponent: int) -> int:
    """The place in the table of a position of one checker each."""
    return number(0, 0, on_roll) * PLACEMENTS + number(0, 0, opponent)


@cache
def follow(on_roll: int, opponent: int) -> tuple[tuple[float, tuple[tuple[int, int], ...]], ...]:
    """For each roll its chance, and where both checkers may be after it: the other side's first."""
    rolls = []
    for (high, low), share in ROLL_CHANCES:
        after = {
            (25 if 25 - opponent in end.landings and opponent != OFF else opponent, end.spots[2])
            for end in plain.ends((0, 0, on_roll), 0, high, low)
        }
        rolls.append((share, tuple(after)))
    return tuple(rolls)


def iterate(sweeps: int) -> dict[tuple[int, int], float]:
    """Equities of one checker each, computed plainly."""
    values = {(opponent, OFF): -1.0 for opponent in SINGLE}
    pairs = [(on_roll, opponent) for on_roll in SINGLE for opponent in SINGLE if on_roll + opponent != 25]
    for _ in range(sweeps):
        for on_roll, opponent in pairs:
            values[on_roll, opponent] = -sum(
                share * min(values.get(after, 0.0) for after in ends)
                for share, ends in follow(on_roll, opponent)
            )
    return values


def test_one_checker_each_is_solved_as_plainly(single: Solver) -> None:
    for pair, value in iterate(30).items():
        if OFF not in pair:
            assert single.equity[place(*pair)] / POINT == pytest.approx(value, abs=1e-6)


def test_the_chances_are_those_of_the_equity(single: Solver) -> None:
    for on_roll in SINGLE:
        for opponent in SINGLE:
            if on_roll + opponent != 25:
                at = place(on_roll, opponent)
                win, win2, win3, lose2, lose3 = single.chances[CHANCES * at : CHANCES * at + CHANCES]
                assert 2 * win - 1 == pytest.approx(single.equity[at] / POINT, abs=1e-5)
                assert (win2, win3, lose2, lose3) == (0, 0, 0, 0)  # both have borne off two


def test_threads_may_share_a_sweep(turns: Turns) -> None:
    whole, shared = Solver(turns, checkers=1), Solver(turns, checkers=1)
    for solver in (whole, shared):
        solver.begin(EQUITY)
    with ThreadPoolExecutor(3) as pool:
        for sweep in range(16):
            whole.sweep(EQUITY, full=sweep % 2 == 0)
            shared.sweep(EQUITY, full=True, pool=pool, parts=3)
    for on_roll in SINGLE:
        assert shared.equity[place(on_roll, 13)] == pytest.approx(
            whole.equity[place(on_roll, 13)], abs=1e-5 * POINT
        )


def test_the_loser_of_three_checkers_pays_by_where_they_are(turns: Turns) -> None:
    solver = Solver(turns)
    solver.begin(EQUITY)
    lost = [
        solver.equity[number(*spots) * PLACEMENTS] / POINT for spots in ((0, 24, 25), (1, 2, 18), (1, 2, 19))
    ]
    assert lost == [-1, -2, -3]
