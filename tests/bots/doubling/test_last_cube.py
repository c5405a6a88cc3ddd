"""Two points to go for both: the cube in the middle may be turned once, and that game decides the match.

gnubg takes such a cube for dead. Games are played out here in which nobody doubles now and both may later.
"""

from random import Random

import pytest

from tests.support.by_day import by_day
from zaria import games
from zaria.bots.doubling import Stake, decide, efficiency
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import engine_for
from zaria.games.protocols import Position

pytestmark = pytest.mark.proof

GAME = games.dice_game("backgammon")
ENGINE = engine_for(GAME)
STAKE = Stake(away=(2, 2))
AHEAD = STAKE.equity_of(1)
"""The chance to win the match after a single game, which a drop costs too."""
LATER = 0.5
"""The efficiency by which both decide whether to double later; 0.3 and 0.6 come to the same."""
POSITIONS = (
    "X=20:2,13:2,8:2,6:4,5:3,3:2;O=21:2,13:3,8:3,6:4,4:3",
    "X=20:2,13:1,9:1,8:2,7:2,6:2,5:3,4:2;O=24:1,13:2,8:2,6:4,4:3,3:3",
    CONTACT := "X=17:2,13:3,9:1,8:2,6:3,5:2,4:2;O=23:1,22:2,13:4,6:2,4:2,2:2,1:2",
    RACE := "X=9:2,8:2,7:3,6:3,5:3,4:2;O=13:2,9:3,8:3,6:4,5:3",
)


def unturned(chances: OutcomeProbabilities) -> float:
    """The chance to win the match if the cube stays where it is."""
    single, lost = chances.win - chances.win2, chances.lose - chances.lose2
    return single * AHEAD + chances.win2 + lost * (1 - AHEAD)


def doubled(chances: OutcomeProbabilities) -> float:
    """The same if it is turned now: taken it decides the match, dropped it costs a point."""
    return min(chances.win, AHEAD)


def played(start: Position, random: Random) -> float:
    """The chance to win the match for the side on roll, who does not double, by one game."""
    position = start
    while True:
        due = position.rolled((random.randint(1, 6), random.randint(1, 6)))
        best = ENGINE.ranked(due, most=1, equity_of=unturned)[0]
        position = due.play(best.turn)
        ended = position.outcome()
        if ended is not None:
            equity = 1.0 if ended.points > 1 else AHEAD
            return equity if ended.winner == start.turn else 1 - equity
        chances = best.chances.flipped()
        if decide(chances, STAKE, LATER).double:
            return doubled(chances) if position.turn == start.turn else 1 - doubled(chances)


@pytest.mark.parametrize("text", by_day((CONTACT, RACE), POSITIONS))
def test_a_cube_that_is_turned_once_is_as_live_as_others(text: str) -> None:
    position, random, many = GAME.parse(text), Random(1), 200
    ends = [played(position, random) for _ in range(many)]
    mean = sum(ends) / many
    error = (sum((end - mean) ** 2 for end in ends) / many / (many - 1)) ** 0.5
    chances = ENGINE.evaluate(position, 1)
    fitted = decide(chances, STAKE, efficiency.of(position)).no_double
    dead = STAKE.scaled(unturned(chances))
    equity, unsure = STAKE.scaled(mean), STAKE.scaled(mean + error) - STAKE.scaled(mean)
    assert abs(fitted - equity) < abs(dead - equity) / 2
    assert abs(fitted - equity) < 0.1 + 2 * unsure
