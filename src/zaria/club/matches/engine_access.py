"""Access of visitors to the engine: rooms above say when a question about a game is not answered."""

from collections.abc import Awaitable, Callable

from django.http import HttpRequest

Guard = Callable[[HttpRequest, str], Awaitable[bool]]
"""Returns whether the engine must not answer this visitor about a game now."""

_guards: list[Guard] = []


def add_guard(guard: Guard) -> None:
    """Ask `guard` before each question to the engine."""
    _guards.append(guard)


async def may_ask(request: HttpRequest, game: str) -> bool:
    """Return whether the engine may answer the visitor about `game` now."""
    for guard in _guards:
        if await guard(request, game):
            return False
    return True
