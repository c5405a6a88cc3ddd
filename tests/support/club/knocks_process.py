"""The worker of knocks in a process of its own: `python -m tests.support.club.knocks_process`.

It reads the journal of the data directory. DIES_AT names the point at which it is killed ("": it works until
somebody ends it).
"""

import asyncio
import os

import django

from tests.support.club.dying_server import die_after
from zaria.club.site import data_directory
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.journal.factory import FILE


async def work() -> None:
    """For ever, with hardly a pause."""
    from zaria.club.waiting.worker import KnockWorker

    live = await Live.start(LiveConfig(path=data_directory.directory() / FILE))
    KnockWorker(live, lambda: True, every_s=0.02).start()
    await asyncio.Event().wait()


def prepare() -> None:
    """Set the point of death."""
    from zaria.club.waiting import knocks

    points = {
        "read": (knocks, "read_mark"),  # nothing is written yet
        "noted": (knocks, "notify"),  # within the transaction, before the mark
        "stored": (knocks, "knock"),  # the notices are there; the worker has not heard of it
    }
    if point := os.environ.get("DIES_AT"):
        die_after(*points[point])


if __name__ == "__main__":
    django.setup()
    prepare()
    asyncio.run(work())
