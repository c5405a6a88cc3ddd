"""Decisions of games on squares: from self-play between two levels, and from matches."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zaria.bots.levels import ON_SQUARES
from zaria.bots.player import ThinkRequest
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.puzzles.puzzle import PuzzleSource
from zaria.records.history import followed

BEGINNING = 8
"""Moves of both sides at the beginning of a game that are passed over."""
LONGEST = 200
"""Moves of both sides in a game; a longer one ends."""


class PlayedPosition(NamedTuple):
    """A position with a choice of moves, without what was played before it."""

    position: BoardPosition
    source: PuzzleSource


def self_play(game: BoardGame, levels: tuple[float, float], seed: int) -> Iterator[PlayedPosition]:
    """Play a game between two levels, and yield each position in which there is a choice."""
    first = random.Random(seed).randrange(2)
    source = PuzzleSource(kind="self-play", levels=levels, seed=seed)
    position = game.start()
    for ply in range(LONGEST):
        if position.outcome() is not None:
            return
        if ply >= BEGINNING and len(position.legal_moves()) > 1:
            yield PlayedPosition(without_past(game, position), source)
        request = ThinkRequest(seed=seed * LONGEST + ply + 1)
        position = position.move(
            ON_SQUARES[levels[(position.turn + first) % 2]].think(position, request).choice
        )


def of_match(game: BoardGame, events: Sequence[ev.Event]) -> Iterator[PlayedPosition]:
    """Yield the positions of a match in which there was a choice; raises `InvalidRecordError`."""
    before: Match | None = None
    for number, (event, match) in enumerate(followed(events)):
        if isinstance(event, ev.Moved) and before is not None and before.board_position().game == game:
            position = before.board_position()
            if len(position.legal_moves()) > 1:
                source = PuzzleSource(kind="match", match=match.id, event=number)
                yield PlayedPosition(without_past(game, position), source)
        before = match


def without_past(game: BoardGame, position: BoardPosition) -> BoardPosition:
    """Return the position as its text gives it."""
    return game.parse(position.to_text())
