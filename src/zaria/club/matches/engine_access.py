"""Access of visitors to the engine: rooms above say when a question about a game is not answered."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest

from zaria.live.matches.board_keys import BoardKey

Guard = Callable[[HttpRequest, str, BoardKey], Awaitable[bool]]
"""Returns whether the engine must not answer this visitor about a game and a board now."""

_guards: list[Guard] = []


def add_guard(guard: Guard) -> None:
    """Ask `guard` before each question to the engine."""
    _guards.append(guard)


async def may_ask(request: HttpRequest, game: str, board: BoardKey) -> bool:
    """Return whether the engine may answer the visitor about a board of `game` now."""
    for guard in _guards:
        if await guard(request, game, board):
            return False
    return True
