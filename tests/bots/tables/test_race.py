"""Indiyka solved: small cases worked out by hand, long ones played, the only choice there is."""

from functools import cache
from random import Random

import pytest

from zaria import games
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables.race import (
    RacePosition,
    RaceTable,
    TurnDistribution,
    alike,
    average,
    ends,
    first,
    turns,
)
from zaria.games.dice import ROLLS, ways
from zaria.games.indiyka.position import IndiykaPosition
from zaria.games.turn import Turn

HIT = 11 / 36
"""The probability that one number comes in a roll."""
START = RacePosition((0,) * 6, 15)


def position(text: str, turn: int = 0) -> IndiykaPosition:
    position = games.dice_game("indiyka").parse(text, turn)
    assert isinstance(position, IndiykaPosition)
    return position


def all_standings() -> list[RacePosition]:
    """All that one side can have."""
    standings = {START: None}
    waiting = [START]
    while waiting:
        standing = waiting.pop()
        if not standing.hand and not any(standing.points):
            continue
        for dice in alike(standing.points):
            new = [end for end in ends(standing, dice) if end not in standings]
            standings.update(dict.fromkeys(new))
            waiting += new
    return list(standings)


@cache
def played(where: IndiykaPosition, depth: int) -> float:
    """The chance that the side on roll wins, by the rules alone; after so many rolls it has lost."""
    if depth == 0:
        return 0.0
    total = 0.0
    for roll in ROLLS:
        after = where.results(roll) or [where.rolled(roll).play(Turn())]
        won = max(1.0 if end.outcome() else 1.0 - played(end, depth - 1) for end in after)
        total += won * ways(roll) / 36
    return total


def test_one_checker_each() -> None:
    """Rolling in turn for a number of 11 rolls in 36."""
    chances = RaceTable().chances(position("X=6:1,off:14;O=1:1,off:14"))
    assert chances.win == pytest.approx(HIT / (1 - (1 - HIT) ** 2))
    assert chances == OutcomeProbabilities(chances.win)


def test_two_on_a_point() -> None:
    """A doublet takes both, one number one of them."""
    shares = turns(RacePosition((0, 0, 0, 0, 0, 2), 0))
    assert shares[:3] == pytest.approx((0, 1 / 36, 10 / 36 * HIT + 25 / 36 * 1 / 36))
    assert average(turns(RacePosition((0, 0, 0, 0, 0, 1), 0))) == pytest.approx(36 / 11)


def test_two_points_of_one() -> None:
    shares = turns(RacePosition((0, 0, 0, 0, 1, 1), 0))
    assert shares[1] == pytest.approx(2 / 36)
    both = 36 / 11 * 2 - 36 / 20
    assert average(shares) == pytest.approx(both)


def test_the_order_of_the_points_is_nothing() -> None:
    chances, expected = (RaceTable().chances(position(f"X=hand:5,{checkers};O=hand:15")) for checkers in (
        "5:2,4:2,3:2,2:2,1:2", "6:2,5:2,4:2,3:2,2:2",
    ))  # fmt: skip
    assert chances == expected


def test_every_standing_is_done_sometime_and_sums_to_one() -> None:
    standings = all_standings()
    assert len(standings) == 139
    for standing in standings:
        assert sum(turns(standing)) == pytest.approx(1, abs=1e-12)


def simulated(sides: int, seed: int) -> tuple[float, float]:
    """The mean number of turns of sides that race alone, and its standard error."""
    random = Random(seed)
    counts = []
    for _ in range(sides):
        standing, count = START, 0
        while standing.hand or any(standing.points):
            high, low = sorted((random.randint(1, 6), random.randint(1, 6)), reverse=True)
            dice = (high,) * 4 if high == low else (high, low)
            standing = min(sorted(ends(standing, dice)), key=lambda end: max(end.points))
            count += 1
        counts.append(count)
    mean = sum(counts) / sides
    spread = sum((count - mean) ** 2 for count in counts) / (sides - 1)
    return mean, (spread / sides) ** 0.5


def test_a_whole_race_takes_as_long_as_it_does_when_played() -> None:
    mean, error = simulated(300, 1)
    assert abs(mean - average(turns(START))) < 4 * error < 1.5


def test_the_lower_point_is_the_better_one_whatever_the_other_side_has() -> None:
    """So playing for the fewest turns is playing for the win."""
    opponents = [turns(standing) for standing in all_standings()]

    def wins(end: RacePosition, opponent: TurnDistribution) -> float:
        return 1 - first(opponent, turns(end))

    for points in ((2, 2, 2, 2, 2, 4), (2, 2, 2, 2, 3, 3)):
        standing = RacePosition(points, 1)
        choices = [results for dice in alike(points) if len(results := ends(standing, dice)) > 1]
        assert choices
        for results in choices:
            low, high = sorted(results, key=lambda end: max(end.points))
            assert all(wins(low, opponent) >= wins(high, opponent) for opponent in opponents)


def test_the_turns_are_ranked() -> None:
    where = position("X=hand:1,6:4,5:2,4:2,3:2,2:2,1:2;O=hand:3,6:2,5:2,4:2,3:2,2:2,1:2;due=61")
    (best, chances), (second, less) = RaceTable().ranked(where)
    assert (str(best), str(second)) == ("hand/1", "hand/6")
    assert chances.win > less.win + 0.01
    assert RaceTable().chances(where) == chances


def test_a_pass_is_the_only_turn() -> None:
    where = position("X=5:1,off:14;O=1:1,off:14;due=61")
    ((turn, chances),) = RaceTable().ranked(where)
    assert (turn, chances) == (Turn(), RaceTable().chances(where.play(turn)).flipped())


def test_a_game_that_is_over() -> None:
    for side in (0, 1):
        won = position("X=5:1,off:14;O=hand:15;due=54", side)
        ((turn, chances),) = RaceTable().ranked(won)
        assert chances == OutcomeProbabilities(1.0)
        assert RaceTable().chances(won.play(turn)) == OutcomeProbabilities(0.0)


@pytest.mark.parametrize("turn", [0, 1])
def test_by_the_rules_alone(turn: int) -> None:
    where = position("X=6:1,5:1,off:13;O=4:2,off:13", turn)
    bounds = sorted((played(where, 26), played(where, 27)))
    assert bounds[1] - bounds[0] < 0.02
    assert bounds[0] < RaceTable().chances(where).win < bounds[1]
