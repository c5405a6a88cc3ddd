"""Cube efficiency of a position, against exact solutions of short races."""

from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest

from zaria import games
from zaria.bots.doubling import Stake, decide, efficiency
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables.race import RacePosition, alike, ends, first, turns
from zaria.games.dice import ROLL_CHANCES
from zaria.games.protocols import Position

GAME = games.dice_game("backgammon")
CHECKERS = 3

Checkers = tuple[int, ...]
"""The points of a side's checkers, highest first."""


class Truth(NamedTuple):
    """Equities of the side on roll: cubeless, and with a centred, own and opposing cube at 1."""

    win: float
    centred: float
    own_cube: float
    opponent_cube: float


def _position(own_checkers: Checkers, opponent_checkers: Checkers) -> Position:
    return GAME.parse(f"X={_side(own_checkers)};O={_side(opponent_checkers)}", turn=0)


def _side(checkers: Checkers) -> str:
    return ",".join(
        [
            *(f"{point}:{checkers.count(point)}" for point in sorted(set(checkers))),
            f"off:{15 - len(checkers)}",
        ]
    )


@cache
def _steps(checkers: Checkers, die: int) -> frozenset[Checkers]:
    """Return where one die can take these checkers, all at home."""
    results = set()
    for point in set(checkers):
        remaining = list(checkers)
        remaining.remove(point)
        if point > die:
            remaining.append(point - die)
        elif point < die and max(checkers) > point:
            continue
        results.add(tuple(sorted(remaining, reverse=True)))
    return frozenset(results)


@cache
def _ways(checkers: Checkers, roll: tuple[int, int]) -> frozenset[Checkers]:
    a, b = roll
    results: set[Checkers] = set()
    for dice in ((a,) * 4,) if a == b else ((a, b), (b, a)):
        reached = {checkers}
        for die in dice:
            reached = set().union(
                *(_steps(standing, die) if standing else {standing} for standing in reached)
            )
        results |= reached
    return frozenset(results)


@cache
def _turns(checkers: Checkers) -> float:
    return 1 + sum(part * _turns(_best(checkers, roll)) for roll, part in ROLL_CHANCES) if checkers else 0.0


@cache
def _best(checkers: Checkers, roll: tuple[int, int]) -> Checkers:
    return min(_ways(checkers, roll), key=_turns)


@cache
def _truth(own_checkers: Checkers, opponent_checkers: Checkers) -> Truth:
    win = centred = own_cube = opponent_cube = 0.0
    for roll, part in ROLL_CHANCES:
        remaining = _best(own_checkers, roll)
        if not remaining:
            win, centred, own_cube, opponent_cube = (
                win + part,
                centred + part,
                own_cube + part,
                opponent_cube + part,
            )
            continue
        reply = _truth(opponent_checkers, remaining)
        win += part * (1 - reply.win)
        centred -= part * _doubled(reply, reply.centred)
        own_cube -= part * reply.opponent_cube
        opponent_cube -= part * _doubled(reply, reply.own_cube)
    return Truth(win, centred, own_cube, opponent_cube)


def _doubled(truth: Truth, rolling: float) -> float:
    """The best of rolling and doubling."""
    return max(rolling, min(1.0, 2 * truth.opponent_cube))


RACES = [
    checkers for n in range(1, CHECKERS + 1) for checkers in combinations_with_replacement(range(6, 0, -1), n)
]


def _loss(own_checkers: Checkers, opponent_checkers: Checkers, live: float) -> float:
    """The loss by our decisions of an open position, each side's together."""
    truth = _truth(own_checkers, opponent_checkers)
    decision = decide(OutcomeProbabilities(truth.win), Stake(points=(1,)), live)
    taken = 2 * truth.opponent_cube
    lost = _doubled(truth, truth.centred) - (min(1.0, taken) if decision.double else truth.centred)
    answered = abs(taken - 1) if decision.take != (taken <= 1) and decision.double else 0.0
    return lost + answered


@pytest.fixture(scope="module")
def open_races() -> list[tuple[Checkers, Checkers]]:
    return [
        (own_checkers, opponent_checkers)
        for own_checkers in RACES
        for opponent_checkers in RACES[::5]
        if 0.12 < _truth(own_checkers, opponent_checkers).win < 0.95
    ]


def test_of_the_last_rolls_it_is_less_than_usual_and_that_pays(
    open_races: list[tuple[Checkers, Checkers]],
) -> None:
    n = len(open_races)
    fitted_loss = sum(_loss(*race, efficiency.of(_position(*race))) for race in open_races) / n
    usual = sum(_loss(*race, 0.6) for race in open_races) / n
    assert fitted_loss < 0.003 < 0.01 < usual


