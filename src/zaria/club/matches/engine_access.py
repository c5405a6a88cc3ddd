"""Access of visitors to the engine: rooms above say when a question about a game is not answered."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from django.http import HttpRequest

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.live.matches.board_keys import BoardKey, answer_boards


class Silence(NamedTuple):
    """The engine's silence towards a visitor about a game: about all of it, or about these boards."""

    whole_game: bool = False
    boards: frozenset[BoardKey] = frozenset()

    def covers(self, position: Position | BoardPosition) -> bool:
        """Return whether an answer about a position would judge one of the boards."""
        return self.whole_game or bool(self.boards and not self.boards.isdisjoint(answer_boards(position)))


Guard = Callable[[HttpRequest, str], Awaitable[Silence]]
"""Returns what the engine must not tell this visitor of a game now."""

_guards: list[Guard] = []


def add_guard(guard: Guard) -> None:
    """Ask `guard` before each question to the engine."""
    _guards.append(guard)


async def silence_for(request: HttpRequest, game: str) -> Silence:
    """Return what the engine does not tell the visitor of `game` now."""
    boards: frozenset[BoardKey] = frozenset()
    for guard in _guards:
        silence = await guard(request, game)
        if silence.whole_game:
            return silence
        boards |= silence.boards
    return Silence(boards=boards)
