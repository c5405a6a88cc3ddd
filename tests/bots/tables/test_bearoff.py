"""The tables of bearing off: what is printed in books, what gnubg has, what Python reckons from the rules."""

import re
import shutil
import subprocess
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from tests.support.patience import PATIENCE
from tests.support.requirements import missing
from zaria import games
from zaria.bots.tables.bearoff import BearOff, BearOffSolver
from zaria.games.dice import ROLLS, ways

pytestmark = pytest.mark.proof

Counts: TypeAlias = tuple[int, int, int, int, int, int]
"""Checkers on the points 1 to 6."""

POSITIONS = comb(21, 6)
ROUNDED = 1e-5
DUMP, DATABASE = "/usr/games/bearoffdump", Path("/usr/share/gnubg/gnubg_os0.bd")
TWO_LEFT = {
    (6, 6): 4, (6, 5): 6, (6, 4): 8, (6, 3): 10, (6, 2): 13, (6, 1): 15, (5, 5): 6, (5, 4): 10, (5, 3): 14,
    (5, 2): 19, (5, 1): 23, (4, 4): 11, (4, 3): 17, (4, 2): 23, (4, 1): 29, (3, 3): 17, (3, 2): 25,
    (3, 1): 34, (2, 2): 26, (2, 1): 36, (1, 1): 36,
}  # fmt: skip
"""Rolls of 36 that bear the last two checkers off at once, as every book on backgammon has them."""


def on(*points: int) -> Counts:
    return (
        points.count(1),
        points.count(2),
        points.count(3),
        points.count(4),
        points.count(5),
        points.count(6),
    )


def by_chance(random: Random) -> Counts:
    return on(*(random.randint(1, 6) for _ in range(random.randint(1, 15))))


@pytest.mark.parametrize("points", TWO_LEFT)
def test_the_last_two_checkers(points: tuple[int, int], plain_table: BearOff) -> None:
    shares = plain_table.shares(plain_table.number(*on(*points)))
    assert shares[1] == pytest.approx(TWO_LEFT[points] / 36, abs=ROUNDED)


def test_checkers_on_the_first_point_go_two_by_two(plain_table: BearOff) -> None:
    """Or four by a doublet."""
    means = [0.0]
    for checkers in range(1, 16):
        means.append(1 + means[max(0, checkers - 2)] * 5 / 6 + means[max(0, checkers - 4)] / 6)
        mean = plain_table.mean(plain_table.number(checkers, 0, 0, 0, 0, 0))
        assert mean == pytest.approx(means[checkers], abs=2e-4)


def test_every_position_has_a_number_of_its_own() -> None:
    table = BearOff()
    numbers = {
        table.number(a, b, c, d, e, f)
        for a in range(16)
        for b in range(16 - a)
        for c in range(16 - a - b)
        for d in range(16 - a - b - c)
        for e in range(16 - a - b - c - d)
        for f in range(16 - a - b - c - d - e)
    }
    assert numbers == set(range(POSITIONS))


def test_shares_are_of_one(plain_table: BearOff) -> None:
    random = Random(2)
    for _ in range(500):
        position = random.randrange(POSITIONS)
        shares = plain_table.shares(position)
        assert sum(shares) == pytest.approx(1, abs=3e-4)
        mean = sum(turn * share for turn, share in enumerate(shares))
        assert mean == pytest.approx(plain_table.mean(position))


def test_wins_are_those_of_every_pair_of_turns(plain_table: BearOff) -> None:
    random = Random(3)
    for _ in range(200):
        own_number, opponent_number = random.randrange(1, POSITIONS), random.randrange(1, POSITIONS)
        pairs = [
            a * b
            for turn, a in enumerate(plain_table.shares(own_number))
            for late, b in enumerate(plain_table.shares(opponent_number))
            if turn <= late
        ]
        assert plain_table.wins(own_number, opponent_number) == pytest.approx(sum(pairs), abs=3e-4)
        first = plain_table.wins(own_number, own_number)
        assert 0.5 < first <= 1


