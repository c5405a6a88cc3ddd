"""No timer of a process walks through all matches, players or watchers: idle ones cost nothing."""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import zaria.live
from tests.support.live.cluster_club import ANN, Club, hosting, until
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.process import Process
from zaria.live.cluster.slicing import SLICE
from zaria.match import events as ev

BOB = ev.Player("bob", "Bob", "#777777")
LIVE = str(Path(zaria.live.__file__).parent)
BEATS = 11
"""More than five seconds: no job of a process has a longer period."""
NO_SLICES = ClusterLimits(sweep=1_000_000, compare=1_000_000)


class Steps:
    """Counts the lines that live play executes while entered, by function: each round of a loop counts."""

    def __init__(self) -> None:
        self.lines: Counter[str] = Counter()

    def __enter__(self) -> "Steps":
        sys.settrace(self._on_call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _on_call(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(LIVE):
            return None
        self.lines[f"{Path(code.co_filename).stem}.{code.co_qualname}"] += 1
        return self._on_line

    def _on_line(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        self.lines[f"{Path(code.co_filename).stem}.{code.co_qualname}"] += event == "line"
        return self._on_line


async def idle_matches(club: Club, web: Process, host: Process, count: int) -> None:
    """So many more matches that are watched and have a player, and in which nothing happens."""
    total = len(hosting(host)) + count
    match_ids = await asyncio.gather(*(club.open(web, (ANN, BOB), host) for _ in range(count)))
    for match_id in match_ids:
        web.match_service.use(match_id, lambda live_match: None)
        web.node.bus.subscribe(match_id, lambda message: None)
        web.match_service.here(match_id, "ann", web.node.id, "here")
    await until(lambda: len(hosting(host)) == total)


async def settled(processes: list[Process]) -> None:
    """All have done what follows a change of hosts."""
    for process in processes:
        if process._ownership is not None:
            process._ownership._unsure_until = 0.0
    await asyncio.sleep(0)
    copies = [process.match_service._copies for process in processes]
    await until(lambda: all(copy.task is None for read in copies for copy in read._copies.values()))
    await until(lambda: all(process._ownership._swept_at for process in processes if process._ownership))


async def steps_of_beats(process: Process, beats: int) -> Counter[str]:
    """The lines that all processes of this event loop execute during so many beats of one."""
    counted: asyncio.Queue[None] = asyncio.Queue()
    process.node.on_beat.append(lambda: counted.put_nowait(None))
    for _ in range(4):  # until the events of the last moment have been announced
        await counted.get()
    with Steps() as steps:
        for _ in range(beats):
            await counted.get()
    return steps.lines


@pytest.mark.parametrize("limits", [NO_SLICES, pytest.param(ClusterLimits(), marks=pytest.mark.slow)])
async def test_a_thousand_idle_matches_cost_no_more_steps_than_ten(club: Club, limits: ClusterLimits) -> None:
    """With slices: as many more as the slices have, however many matches there are."""
    club.limits = limits
    host, web = await club.add("host", "web")
    await idle_matches(club, web, host, 10)
    await settled([host, web])
    few = await steps_of_beats(web, BEATS)
    await idle_matches(club, web, host, 990)
    await settled([host, web])
    many = await steps_of_beats(web, BEATS)
    spare = SLICE if limits is NO_SLICES else 4 * BEATS * SLICE
    grown = {name: (few[name], many[name]) for name in many if many[name] > 2 * few[name] + spare}
    assert not grown
