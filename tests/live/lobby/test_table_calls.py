"""Owners of open tables are called from wherever they are, and players who miss a call learn it."""

from typing import Any, NamedTuple

import pytest

from tests.live.lobby.conftest import Club, player
from tests.live.lobby.test_processes import Both, both, page
from tests.support.live.page_sessions import FakeNow, Page
from zaria.live.lobby.index import Index, ListedMatch
from zaria.live.lobby.table_calls import REMEMBERED_MS, TableCalls
from zaria.live.matches.cards import listing
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.protocol.server import CallMissed, GuestArrived
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.seats import opened
from zaria.match.shared_events import READY
from zaria.match.terms import Terms

__all__ = ["both"]

SEAL = "ab" * 32
WAIT = 300_000
ANN, BOB = player("ann"), player("bob")


class Table(NamedTuple):
    """A table whose changes are listed."""

    now: FakeNow
    listed: Index
    calls: TableCalls
    match: Match
    places: tuple[ev.Player | None, ev.Player | None]
    by: int | None

    def sit(self, side: int, *, host: bool = False) -> "Table":
        sitting: Any = {"side": side, "player": (ANN, BOB)[side], "seed": "00" * 16, "host": host}
        return self._replace(match=evolve(self.match, ev.Seated(at=self.now.ms, **sitting)))

    def change(self) -> list[tuple[str, GuestArrived | CallMissed]]:
        """List it as it is now; what the change causes."""
        body = listing(self.match, self.places, public=True, since=1, n=self.listed.version + 1, by=self.by)
        return self._taken(self.listed.put("m1", body))

    def clear(self) -> list[tuple[str, GuestArrived | CallMissed]]:
        """Take it from the lists."""
        before = self.listed.get("m1")
        return list(self.calls.on_change(before, None))

    def _taken(
        self, change: tuple[ListedMatch | None, ListedMatch | None] | None
    ) -> list[tuple[str, GuestArrived | CallMissed]]:
        assert change is not None
        return list(self.calls.on_change(*change))


def table(by: int | None = 0, guest: ev.Player | None = None, wait: int | None = WAIT) -> Table:
    """A table of Ann's (or, with `by` None, of a pair), listed."""
    now, terms = FakeNow(), Terms("backgammon", length=5, cube=True)
    until = None if wait is None else now.ms + wait
    match = evolve(None, opened("m1", terms, SEAL, now.ms, until))
    waiting = Table(now, Index(), TableCalls(now), match, (ANN, guest), by)
    assert waiting.change() == []
    return waiting


def test_the_owner_is_called_once_when_a_guest_sits_down() -> None:
    waiting = table()
    arrived = waiting.sit(1)
    ((owner, call),) = arrived.change()
    assert isinstance(call, GuestArrived)
    assert (owner, call.m, call.match.opponent.name, call.until) == (
        "ann",
        "m1",
        "Bob",
        waiting.now.ms + READY,
    )
    assert (call.match.length, call.match.cube) == (5, True)
    entry = arrived.listed.get("m1")
    assert entry is not None
    assert arrived.calls.of_newcomer("ann", [entry]) == [call], "for a page that is loaded just now"
    assert arrived.calls.of_newcomer("bob", [entry]) == []
    assert list(arrived.calls.on_change(entry, entry)) == []


def test_an_owner_who_is_late_and_the_guest_who_came() -> None:
    arrived = table().sit(1)
    arrived.change()
    arrived.now.ms += READY
    ((owner, missed),) = arrived.clear()
    assert isinstance(missed, CallMissed)
    assert missed.match is not None
    assert (owner, missed.late, missed.match.opponent.name) == ("ann", True, "Bob")
    assert arrived.calls.of_newcomer("ann", []) == [missed]
    arrived.now.ms += REMEMBERED_MS
    assert arrived.calls.of_newcomer("ann", []) == []


@pytest.mark.parametrize("guest", [None, BOB])
def test_an_owner_to_whose_table_nobody_came(guest: ev.Player | None) -> None:
    waiting = table(guest=guest)
    waiting.now.ms += WAIT
    ((owner, missed),) = waiting.clear()
    assert isinstance(missed, CallMissed)
    assert (owner, missed.late) == ("ann", False)
    assert (missed.match and missed.match.opponent.name) == (guest and "Bob")


@pytest.mark.parametrize("came", [(), (0,)])
def test_who_of_a_pair_did_not_come(came: tuple[int, ...]) -> None:
    pair = table(by=None, guest=BOB, wait=READY)
    for side in came:
        pair = pair.sit(side)
        assert pair.change() == [], "nobody owns it"
    pair.now.ms += READY
    missed = dict(pair.clear())
    assert set(missed) == ({"bob"} if came else {"ann", "bob"})
    message = missed["bob"]
    assert isinstance(message, CallMissed)
    assert message.match is not None
    assert (message.late, message.match.opponent.name) == (True, "Ann")


def test_a_table_that_is_cleared_before_its_time_was_missed_by_nobody() -> None:
    arrived = table().sit(1)
    arrived.change()
    arrived.now.ms += READY // 2
    assert arrived.clear() == []


def test_a_table_without_an_end_begins_without_its_owner() -> None:
    seated = table(wait=None).sit(0, host=True)
    assert seated.change() == []
    started = ev.GameStarted(at=seated.now.ms, number=1, crawford=False, starter=None)
    begun = seated.sit(1)._replace(match=evolve(seated.sit(1).match, started))
    ((owner, call),) = begun.change()
    assert isinstance(call, GuestArrived)
    assert (owner, call.match.opponent.name, call.until) == ("ann", "Bob", None)


async def test_the_call_reaches_every_page_of_the_owner(both: Both) -> None:
    places = (player("ann"), None)
    request = TableRequest(Terms("tabla"), places, wait=WAIT, public=True, by=0)
    match_id = await both.host.open(request)
    pages = [page(both.first, "ann"), page(both.second, "ann")]
    bob: Any = page(both.second, "bob")
    await bob.sit(match_id)
    for owner_page in pages:
        call = await owner_page.next_message("guest")
        assert (call["m"], call["match"]["opponent"]["name"]) == (match_id, "Bob")
    later = page(both.first, "ann")
    assert (await later.next_message("guest"))["m"] == match_id


async def test_a_pair_that_does_not_come_reads_so(club: Club) -> None:
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    request = TableRequest(Terms("tabla"), (player("ann"), player("bob")), wait=50, public=True)
    match_id = await club.live.match_service.open(request)
    for missing, opponent in ((ann, "Bob"), (bob, "Ann")):
        missed = await missing.next_message("missed")
        assert (missed["m"], missed["game"], missed["late"]) == (match_id, "tabla", True)
        assert missed["match"]["opponent"]["name"] == opponent
    again = Page(club.live, "ann")
    assert (await again.next_message("missed"))["m"] == match_id
