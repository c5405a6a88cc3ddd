"""The same decisions as real GNU Backgammon's, given its own chances and no look ahead."""

import pytest

from tests.support.bots.gnubg_cube import CubeAnswer, cube_answers
from zaria import games
from zaria.bots.doubling import Decision, Stake, decide, efficiency
from zaria.games.protocols import Position
from zaria.records.position_ids.match_position import MatchPosition, of_position

GAME = games.dice_game("backgammon")

POSITIONS = [
    GAME.parse(text, turn=1)
    for text in (
        "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5",
        "X=24:2,13:4,8:3,6:5,5:1;O=24:1,23:1,13:5,8:3,6:5",
        "X=13:3,8:3,7:2,6:4,5:3;O=bar:1,24:1,13:4,8:3,6:5,3:1",
        "X=8:2,7:2,6:4,5:3,4:3,2:1;O=24:1,22:2,13:3,8:3,6:4,3:2",
        "X=20:2,13:2,8:2,6:4,5:3,3:2;O=21:2,13:3,8:3,6:4,4:3",
        "X=9:2,8:2,7:3,6:3,5:3,4:2;O=13:2,9:3,8:3,6:4,5:3",
        "X=6:4,5:3,4:3,3:2,2:2,1:1;O=8:1,6:4,5:4,4:3,3:2,2:1",
        "X=6:2,5:2,4:2,3:1;O=6:3,5:2,3:2,1:1",
        "X=6:3,5:3,4:3,3:2,2:2;O=bar:2,24:2,6:4,5:4,3:3",
        "X=24:2,20:1,13:1,6:5,5:3,3:3;O=13:3,8:4,7:2,6:4,4:2",
    )
]

SCORES = {
    "money": MatchPosition(((), ())),
    "jacoby": MatchPosition(((), ()), jacoby=True),
    "money, my cube at 2": MatchPosition(((), ()), cube=2, owner=1),
    "7 points, 0-0": MatchPosition(((), ()), length=7),
    "7 points, I lead 5-3": MatchPosition(((), ()), length=7, score=(3, 5)),
    "7 points, I trail 3-5": MatchPosition(((), ()), length=7, score=(5, 3)),
    "9 points, 0-2, my cube at 2": MatchPosition(((), ()), length=9, score=(2, 0), cube=2, owner=1),
    "5 points, I trail 1-3, my cube at 2": MatchPosition(((), ()), length=5, score=(3, 1), cube=2, owner=1),
    "5 points, post-Crawford, I trail 2-4": MatchPosition(((), ()), length=5, score=(4, 2)),
    "3 points, 0-0": MatchPosition(((), ()), length=3),
    "3 points, 1-1": MatchPosition(((), ()), length=3, score=(1, 1)),
}
DEAD = ("3 points, 1-1",)
"""Positions where it takes a live cube for dead: see `test_last_cube`."""


@pytest.fixture(scope="module")
def answers() -> dict[str, list[CubeAnswer]]:
    """The program's answers for each position at each score; it is started once."""
    every = cube_answers([_at(standing, position) for standing in SCORES.values() for position in POSITIONS])
    n = len(POSITIONS)
    return {name: every[i * n : (i + 1) * n] for i, name in enumerate(SCORES)}


def _at(standing: MatchPosition, position: Position) -> MatchPosition:
    return standing._replace(checkers=of_position(position).checkers)


def _decided(
    standing: MatchPosition, position: Position, oracle: CubeAnswer, live: float | None = None
) -> Decision:
    """Our decision, `live`: with a cube of this efficiency."""
    length, (opponent_points, points) = standing.length, standing.score
    stake = Stake(
        value=standing.cube,
        is_owner=None if standing.owner is None else standing.owner == 1,
        jacoby=standing.jacoby,
        away=(length - points, length - opponent_points) if length else None,
        after=length > 0 and max(standing.score) == length - 1,
    )
    return decide(oracle.chances, stake, efficiency.of(position) if live is None else live)


@pytest.mark.parametrize("score", SCORES)
def test_equities_are_those_of_gnubg(score: str, answers: dict[str, list[CubeAnswer]]) -> None:
    """For money to the rounding of what it prints; in matches our table is another."""
    near = 0.1 if "points" in score else 0.012
    for position, oracle in zip(POSITIONS, answers[score], strict=True):
        decision = _decided(SCORES[score], position, oracle, 0.0 if score in DEAD else None)
        if efficiency.of(position) < 0.6:
            continue  # Of the last rolls we think otherwise.
        assert decision.no_double == pytest.approx(oracle.no_double, abs=near), position
        assert decision.double_take == pytest.approx(oracle.double_take, abs=near), position


def test_it_beavers_where_gnubg_would(answers: dict[str, list[CubeAnswer]]) -> None:
    for oracle in answers["money"]:
        decision = decide(oracle.chances, Stake(beaver=True), efficiency.CONTACT)
        assert decision.beaver == ("beaver" in oracle.action), oracle


@pytest.mark.parametrize("score", SCORES)
def test_doubles_and_takes_are_those_of_gnubg(score: str, answers: dict[str, list[CubeAnswer]]) -> None:
    for position, oracle in zip(POSITIONS, answers[score], strict=True):
        decision = _decided(SCORES[score], position, oracle)
        if min(abs(oracle.no_double - min(1.0, oracle.double_take)), abs(oracle.double_take - 1)) < 0.03:
            continue  # Too close to ask for the same.
        assert decision.double == oracle.action.startswith(("Double", "Redouble")), (
            position,
            oracle,
            decision,
        )
        assert decision.take == (not oracle.action.split(" (")[0].endswith("pass")), (
            position,
            oracle,
            decision,
        )
