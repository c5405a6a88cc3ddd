"""A run of three minutes: as many puzzles as one can, each a little harder, unrated.

A run has no row: a signed token goes with its pages. It is a game of members with themselves, so who sends an
older token again only fools themselves.
"""

import random
from collections.abc import Mapping
from typing import NamedTuple

from django.core import signing

from zaria.club.puzzles.catalogue import PuzzleEntry, entries

LENGTH_MS = 180_000
FIRST_RATING, STEP = 900, 60
"""The rating at which a run begins, and by how much each puzzle is above the one before."""

NEAREST = 5
_SALT = "zaria.puzzles.run"


class Run(NamedTuple):
    """A run: when it began (ms), the puzzles solved and missed, and the one that is asked."""

    began: int
    solved: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    puzzle: str = ""

    def left_ms(self, now: int) -> int:
        """Return the time that is left at `now` (ms)."""
        return max(0, self.began + LENGTH_MS - now)

    def answered(self, *, is_solved: bool) -> "Run":
        """Return the run after an answer to the puzzle that is asked."""
        if is_solved:
            return self._replace(solved=(*self.solved, self.puzzle), puzzle="")
        return self._replace(missed=(*self.missed, self.puzzle), puzzle="")


def choose(
    run: Run, games: tuple[str, ...], hidden: set[str], present: Mapping[str, float], rng: random.Random
) -> PuzzleEntry | None:
    """Return the next puzzle of a run; None if it has had all of these games."""
    seen = {*run.solved, *run.missed, *hidden}
    wished = FIRST_RATING + STEP * (len(run.solved) + len(run.missed))
    candidates = [entry for game in games for entry in entries(game) if entry.id not in seen]
    candidates.sort(key=lambda entry: abs(present.get(entry.id, entry.rating) - wished))
    return rng.choice(candidates[:NEAREST]) if candidates else None


def token_of(run: Run) -> str:
    """Return the token of a run."""
    return signing.dumps(list(run), salt=_SALT, compress=True)


def run_of(token: str) -> Run | None:
    """Return the run of a token; None for any other text."""
    try:
        began, solved, missed, puzzle = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Run(began, tuple(solved), tuple(missed), puzzle)
