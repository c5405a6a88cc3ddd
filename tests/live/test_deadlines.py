"""One timer for all deadlines."""

import asyncio

import pytest

from tests.support.patience import PATIENCE
from zaria.live.clock import steady
from zaria.live.matches.deadlines import FEW, Deadlines


class Bell:
    """Deadlines on a real clock, and what rang."""

    def __init__(self) -> None:
        self.now = steady()
        self.rang: list[str] = []
        self._waiting: dict[str, asyncio.Event] = {}
        self.deadlines = Deadlines(self.now, self._fire)

    def _fire(self, key: str) -> None:
        self.rang.append(key)
        self._waiting.setdefault(key, asyncio.Event()).set()

    def due(self, key: str, after: int | None) -> None:
        self.deadlines.set(key, None if after is None else self.now() + after)

    async def wait(self, key: str) -> None:
        await asyncio.wait_for(self._waiting.setdefault(key, asyncio.Event()).wait(), PATIENCE)


async def test_they_ring_in_order_however_they_were_set() -> None:
    bell = Bell()
    for key, after in (("c", 30), ("a", 5), ("d", 40), ("b", 20)):
        bell.due(key, after)
    await bell.wait("d")
    assert bell.rang == ["a", "b", "c", "d"]
    assert len(bell.deadlines) == 0


async def test_only_the_last_setting_of_a_key_counts() -> None:
    bell = Bell()
    bell.due("later", 2)
    bell.due("later", 30)
    bell.due("never", 3)
    bell.due("never", None)
    bell.due("sooner", 60_000)
    bell.due("sooner", 10)
    await bell.wait("later")
    assert bell.rang == ["sooner", "later"]


async def test_the_same_moment_twice_rings_once() -> None:
    bell = Bell()
    at = bell.now() + 5
    bell.deadlines.set("a", at)
    bell.deadlines.set("a", None)
    bell.deadlines.set("a", at)
    bell.due("end", 15)
    await bell.wait("end")
    assert bell.rang == ["a", "end"]


async def test_what_is_past_rings_at_once_and_may_set_again() -> None:
    bell = Bell()
    bell.due("past", -5_000)
    await bell.wait("past")
    bell.due("past", -5_000)
    bell.due("end", 5)
    await bell.wait("end")
    assert bell.rang == ["past", "past", "end"]


async def test_closed_they_are_silent() -> None:
    bell, open_bell = Bell(), Bell()
    bell.due("a", 1)
    bell.deadlines.close()
    open_bell.due("end", 20)
    await open_bell.wait("end")
    assert bell.rang == []


async def test_what_was_replaced_does_not_pile_up() -> None:
    bell = Bell()
    hour = 3_600_000
    bell.due("first", hour // 2)  # what comes after the earliest one is out of reach
    for turn in range(5_000):
        for key in ("a", "b", "c"):
            bell.due(key, hour + turn)
        assert bell.deadlines.size() <= 2 * 4 + FEW
    bell.due("b", 10)
    bell.due("a", 5)
    bell.due("c", None)
    await bell.wait("b")
    assert len(bell.deadlines) == 1
    assert bell.rang == ["a", "b"]


async def test_one_that_fails_keeps_no_other_from_ringing(caplog: pytest.LogCaptureFixture) -> None:
    rang = asyncio.Event()

    def fire(key: str) -> None:
        if key == "bad":
            raise RuntimeError("nobody expected this")
        rang.set()

    now = steady()
    deadlines = Deadlines(now, fire)
    for key, after in (("bad", 5), ("good", 20)):
        deadlines.set(key, now() + after)
    await asyncio.wait_for(rang.wait(), PATIENCE)
    assert "nobody expected this" in caplog.text
