"""Requests have the thread of an earlier one, but never that of another one in progress."""

import asyncio
import threading

from asgiref.sync import sync_to_async

from tests.support.patience import PATIENCE
from zaria.club.site.http.request_threads import MOST_IDLE, RequestThreads


async def _thread() -> int:
    return await sync_to_async(threading.get_ident)()


async def test_a_later_request_has_the_thread_of_an_earlier_one() -> None:
    threads, idents = RequestThreads(), set()
    for _ in range(3):
        async with threads.taken():
            idents |= {await _thread(), await _thread()}
    assert len(idents) == 1


async def test_requests_at_the_same_time_have_threads_of_their_own() -> None:
    threads, meeting = RequestThreads(), threading.Barrier(MOST_IDLE + 4)

    async def request() -> int:
        async with threads.taken():
            await sync_to_async(meeting.wait)(PATIENCE)
            return await _thread()

    for _ in range(2):
        used = await asyncio.gather(*(request() for _ in range(meeting.parties)))
        assert len(set(used)) == meeting.parties


async def test_a_request_does_not_wait_for_what_a_broken_off_one_still_does() -> None:
    threads, working, end = RequestThreads(), threading.Event(), threading.Event()

    def work() -> None:
        working.set()
        end.wait(PATIENCE)

    async def request() -> None:
        async with threads.taken():
            await sync_to_async(work)()

    broken_off = asyncio.create_task(request())
    await asyncio.to_thread(working.wait, PATIENCE)
    broken_off.cancel()
    await asyncio.gather(broken_off, return_exceptions=True)
    async with threads.taken():
        assert await _thread()
    assert not end.is_set()
    end.set()


async def test_a_task_that_outlasts_its_request_goes_on_in_another_thread() -> None:
    threads, over = RequestThreads(), asyncio.Event()

    async def work() -> int:
        await over.wait()
        return await _thread()

    async with threads.taken():
        task, ident = asyncio.create_task(work()), await _thread()
    over.set()
    assert await task != ident
    async with threads.taken():
        assert await _thread() == ident
