"""The search for puzzles in one game that is played, or in one match."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from zaria import games
from zaria.bots import squares, tables
from zaria.games.registry import BOARD_GAMES, GAMES
from zaria.match import events as ev
from zaria.puzzles.puzzle import Puzzle
from zaria.puzzles.selection import puzzles_among
from zaria.puzzles.squares import games as square_games
from zaria.puzzles.squares.finder import MoveFinder
from zaria.puzzles.tables import games as table_games
from zaria.puzzles.tables.cube import CubeFinder, situation_of
from zaria.puzzles.tables.finder import TurnFinder

PAIRS: tuple[tuple[int, int], ...] = ((1, 3), (2, 4), (3, 5), (4, 1), (5, 2), (2, 3), (3, 4), (1, 2))
"""The levels of self-play with dice; uneven sides reach positions that equals do not."""
PAIRS_ON_SQUARES: tuple[tuple[float, float], ...] = (
    (1, 2),
    (1, 3),
    (1.5, 2.5),
    (2, 3.5),
    (1, 2.5),
    (2.5, 4),
    (1.5, 3),
    (2, 3),
)
"""The same on squares, where strong sides leave hardly anything to find."""
CUBE_EVERY = 3
"""Of so many games of self-play one is looked at for decisions about the cube, where that is usual."""


def search_self_play(game: str, seed: int, counts: Counter[str]) -> Iterator[Puzzle | None]:
    """Play one game between two levels; yield its puzzles, and None for each other decision."""
    if game in BOARD_GAMES:
        board = games.board_game(game)
        pair = PAIRS_ON_SQUARES[seed % len(PAIRS_ON_SQUARES)]
        finder = MoveFinder(squares.engine_for(board), counts)
        return puzzles_among(square_games.self_play(board, pair, seed), finder.puzzle, seed)
    rules = games.dice_game(game)
    rolls = table_games.self_play(rules, PAIRS[seed % len(PAIRS)], seed)
    engine = tables.engine_for(rules)
    if GAMES[game].usual_match.cube and seed % CUBE_EVERY == 0:
        situations = (situation_of(rolled, seed) for rolled in rolls)
        return puzzles_among(situations, CubeFinder(engine, counts).puzzle, seed)
    return puzzles_among(rolls, TurnFinder(engine, counts).puzzle, seed)


def search_match(events: Sequence[ev.Event], counts: Counter[str]) -> Iterator[Puzzle | None]:
    """Look at the turns of a match; raises `InvalidRecordError` for events that cannot follow one another."""
    opened = events[0]
    if not isinstance(opened, ev.Opened) or opened.terms.game not in GAMES:
        return iter(())
    name, seed = opened.terms.game, len(events)
    if name in BOARD_GAMES:
        board = games.board_game(name)
        finder = MoveFinder(squares.engine_for(board), counts)
        return puzzles_among(square_games.of_match(board, events), finder.puzzle, seed)
    rules = games.dice_game(name)
    turn_finder = TurnFinder(tables.engine_for(rules), counts)
    return puzzles_among(table_games.of_match(rules, events), turn_finder.puzzle, seed)


def until(
    deadline: float, steps: Iterator[Puzzle | None], is_stopped: Callable[[], bool]
) -> Iterator[Puzzle]:
    """Yield the puzzles that are found before the time (`time.monotonic`), or until the search is stopped."""
    for puzzle in steps:
        if puzzle is not None:
            yield puzzle
        if time.monotonic() >= deadline or is_stopped():
            return
