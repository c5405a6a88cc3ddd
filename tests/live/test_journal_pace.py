"""The time between two batches of the journal."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from tests.support.live.journals import Outcomes, rows
from zaria.live.journal.base import Mark
from zaria.live.journal.writer import LONGEST_PACE_S, Job, Writer, pace_after


def test_small_batches_follow_soon_and_large_ones_do_not() -> None:
    assert pace_after(1) == LONGEST_PACE_S / 8
    assert pace_after(4) == LONGEST_PACE_S / 2
    assert pace_after(8) == pace_after(512) == LONGEST_PACE_S


async def test_what_arrives_during_a_commit_is_one_batch() -> None:
    sizes: list[int] = []
    first_is_written, may_end = threading.Event(), threading.Event()

    def commit(batch: list[Job]) -> None:
        sizes.append(len(batch))
        first_is_written.set()
        may_end.wait()

    with ThreadPoolExecutor(1) as threads:
        writer, outcomes = Writer(threads, commit, lambda: None), Outcomes()
        writer.append("m", rows(1), Mark.NONE, outcomes.named("first"))
        await asyncio.to_thread(first_is_written.wait)
        for seq in range(2, 22):
            writer.append("m", rows(seq), Mark.NONE, outcomes.named(str(seq)))
        may_end.set()
        await outcomes.wait(21)
        await writer._finish()
    assert sizes == [1, 20]
    assert not any(outcomes.got.values())
