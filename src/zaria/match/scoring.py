"""Points, the score of the match and the Crawford game."""

from zaria.games.protocols import Outcome
from zaria.match.cube import at_stake
from zaria.match.match import Match
from zaria.match.terms import SESSION

TIME_POINTS = 3
"""The most that a loss on time costs, before the cube, and never more than the dearest possible win.

Only a single game may cost more (`DiceRules.time_points`).
"""

SESSION_GAMES = 64
"""A money session ends with so many games at the latest: its record must stay one that can be read."""

STUCK_ROLLS = 100
"""After so many rolls in a row that moved no checker the game is void."""


def for_points(match: Match) -> bool:
    """Return whether it is played for points, each game for itself, and not to win a match.

    So are our own single game and a money session. In files of other programs, which have no seal, 1 is a
    match to one point, in which every win is as good as another.
    """
    return match.terms.length == SESSION or (match.terms.length == 1 and bool(match.seal))


def added(score: tuple[int, int], winner: int | None, points: int) -> tuple[int, int]:
    """`score` after a game of `points` for `winner` (None: a draw, for both)."""
    if winner is None:
        return score[0] + points, score[1] + points
    return (score[0] + points, score[1]) if winner == 0 else (score[0], score[1] + points)


def points_needed(score: tuple[int, int], side: int, length: int) -> int:
    """The points with which `side` wins a match of this length; after draws it must lead as well."""
    return max(length, score[1 - side] + 1) - score[side]


def leader(score: tuple[int, int]) -> int | None:
    """The side with more points; None where both have as many."""
    return None if score[0] == score[1] else int(score[1] > score[0])


def champion(match: Match, score: tuple[int, int]) -> int | None:
    """The side that has reached the length of the match and leads: after draws both may have reached it.

    A money session has no length to reach.
    """
    if match.terms.length == SESSION:
        return None
    for side in (0, 1):
        if points_needed(score, side, match.terms.length) <= 0:
            return side
    return None


def is_crawford(match: Match, score: tuple[int, int]) -> bool:
    """Return whether the next game is the Crawford game: the first in which a side needs one point only."""
    terms = match.terms
    if not (terms.cube and terms.crawford and terms.length > 1) or match.crawford_done:
        return False
    return max(score) == terms.length - 1


def classes(match: Match) -> tuple[tuple[int, str], ...]:
    """The wins that this game can end with now, before the cube: points and kind, the least first.

    By the Jacoby rule a win counts one point until a player has turned the cube.
    """
    every = match.position.game.classes
    return every[:1] if match.terms.jacoby and match.cube.owner is None else every


def forfeit(match: Match) -> int:
    """The cost of a game, cube included, for a player who is out of time or absent."""
    single = match.terms.length == 1
    if single and match.version > 1 and match.dice_position().game.time_points:
        return match.dice_position().game.time_points * at_stake(match)
    return min(TIME_POINTS, classes(match)[-1][0]) * at_stake(match)


def counted(match: Match, outcome: Outcome) -> tuple[int, str]:
    """The points of a game with this outcome, cube included, and the name of its class.

    A draw brings a point whatever the cube shows.
    """
    if outcome.winner is None:
        return outcome.points, outcome.kind
    possible = classes(match)
    best, kind = possible[-1]
    points, kind = (outcome.points, outcome.kind) if outcome.points <= best else (best, kind)
    return points * match.cube.value, kind
