"""A projector in a process of its own, to be killed: `python -m tests.support.club.projector_process`."""

import asyncio
from typing import Any

import django

from zaria.club.site import data_directory


async def write() -> None:
    """For ever, in small batches."""
    from zaria.club.matches.results.projector import Pace, Projector
    from zaria.club.matches.results.signals import matches_recorded
    from zaria.live.bus import MemoryBus
    from zaria.live.journal import factory

    matches_recorded.connect(_note)
    journal = await factory.connect(None, data_directory.directory())
    writer = Projector(journal, MemoryBus(), lambda: True, pace=Pace(batch=5))
    writer.start()
    await asyncio.Event().wait()


def _note(results: Any, **_kwargs: Any) -> None:
    """Write each announced match into a table that would take it twice."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO announced VALUES (%s)", [(match.pk,) for match, _ in results])


if __name__ == "__main__":
    django.setup()
    asyncio.run(write())
