"""A projector in a process of its own, to be killed: `python -m tests.support.club.projector_process`."""

import asyncio

import django

from zaria.club.site import data_directory


async def write() -> None:
    """For ever, in small batches."""
    from zaria.club.matches.results import projector
    from zaria.live.bus import MemoryBus
    from zaria.live.journal import factory

    projector.BATCH = 5
    journal = await factory.connect(None, data_directory.directory())
    writer = projector.Scribe(journal, MemoryBus(), lambda: True, lambda player, ratings: None)
    writer.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    django.setup()
    asyncio.run(write())
