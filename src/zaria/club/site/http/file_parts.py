"""Files that are read while the browser takes them: none is in memory as a whole."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async


async def read_parts(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the parts of a file, each read in a thread when the browser has taken those before."""
    while (part := await sync_to_async(_next)(parts)) is not None:
        yield part


def _next(parts: Iterator[bytes]) -> bytes | None:
    return next(parts, None)
