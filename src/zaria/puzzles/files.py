"""Files of puzzles that a search appends to, and that stay readable however it is stopped."""

import os
from pathlib import Path

from zaria.puzzles.puzzle import Puzzle, encode, read_file


class PuzzleFile:
    """A file of puzzles of one game. Each is written at once, as a whole line."""

    def __init__(self, path: Path) -> None:
        """Read what is there, and cut off a line that was not finished.

        Raises `InvalidPuzzleError`, and `OSError` if the file cannot be read or written.
        """
        self.path = path
        self.ids: set[str] = set()
        self.greatest_seed = -1
        if path.exists():
            _cut_unfinished_line(path)
            for puzzle in read_file(path):
                self.ids.add(puzzle.id)
                self.greatest_seed = max(self.greatest_seed, puzzle.source.seed)

    def append(self, puzzle: Puzzle) -> bool:
        """Write a puzzle and return True, or False if the file has it already."""
        if puzzle.id in self.ids:
            return False
        with self.path.open("ab") as file:
            file.write(encode(puzzle) + b"\n")
        self.ids.add(puzzle.id)
        return True


def _cut_unfinished_line(path: Path) -> None:
    with path.open("rb+") as file:
        content = file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            file.truncate(whole)
            file.flush()
            os.fsync(file.fileno())
