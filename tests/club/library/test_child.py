"""Files are read by a process of their own, which may be killed at any moment and fells nobody else."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from tests.support.club.site_database import site
from tests.support.finished_matches import played
from tests.support.patience import PATIENCE
from zaria.club.library import actions, child_worker
from zaria.club.library.actions import ImportTerms, SentFile
from zaria.club.library.child_supervisor import MOST_CRASHES, LibrarySupervisor
from zaria.club.library.models import FileImport, ImportedMatch, ImportFile, StoredPosition
from zaria.club.site.child_process import supervisor as child_supervisor
from zaria.club.site.child_process.child import NICE
from zaria.club.site.child_process.supervisor import Ending
from zaria.records import convert

TERMS = ImportTerms("tabla")
SGF = convert.write(played("tabla-single"), "sgf")
MATCHES = 12


@pytest.fixture(autouse=True)
def club(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A club whose supervisors look often."""
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    monkeypatch.setattr(child_supervisor, "EVERY_S", 0.1)
    monkeypatch.setattr(child_supervisor, "PAUSE_S", 0.01)
    with site(None, tmp_path):
        yield


@asynccontextmanager
async def working(is_responsible: Callable[[], bool] = lambda: True) -> AsyncIterator[LibrarySupervisor]:
    """Run a supervisor."""
    supervisor = LibrarySupervisor(is_responsible)
    supervisor.start()
    try:
        yield supervisor
    finally:
        await supervisor.close()


def copies(first: int, count: int) -> bytes:
    """A file of so many matches of different players."""
    return b"\n".join(SGF.replace(b"PB[", b"PB[%d " % number) for number in range(first, first + count))


def send(*bodies: bytes) -> FileImport:
    """Let files wait."""
    target = actions.create_collection(None, "Old matches", "public")
    files = [SentFile(f"{number}.sgf", body) for number, body in enumerate(bodies)]
    return actions.send_files(target, files, TERMS)


async def until(is_reached: Callable[[], bool]) -> None:
    """Ask the database until it says so: the process tells nobody else."""
    async with asyncio.timeout(PATIENCE):
        while not await sync_to_async(is_reached)():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def is_read() -> bool:
    return not FileImport.objects.filter(is_open=True).exists()


def address_space(pid: int) -> str:
    """The limit of the memory of a process."""
    lines = Path(f"/proc/{pid}/limits").read_text(encoding="ascii").splitlines()
    return next(line for line in lines if line.startswith("Max address space")).split()[3]


async def test_a_killed_process_is_followed_and_nothing_is_lost_or_stored_twice() -> None:
    await sync_to_async(send)(copies(0, MATCHES), copies(MATCHES, MATCHES))
    async with working() as boss:
        await until(lambda: ImportedMatch.objects.count() >= 3)
        child = boss._child
        assert child is not None
        assert address_space(child.pid) == str(child_worker.MOST_MEMORY)
        least, niceness = 19, os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(least, niceness + NICE)
        os.kill(child.pid, signal.SIGKILL)
        await until(is_read)
        (metric,) = boss.collect()
        assert [sample.value for sample in metric.samples] == [1]
    files = await sync_to_async(lambda: list(ImportFile.objects.order_by("id")))()
    assert [(file.stored, file.repeated, file.refused, file.state) for file in files] == [
        (MATCHES, 0, 0, ImportFile.DONE)
    ] * 2
    positions = await sync_to_async(StoredPosition.objects.count)()
    assert positions > 0
    assert positions % (2 * MATCHES) == 0, "each match has all its positions, once"


async def test_the_process_ends_with_its_supervisor_and_the_next_one_goes_on() -> None:
    await sync_to_async(send)(copies(0, MATCHES))
    async with working() as boss:
        await until(lambda: ImportedMatch.objects.exists())
        child = boss._child
        assert child is not None
    assert child.returncode == 0
    stored = await sync_to_async(ImportedMatch.objects.count)()
    assert 0 < stored < MATCHES
    async with working():
        await until(is_read)
    assert await sync_to_async(ImportedMatch.objects.count)() == MATCHES


async def test_only_the_process_that_records_results_reads() -> None:
    is_responsible = True
    await sync_to_async(send)(copies(0, MATCHES))
    async with working(lambda: is_responsible) as boss:
        await until(lambda: ImportedMatch.objects.exists())
        child = boss._child
        assert child is not None
        is_responsible = False
        async with asyncio.timeout(PATIENCE):
            await child.wait()
        stored = await sync_to_async(ImportedMatch.objects.count)()
        async with working(lambda: False) as idle:
            await asyncio.sleep(5 * child_supervisor.EVERY_S)
            assert idle._child is None
    assert await sync_to_async(ImportedMatch.objects.count)() == stored < MATCHES


@pytest.mark.parametrize(("ending", "times"), [(Ending.CRASHED, MOST_CRASHES), (Ending.LATE, 1)])
def test_a_match_that_fells_the_process_is_given_up_with_its_file(ending: Ending, times: int) -> None:
    row = send(copies(0, 1), copies(1, 1))
    bad, good = row.files.order_by("id")
    boss = LibrarySupervisor(lambda: True)
    boss.read_line(f"{good.pk} 1")
    boss.follow_end(Ending.CRASHED)
    for time in range(times):
        bad.refresh_from_db()
        assert bad.state == ImportFile.WAITING, f"after {time} crashes"
        boss.read_line(f"{bad.pk} 1")
        boss.follow_end(ending)
    bad.refresh_from_db()
    assert (bad.state, bad.refused, bad.body, bad.notes[0]["code"]) == (ImportFile.DONE, 1, None, "failed")
    good.refresh_from_db()
    assert good.state == ImportFile.WAITING
    boss.read_line(child_worker.NOTHING)
    boss.follow_end(Ending.LATE)  # in the middle of bitmaps
    asyncio.run(boss.close())
