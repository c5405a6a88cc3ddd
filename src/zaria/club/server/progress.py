"""Messages of the set-up: none for quick steps, one line for each step that takes longer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 2.0
"""Seconds after which a step says what it is doing."""


@contextmanager
def step(task: str) -> Iterator[None]:
    """Print `task` if the block takes longer than `PATIENCE`."""
    timer = threading.Timer(PATIENCE, print, (f"{task} …",), {"flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
