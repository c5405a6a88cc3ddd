"""Points, the score of the match and the Crawford game."""

from zaria.match.match import Match

TIME_POINTS = 3
"""What a loss on time costs, before the cube (anafeds rules, single game; kept in matches)."""

STUCK_ROLLS = 100
"""After so many rolls in a row that moved no checker the game is void."""


def added(score: tuple[int, int], winner: int | None, points: int) -> tuple[int, int]:
    """`score` after a game of `points` for `winner` (None: a void game)."""
    if winner is None:
        return score
    return (score[0] + points, score[1]) if winner == 0 else (score[0], score[1] + points)


def champion(match: Match, score: tuple[int, int]) -> int | None:
    """The side that has reached the length of the match."""
    for side in (0, 1):
        if score[side] >= match.terms.length:
            return side
    return None


def is_crawford(match: Match, score: tuple[int, int]) -> bool:
    """Whether the next game is the Crawford game: the first in which a side needs one point only."""
    terms = match.terms
    if not (terms.cube and terms.crawford and terms.length > 1) or match.crawford_done:
        return False
    return max(score) == terms.length - 1


def most_points(match: Match) -> int:
    """The highest class of a win in this game: 3, or 4 where home mars counts so."""
    options = match.position.game.options
    return options.home_mars if options.scoring == "nardy" else 3


def kind(match: Match, points: int) -> str:
    """The name of a win of so many points, before the cube."""
    if points < 3:
        return "single" if points == 1 else "mars"
    return "home_mars" if match.position.game.options.scoring == "nardy" else "koks"
