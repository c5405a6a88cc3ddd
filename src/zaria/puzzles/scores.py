"""The score of an answer by what it loses, and the word for it."""

from typing import Literal

Verdict = Literal["solved", "nearly", "missed"]

SOLVED, NOTHING = 0.02, 0.16
"""With dice: a loss up to the first scores 1, from the second on 0 (points)."""
SOLVED_ON_SQUARES, NOTHING_ON_SQUARES = 0.05, 0.30
"""The same on squares (chance to win)."""


def score(loss: float, *, board: bool = False) -> float:
    """Return the score, 0 to 1, of an answer that loses so much; `board` is for games on squares."""
    solved, nothing = (SOLVED_ON_SQUARES, NOTHING_ON_SQUARES) if board else (SOLVED, NOTHING)
    return 1.0 if loss <= solved else max(0.0, 1.0 - loss / nothing)


def verdict(score: float) -> Verdict:
    """Return the word for a score."""
    if score >= 1.0:
        return "solved"
    return "nearly" if score > 0.0 else "missed"
