"""The projector writes each result once, whatever happens to it, the journal or the database."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from msgspec.structs import replace

from tests.support.club.rating_records import member
from tests.support.club.site_database import site
from tests.support.live.journals import Engine
from tests.support.match import board_matches
from tests.support.match.dice_matches import PLAYERS, Table
from tests.support.patience import PATIENCE
from zaria.club.matches.results import actions
from zaria.club.matches.results.models import Played, Scribed
from zaria.club.matches.results.projector import MOST_REST_S, Pace, Projector, rest
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.ratings.ledger import Key, RatedMatch, apply
from zaria.club.ratings.models import OVERALL, Due, Standing
from zaria.club.ratings.system import RatingState, rating_system
from zaria.club.ratings.updates import RatingUpdates
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.bus import MemoryBus
from zaria.live.journal.base import Journal, Mark, Stored, StoreUnavailableError
from zaria.live.journal.rows import rows
from zaria.live.matches.cards import OVER
from zaria.live.matches.messages import LOBBY, ListingChanged
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms

MEMBERS = tuple(ev.Player(f"p{number}", f"Member{number}", "#b33", member=True) for number in (0, 1))


@pytest.fixture
def engine(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[Engine]:
    postgresql = getattr(request, "param", "sqlite") == "postgresql"
    url = request.getfixturevalue("database") if postgresql else None
    with site(url, tmp_path):
        yield Engine(url, tmp_path)


@pytest.fixture
async def journal(engine: Engine) -> AsyncIterator[Journal]:
    journal = await engine.connect()
    yield journal
    await journal.close()


SOON = Pace(interval=0.05)


class Club:
    """A journal, a bus and a projector that can be killed; `announced` are the ratings of players."""

    def __init__(self, journal: Journal, pace: Pace = SOON) -> None:
        self.journal, self.bus, self.leads = journal, MemoryBus(), True
        self.pace = pace
        self.announced: dict[str, dict[str, Decimal]] = {}
        self.projector = self._new()

    def _new(self) -> Projector:
        updates = RatingUpdates(self.announced.__setitem__)
        return Projector(self.journal, self.bus, lambda: self.leads, [updates.compute], self.pace)

    async def another(self) -> None:
        """The projector goes, and another one comes."""
        await self.projector.close()
        self.projector = self._new()
        self.projector.start()

    async def keep(self, match_id: str, events: Sequence[ev.Event], wake: bool = True) -> None:
        """Store a match that is over; the bus may lose the news."""
        await self.journal.open(match_id, bytes(32), b"[null,null]", rows(0, events), None, Mark.OVER)
        if wake:
            self.bus.publish(LOBBY, ListingChanged(match_id, OVER, b"", (None, None)))


@pytest.fixture
async def club(journal: Journal) -> AsyncIterator[Club]:
    club = Club(journal)
    yield club
    await club.projector.close()


def match(at: int = 0, rated: bool = True, winner: int = 0) -> list[ev.Event]:
    """A match between two members that one of them won at this moment."""
    table = Table(Terms("tabla", rated=rated), seated=False)
    table.now += at
    for side, player in enumerate(MEMBERS if rated else PLAYERS):
        table.do(side, cmd.Sit(player, "0123456789abcdef", table.match.seal))
    table.do(winner, cmd.Claim("win"))
    return table.events


async def until(true: Callable[[], Any], wanted: Any) -> None:
    """Ask the database until it says so: nobody tells when a row is there."""
    async with asyncio.timeout(PATIENCE):
        while (await sync_to_async(true)()) != wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def written() -> list[str]:
    return list(Played.objects.order_by("match_id").values_list("match_id", flat=True))


def ratings() -> dict[str, Decimal]:
    return dict(Standing.objects.filter(game=OVERALL).values_list("member__player", "rating"))


async def test_writes_what_ends_and_lets_ratings_follow(club: Club) -> None:
    for number in (0, 1):
        await sync_to_async(member)(number)
    club.projector.start()
    await club.keep("a", match())
    await until(ratings, {"p0": Decimal("510.00"), "p1": Decimal("490.00")})
    await club.keep("b", match(1000, winner=1), wake=False)
    await until(written, ["a", "b"])
    await until(lambda: club.announced.get("p1"), dict.fromkeys(("tabla", OVERALL), Decimal("500.58")))
    assert club.announced["p0"] == dict.fromkeys(("tabla", OVERALL), Decimal("499.42"))


async def test_goes_through_all_there_was_and_again_what_came_late(journal: Journal) -> None:
    club = Club(journal, SOON._replace(batch=2, page=3, back_every=1))
    names = [f"m{number}" for number in range(8)]
    for number, name in enumerate(names):
        await club.keep(name, match(number, rated=False), wake=False)
    cleared = Table(Terms("tabla"), seated=False)
    cleared.do(0, cmd.Cancel())
    await club.keep("cleared", cleared.events, wake=False)
    await club.keep("junk", [*match(3, rated=False)[:1], match(3)[-1]], wake=False)
    club.projector.start()
    await until(written, names)
    await until(lambda: Scribed.objects.filter(match_id="m7").count(), 1)
    await club.keep("late", match(2, rated=False), wake=False)
    await until(written, ["late", *names])
    row = await Scribed.objects.aget()
    assert row.match_id == "m7", "the mark never goes back"
    await club.projector.close()


async def test_another_goes_on_and_leaves_what_is_written(club: Club) -> None:
    club.projector.start()
    await club.keep("a", match(rated=False))
    await until(written, ["a"])
    await Played.objects.aupdate(voided=True, name0="Somebody")
    await club.keep("b", match(5, rated=False), wake=False)
    await club.another()
    await until(written, ["a", "b"])
    row = await Played.objects.aget(match_id="a")
    assert (row.voided, row.name0) == (True, "Somebody")


async def test_one_of_several_writes(club: Club) -> None:
    club.leads = False
    club.projector.start()
    await club.keep("a", match(rated=False))
    second_club = Club(club.journal)
    second_club.projector.start()
    await until(written, ["a"])
    await second_club.projector.close()
    await Played.objects.all().adelete()
    club.leads = True
    await until(written, ["a"])


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"], indirect=True)
async def test_two_at_once_write_each_row_once(club: Club) -> None:
    for number in (0, 1):
        await sync_to_async(member)(number)
    second_club = Club(club.journal)
    for process in (club, second_club):
        process.projector.start()
    system = rating_system()
    names, states = [f"m{number}" for number in range(10, 30)], dict[Key, RatingState]()
    for number, name in enumerate(names):
        winner = number % 3 % 2
        await club.keep(name, match(number, winner=winner))
        second_club.bus.publish(LOBBY, ListingChanged(name, OVER, b"", (None, None)))
        apply(system, states, RatedMatch(number, name, "tabla", ("p0", "p1"), winner, (0, 0)))
    await until(written, names)
    await until(ratings, {key.player: state.rating for key, state in states.items() if key.game == OVERALL})
    assert await Standing.objects.filter(game="tabla", played=20).acount() == 2
    await second_club.projector.close()


async def test_waits_for_a_store_that_is_away(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails = 3

    def write(*args: Any) -> int:
        nonlocal fails
        fails -= 1
        if fails >= 0:
            raise OperationalError("the server is gone")
        return written_before(*args)

    async def load(match_id: str) -> Stored | None:
        if fails == 3:
            monkeypatch.undo()
            patched()
            raise StoreUnavailableError("gone")
        return await load_before(match_id)

    def patched() -> None:
        monkeypatch.setattr(actions, "write", write)

    written_before, load_before = actions.write, club.journal.load
    patched()
    monkeypatch.setattr(club.journal, "load", load)
    await club.keep("a", match(rated=False))
    club.projector.start()
    await until(written, ["a"])
    assert fails < 0
    waits = [record for record in caplog.records if "waiting for the database" in record.message]
    assert len(waits) == 1, "an outage is logged once"


@pytest.mark.django_db
def test_what_no_table_takes_is_left_out_alone(caplog: pytest.LogCaptureFixture) -> None:
    opened, *later_events = match()
    assert isinstance(opened, ev.Opened)
    odd = [replace(opened, terms=replace(opened.terms, length=-1)), *later_events]
    records = {name: [ev.encode(event) for event in match()] for name in "abcde"}
    records["c"] = [ev.encode(event) for event in odd]
    assert actions.write(records, (1, "e")) == 4
    assert written() == ["a", "b", "d", "e"]
    assert actions.mark() == (1, "e")
    assert "match c: cannot store its result" in caplog.text


@pytest.mark.django_db
def test_a_record_that_the_rules_refuse_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    table = board_matches.chess("e2e4", "e7e5", "g1f3")
    table.do(1, cmd.Resign())
    odd = [
        replace(event, move="a8a1", text="Ra1") if isinstance(event, ev.Moved) else event
        for event in table.events
    ]
    records = {name: [ev.encode(event) for event in match()] for name in "abde"}
    records["c"] = [ev.encode(event) for event in odd]
    assert actions.write(dict(sorted(records.items())), (1, "e")) == 4
    assert written() == ["a", "b", "d", "e"]
    assert actions.mark() == (1, "e")
    assert "match c: its record cannot be read" in caplog.text


@pytest.mark.django_db
def test_a_batch_is_stored_with_what_follows_from_it_or_not_at_all() -> None:
    """Killed between two statements: nothing of it is there, and the next try does all."""

    def killed(**_kwargs: Any) -> None:
        assert Due.objects.exists(), "an earlier subscriber has written"
        raise KeyboardInterrupt

    records = {"a": [ev.encode(event) for event in match()]}
    matches_recorded.connect(killed)
    try:
        with pytest.raises(KeyboardInterrupt):
            actions.write(records, (1, "a"))
    finally:
        matches_recorded.disconnect(killed)
    assert written() == []
    assert not Due.objects.exists()
    assert actions.mark() == (0, "")
    assert actions.write(records, (1, "a")) == 1
    assert actions.write(records, (1, "a")) == 0
    assert actions.mark() == (1, "a")


async def test_rests_as_long_as_it_worked_but_not_as_long_as_it_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await rest(time.monotonic() - 0.2)
    await rest(time.monotonic() - 71)  # a lock that nobody released
    assert 0.2 <= pauses[0] < MOST_REST_S
    assert pauses[1] == MOST_REST_S


async def test_a_follower_that_waits_keeps_no_other_waiting(journal: Journal) -> None:
    runs: list[str] = []

    async def locked(database: DatabaseThread) -> None:
        runs.append("locked")
        raise OperationalError("canceling statement due to lock timeout")

    async def free(database: DatabaseThread) -> None:
        runs.append("free")
        done.set()

    done = asyncio.Event()
    projector = Projector(journal, MemoryBus(), lambda: True, [locked, free], SOON)
    projector.start()
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    await projector.close()
    assert runs[:2] == ["locked", "free"]
