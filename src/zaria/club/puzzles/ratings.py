"""Ratings of solvers and puzzles: where they begin, and what an answer makes of both. Pure."""

from typing import NamedTuple

from zaria.club.ratings.glicko import GlickoRating, rated_after

BEGINNER = GlickoRating(1300.0, 350.0, 0.09)
"""The rating of a solver without a rated answer: puzzles begin at 1000 to 2200."""

PUZZLE_DEVIATION = 150.0
"""The deviation of a puzzle that was shipped: its rating follows from forty tries of programs."""

SURE = 110.0
"""Solvers with a deviation above this do not move puzzles."""

SOLVED_BY_THEME, MISSED_BY_THEME = 0.3, 0.7
"""The weight of an answer whose theme the solver has chosen, which gives much of the idea away."""


class RatedAnswer(NamedTuple):
    """The ratings after an answer."""

    solver: GlickoRating
    puzzle: GlickoRating


def shipped_rating(rating: int) -> GlickoRating:
    """Return the rating of a puzzle that nobody has answered."""
    return GlickoRating(float(rating), PUZZLE_DEVIATION, BEGINNER.volatility)


def answer_weight(score: float, *, is_theme_known: bool) -> float:
    """Return the weight of an answer: all of it, or by its score between the two of a known theme."""
    if not is_theme_known:
        return 1.0
    return MISSED_BY_THEME + score * (SOLVED_BY_THEME - MISSED_BY_THEME)


def rate_answer(solver: GlickoRating, puzzle: GlickoRating, score: float, weight: float) -> RatedAnswer:
    """Return both ratings after an answer with this score and weight, 0 to 1."""
    puzzle_after = puzzle
    if solver.deviation <= SURE:
        puzzle_after = rated_after(puzzle, solver, 1 - score, weight=weight)
    return RatedAnswer(rated_after(solver, puzzle, score, weight=weight), puzzle_after)