@pytest.mark.parametrize(
    ("game", "text", "live"),
    [
        ("backgammon", "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5", 0.68),
        ("backgammon", "X=12:5,6:5,5:5;O=12:5,6:5,5:5", 0.6 + (115 - 40) * 0.1 / 80),
        ("backgammon", "X=6:5,5:5,4:5;O=6:5,5:5,4:5", 0.6 + 35 * 0.1 / 80),
        ("backgammon", "X=6:2,5:2,off:11;O=6:2,5:2,off:11", 0.2 + 0.1 * (0.8 + 22 / 8 - 1)),
        ("backgammon", "X=6:1,off:14;O=1:2,off:13", 0.0),
        ("long-nardy", "X=24:15;O=24:15", 0.68),
        ("long-nardy", "X=12:5,6:5,5:5;O=12:5,6:5,5:5", 0.6 + (115 - 40) * 0.1 / 80),
        ("tapa", "X=24:15;O=24:15", 0.68),
        ("tapa", "X=6:5,5:5,4:4,22:1^;O=6:5,5:5,4:4,3:1", 0.68),
    ],
)
def test_contact_and_long_races(game: str, text: str, live: float) -> None:
    assert efficiency.of(games.dice_game(game).parse(text, turn=0)) == pytest.approx(live)


LEFT = [RacePosition((0,) * (6 - len(checkers)) + checkers, 0) for checkers in ((1,), (2,), (1, 1), (1, 2))]
"""The last checkers of a side in indiyka, wherever they lie."""
NOBODY, OWN, OPPONENT = 0, 1, 2
CUBES = 7
"""The most turns of the cube here."""

Worths = dict[tuple[RacePosition, RacePosition, int], float]


def _indiyka() -> list[Worths]:
    """Equity of the side on roll by the number of earlier turns of the cube (in units of the cube)."""
    pairs = list(product(LEFT, LEFT, (NOBODY, OWN, OPPONENT)))
    onward = {
        checkers: [(next(iter(ends(checkers, dice))), n / 36) for dice, n in alike(checkers.points).items()]
        for checkers in LEFT
    }
    solved: list[Worths] = []
    for _ in range(CUBES):
        worths = dict.fromkeys(pairs, 0.0)

        def best(
            own_checkers: RacePosition, opponent_checkers: RacePosition, owner: int, worths: Worths = worths
        ) -> float:
            rolling = worths[own_checkers, opponent_checkers, owner]
            if owner == OPPONENT or not solved:
                return rolling
            return max(rolling, min(1.0, 2 * solved[-1][own_checkers, opponent_checkers, OPPONENT]))

        change = 1.0
        while change > 1e-12:
            before = worths.copy()
            for own_checkers, opponent_checkers, owner in pairs:
                then = {NOBODY: NOBODY, OWN: OPPONENT, OPPONENT: OWN}[owner]
                worths[own_checkers, opponent_checkers, owner] = sum(
                    part * (-best(opponent_checkers, remaining, then) if any(remaining.points) else 1.0)
                    for remaining, part in onward[own_checkers]
                )
            change = max(abs(worths[pair] - before[pair]) for pair in pairs)
        solved.append(worths)
    return solved


def _lying(checkers: RacePosition) -> str:
    on = [f"{point}:{n}" for point, n in enumerate(checkers.points, 1) if n]
    return ",".join([*on, f"off:{15 - sum(checkers.points)}"])


def test_in_indiyka_the_cube_lives_to_the_end() -> None:
    *_, after, now = _indiyka()
    lost = []
    for own_checkers, opponent_checkers, owner in product(LEFT, LEFT, (NOBODY, OWN)):
        text = ";".join(
            f"{who}={_lying(checkers)}" for who, checkers in (("X", own_checkers), ("O", opponent_checkers))
        )
        live = efficiency.of(games.dice_game("indiyka").parse(text, turn=0))
        stake = Stake(points=(1,), is_owner=True if owner == OWN else None)
        decision = decide(
            OutcomeProbabilities(first(turns(own_checkers), turns(opponent_checkers))), stake, live
        )
        rolling, taken = (
            now[own_checkers, opponent_checkers, owner],
            2 * after[own_checkers, opponent_checkers, OPPONENT],
        )
        lost.append(max(rolling, min(1.0, taken)) - (min(1.0, taken) if decision.double else rolling))
    assert sum(lost) / len(lost) < 0.002
    assert max(lost) < 0.05