def test_one_checker_more_takes_longer(plain_table: BearOff) -> None:
    """Or as long, where it goes with the others. One farther off may be quicker: it may fill a gap."""
    random = Random(4)
    for _ in range(300):
        less = [*by_chance(random)]
        more = less.copy()
        more[random.randrange(6)] += sum(less) < 15
        means = [plain_table.mean(plain_table.number(*counts)) for counts in (less, more)]
        assert means[0] <= means[1] + 3e-4


@cache
def reckoned(counts: Counts) -> float:
    """The mean by the rules of the game, turn for turn."""
    checkers = ",".join(f"{point}:{n}" for point, n in enumerate(counts, 1) if n)
    where = games.dice_game("tabla").parse(f"X={checkers};O=1:1")
    total = 1.0
    for roll in ROLLS:
        after = [on_points(end.counts(0)) for end in where.results(roll)]
        total += min(reckoned(end) if any(end) else 0.0 for end in after) * ways(roll) / 36
    return total


def on_points(counts: tuple[int, ...]) -> Counts:
    return counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]


@pytest.mark.parametrize("points", [(6, 6, 6), (6, 5, 3), (5, 5, 1), (4, 3, 2), (6, 4, 2, 1), (3, 3, 3, 3)])
def test_the_table_is_that_of_the_rules(points: tuple[int, ...], plain_table: BearOff) -> None:
    counts = on(*points)
    assert plain_table.mean(plain_table.number(*counts)) == pytest.approx(reckoned(counts), abs=3e-4)


def test_ladders_and_rolling_again_are_faster(plain_table: BearOff) -> None:
    """One checker on 6: a doublet of ones goes on with twos, or with another roll, and is off then."""
    random = Random(5)
    for kind in (1, 2):
        table = BearOffSolver(kind, 4).solve()
        assert table.shares(table.number(*on(6)))[1] == pytest.approx(28 / 36, abs=ROUNDED)
        for _ in range(200):
            position = random.randrange(POSITIONS)
            assert table.mean(position) <= plain_table.mean(position) + 3e-4


def test_a_table_is_kept_and_taken_again(plain_table: BearOff) -> None:
    head, cells = plain_table.dumped()
    again = BearOff()
    again.load(head, cells)
    assert again.dumped() == (head, cells)
    assert again.wins(1000, 2000) == plain_table.wins(1000, 2000)
    for broken in ((head[:-2], cells), (head, cells[:-2]), (head, cells + b"\0\0"), (b"", b"")):
        with pytest.raises(ValueError, match="not a table"):
            BearOff().load(*broken)


_SHARE = re.compile(r"^ +(\d+)\t +[\d.]+\t +([\d.]+)", re.MULTILINE)


def test_gnubg_has_the_same(plain_table: BearOff) -> None:
    """Its one-sided database, whose numbers count from the other end."""
    if shutil.which(DUMP) is None or not DATABASE.exists():
        missing("oracles", "gnubg's table of bearing off (Debian: apt install gnubg) is not here")
    random = Random(6)
    for _ in range(20):
        counts = by_chance(random)
        number = plain_table.number(*counts[::-1])
        done = subprocess.run(
            [DUMP, "-n", str(number), DATABASE], capture_output=True, text=True, timeout=PATIENCE
        )
        gnubg_shares = {
            int(turn): float(share) / 100 for turn, share in _SHARE.findall(done.stdout.split("Average")[0])
        }
        assert sum(gnubg_shares.values()) == pytest.approx(1, abs=1e-3)
        shares = dict(enumerate(plain_table.shares(plain_table.number(*counts))))
        for turn in shares | gnubg_shares:
            assert shares.get(turn, 0.0) == pytest.approx(gnubg_shares.get(turn, 0.0), abs=1e-4), counts
