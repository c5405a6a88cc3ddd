"""Puzzles from matches of this club. A process reads new puzzles once a minute."""

import time
from collections import defaultdict
from collections.abc import Sequence
from threading import Lock

from zaria.club.puzzles.models import ClubPuzzle
from zaria.puzzles import shipped
from zaria.puzzles.puzzle import Puzzle, decode, encode

EVERY_S = 60.0
"""Seconds after which a process looks for puzzles that another one has stored."""


class _Read:
    """The puzzles that this process has read, by game, and the number of the last row."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.clear()

    def clear(self) -> None:
        """Forget them."""
        self.puzzles: defaultdict[str, list[Puzzle]] = defaultdict(list)
        self.last = 0
        self.at = float("-inf")

    def renew(self) -> None:
        """Read what has come since the last row."""
        if time.monotonic() - self.at < EVERY_S:
            return
        with self.lock:
            self.at = time.monotonic()
            for row in ClubPuzzle.objects.filter(pk__gt=self.last).order_by("pk"):
                self.puzzles[row.game].append(decode(row.body))
                self.last = row.pk


_read = _Read()


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game that were found here, the oldest first."""
    _read.renew()
    return _read.puzzles.get(game, ())


def find(puzzle_id: str) -> Puzzle | None:
    """Return a puzzle that was found here, None if there is no such puzzle."""
    row = ClubPuzzle.objects.filter(puzzle=puzzle_id).first()
    return None if row is None else decode(row.body)


def store(puzzle: Puzzle) -> bool:
    """Store a puzzle and return True, or False if the club has it already."""
    if puzzle.id in shipped.load(puzzle.game):
        return False
    defaults = {"game": puzzle.game, "body": encode(puzzle).decode()}
    return ClubPuzzle.objects.get_or_create(puzzle=puzzle.id, defaults=defaults)[1]


def forget() -> None:
    """Have this process read everything anew."""
    _read.clear()
