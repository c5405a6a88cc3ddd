"""A host reads all running matches when hosts have changed, and otherwise a slice of them at a time."""

from collections import Counter
from typing import Any

import pytest

from tests.support.live.cluster_club import Club, hosting, until
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.match_ownership import OLDER
from zaria.live.cluster.process import Process
from zaria.live.cluster.slicing import SLICE, Rounds, slices
from zaria.live.journal.base import Journal, Mark
from zaria.live.journal.rows import row
from zaria.live.matches.live_match import encode_places
from zaria.match.dice_play.dice import seal
from zaria.match.seats import opened
from zaria.match.terms import Terms

SECRET = bytes(range(32))


class CountedJournal:
    """A journal that counts the calls of each method, and notes the size of each comparison."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.calls: Counter[str] = Counter()
        self.compared: list[int] = []

    def __getattr__(self, name: str) -> Any:
        self.calls[name] += 1
        return getattr(self._journal, name)

    async def numbers(self, match_ids: list[str]) -> dict[str, int]:
        self.compared.append(len(match_ids))
        return await self._journal.numbers(match_ids)


class EndlessJournal(CountedJournal):
    """So many older matches run that no round through them ever ends."""

    async def running_after(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        is_recent = after[0] > self.began
        return await self._journal.running_after(after if is_recent else (0, ""), most)

    began = 0


async def store_running(club: Club, count: int, *, age: int = 0, name: str = "m") -> list[str]:
    """Matches that run since `age` ms ago, and of which no message says anything."""
    now = club.now() - age
    match_ids = [f"{name}{number}" for number in range(count)]
    for match_id in match_ids:
        event = opened(match_id, Terms("tabla"), seal(SECRET), now, now + 3_600_000)
        places = encode_places((None, None))
        await club.journal.open(match_id, SECRET, places, [row(0, event)], None, Mark.RUNNING)
    return match_ids


async def settled_host(club: Club) -> Process:
    """A host that has swept since hosts changed, and again when all of them must have noticed."""
    (process,) = await club.add("host")
    ownership = process._ownership
    assert ownership is not None
    ownership._unsure_until = 0.0
    await until(lambda: ownership._swept_at > 0)
    return process


async def test_all_running_matches_are_read_when_hosts_have_changed_and_not_again(club: Club) -> None:
    journal = CountedJournal(club.journal)
    club.journal, club.limits = journal, ClusterLimits(sweep=10)  # type: ignore[assignment]
    process = await settled_host(club)
    before = journal.calls["running"]
    await until(lambda: journal.calls["running_after"] > 10)
    assert journal.calls["running"] == before
    assert process._ownership is not None
    process._ownership._stirred()
    await until(lambda: journal.calls["running"] > before)


async def test_a_running_match_of_which_nothing_is_said_is_taken_and_compared_in_slices(club: Club) -> None:
    journal = CountedJournal(club.journal)
    club.journal, club.limits = journal, ClusterLimits(sweep=10)  # type: ignore[assignment]
    host = hosting(await settled_host(club))
    match_ids = await store_running(club, 2 * SLICE + 10)
    await until(lambda: sorted(host.loaded_matches()) == sorted(match_ids))
    journal.compared.clear()
    await until(lambda: sum(journal.compared) >= 2 * len(match_ids))
    assert max(journal.compared) == SLICE


async def test_a_new_match_of_which_nothing_is_said_does_not_wait_for_its_slice(club: Club) -> None:
    """The process that opened it may have died before it announced it."""
    journal = EndlessJournal(club.journal)
    journal.began = club.now() - 60_000
    club.journal, club.limits = journal, ClusterLimits(sweep=10)  # type: ignore[assignment]
    await store_running(club, SLICE, age=3_000_000)
    host = hosting(await settled_host(club))
    match_ids = await store_running(club, SLICE + 1, name="new")
    await until(lambda: set(match_ids) <= set(host.loaded_matches()))


async def test_all_matches_are_swept_regularly_beside_a_host_that_sends_no_digests(club: Club) -> None:
    process = await settled_host(club)
    ownership, members = process._ownership, process.node.members
    assert ownership is not None
    due = ownership._swept_at + OLDER
    assert not ownership._is_whole_due(due)
    members.older_hosts = lambda: ["older"]  # type: ignore[method-assign]
    assert ownership._is_whole_due(due)
    assert not ownership._is_whole_due(due - 0.1)


async def test_an_early_message_does_not_expire_while_a_sweep_goes_on(club: Club) -> None:
    club.limits = ClusterLimits(sweep=1_000_000)
    process = await settled_host(club)
    (match_id,) = await store_running(club, 1)
    ownership = process._ownership
    assert ownership is not None
    ownership._early[match_id] = ownership._loop.time() - 1
    await ownership._take_early()
    assert hosting(process).seq(match_id) == 0
    assert not ownership._early


async def test_an_early_match_that_cannot_be_taken_stops_no_sweep_for_ever(club: Club) -> None:
    club.limits = ClusterLimits(sweep=1_000_000)
    process = await settled_host(club)
    ownership = process._ownership
    assert ownership is not None

    async def fail(match_id: str) -> None:
        raise ValueError(match_id)

    ownership._adopt = fail  # type: ignore[method-assign]
    ownership._early["m0"] = ownership._loop.time() - 1
    with pytest.raises(ValueError, match="m0"):
        await ownership._take_early()
    await ownership._take_early()


def test_slices_have_all_items_in_order() -> None:
    assert list(slices([])) == []
    items = list(range(2 * SLICE + 1))
    parts = list(slices(items))
    assert [len(part) for part in parts] == [SLICE, SLICE, 1]
    assert [item for part in parts for item in part] == items


def test_every_id_gets_its_turn_in_each_round() -> None:
    match_ids = [f"m{number}" for number in range(2 * SLICE + 1)]
    rounds = Rounds(lambda: list(match_ids))
    for _ in range(2):
        first, second, third = (rounds.next_slice() for _ in range(3))
        assert sorted(first + second + third) == sorted(match_ids)
        assert len(first) == len(second) == SLICE
    match_ids.clear()
    assert rounds.next_slice() == []
