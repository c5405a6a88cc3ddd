"""The puzzles of the club, those that come with Zaria or were found here, for a choice among them."""

from functools import cache
from typing import NamedTuple

from zaria import games
from zaria.club.puzzles import club_puzzles
from zaria.puzzles import shipped
from zaria.puzzles.puzzle import Puzzle, Question
from zaria.puzzles.validation import GAMES

TABLES, SQUARES = "tables", "squares"
"""The lists of the club's puzzles of the day: of games with dice, and of games on squares."""


class PuzzleEntry(NamedTuple):
    """A puzzle as the choice among puzzles knows it; `rating` is its first one."""

    id: str
    game: str
    question: Question
    rating: int
    themes: tuple[str, ...]


def find(puzzle_id: str) -> Puzzle | None:
    """Return a puzzle by its id, None if there is no such puzzle."""
    for game in GAMES:
        if puzzle_id in shipped.load(game):
            return shipped.load(game)[puzzle_id]
    return club_puzzles.find(puzzle_id)


def entries(game: str) -> tuple[PuzzleEntry, ...]:
    """Return the puzzles of a game: those of its file, then those that were found here."""
    return (*shipped_entries(game), *map(_entry, club_puzzles.puzzles_of(game)))


@cache
def shipped_entries(game: str) -> tuple[PuzzleEntry, ...]:
    """Return the puzzles of the file of a game, in its order."""
    return tuple(map(_entry, shipped.load(game)))


def _entry(puzzle: Puzzle) -> PuzzleEntry:
    return PuzzleEntry(puzzle.id, puzzle.game, puzzle.question, puzzle.rating, puzzle.themes)


def games_with_puzzles() -> tuple[str, ...]:
    """Return the games that have puzzles, in the order of the catalogue of games."""
    return tuple(game for game in GAMES if len(shipped.load(game)) or club_puzzles.puzzles_of(game))


def games_of(list_name: str) -> tuple[str, ...]:
    """Return the games of a list of puzzles of the day: a game's, `TABLES` or `SQUARES`."""
    if list_name in (TABLES, SQUARES):
        return tuple(
            game for game in games_with_puzzles() if games.get(game).is_board == (list_name == SQUARES)
        )
    return (list_name,) if list_name in games_with_puzzles() else ()


def themes_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the themes that puzzles of these games have, the most frequent first."""
    counts: dict[str, int] = {}
    for name in names:
        for entry in entries(name):
            for theme in entry.themes:
                counts[theme] = counts.get(theme, 0) + 1
    return tuple(sorted(counts, key=lambda theme: (-counts[theme], theme)))
