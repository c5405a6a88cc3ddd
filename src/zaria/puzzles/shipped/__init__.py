"""The puzzles that come with Zaria, a file for each game."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from zaria.games.registry import GAMES
from zaria.puzzles.puzzle import InvalidPuzzleError, Puzzle, decode, lines_of

FOLDER = Path(__file__).parent


class _Identified(msgspec.Struct):
    id: str


class Shipped:
    """The puzzles of one file; in memory are their identifiers and places alone."""

    def __init__(self, path: Path) -> None:
        """List the puzzles of a file, none if there is no such file; raises `InvalidPuzzleError`."""
        self._path = path
        self._places: dict[str, tuple[int, int]] = {}
        if not path.exists():
            return
        decoder = msgspec.json.Decoder(_Identified)
        for line in lines_of(path):
            try:
                self._places[decoder.decode(line.text).id] = line.begin, len(line.text)
            except msgspec.DecodeError as error:
                raise InvalidPuzzleError(f"{path.name}, line {line.number}: not a puzzle: {error}") from error

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, puzzle_id: str) -> bool:
        return puzzle_id in self._places

    def __iter__(self) -> Iterator[Puzzle]:
        for puzzle_id in self._places:
            yield self[puzzle_id]

    def __getitem__(self, puzzle_id: str) -> Puzzle:
        """Read a puzzle; raises `KeyError`."""
        begin, length = self._places[puzzle_id]
        with self._path.open("rb") as file:
            file.seek(begin)
            return decode(file.read(length))

    @property
    def ids(self) -> tuple[str, ...]:
        """The identifiers, in the order of the file."""
        return tuple(self._places)


@cache
def load(game: str) -> Shipped:
    """Return the shipped puzzles of a game, none where it has none; raises `KeyError` for an unknown game."""
    return Shipped(FOLDER / f"{GAMES[game].id}.jsonl")
