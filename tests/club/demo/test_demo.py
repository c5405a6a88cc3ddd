"""A small demo, made through the same code as a large one."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from tests.support.club.site_database import site
from tests.support.patience import PATIENCE
from zaria.club.accounts.models import Member
from zaria.club.comments.models import Comment
from zaria.club.conversations.models import Line
from zaria.club.demo import cast, rooms
from zaria.club.demo.companion import Demo
from zaria.club.demo.folder import DemoFolder
from zaria.club.demo.play import BY_THE_DAY
from zaria.club.demo.scale import Scale
from zaria.club.groups.models import Homework
from zaria.club.ledger.check import audit
from zaria.club.library.year_archives.licences import word_of
from zaria.club.matches.results.models import Played
from zaria.club.scribe.models import MatchSheet
from zaria.club.server import run
from zaria.club.server.options import Companion, ServeOptions
from zaria.club.site.clock import DAY_MS, now, now_ms
from zaria.club.site.visibility import Visibility
from zaria.club.studies import queries as studies
from zaria.club.tournaments.models import Tournament
from zaria.club.waiting import counts
from zaria.live.app import Live
from zaria.live.sockets.connection_limits import ConnectionLimits
from zaria.match.match import Match

SMALL = Scale(members=8, days=6, evenings=2, tables=2, final_minutes=4)


@pytest.fixture
def home(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("ZARIA_ENGINES", "0")
    with site(None, tmp_path):
        yield tmp_path


@asynccontextmanager
async def started(home: Path) -> AsyncIterator[Live]:
    """A demo whose mark is in a folder of its own: the tables of tests are in `home` already."""
    demo = Demo(DemoFolder(home / "demo"), pace=100, scale=SMALL)
    options = ServeOptions(
        home=home,
        host="127.0.0.1",
        bot_pause=0,
        roles=None,
        limits=ConnectionLimits(),
        listener=None,
        operator=None,
        companion=Companion(demo.accompany, demo.timeline),
    )
    async with run.parts(options) as (live, _metrics), demo.accompany(live):
        yield live


def check_club() -> None:
    """Fail unless the club has members, a past, a present and sound books."""
    assert Member.objects.filter(since__isnull=False, is_pupil=False).count() == SMALL.members
    assert Member.objects.get(username=cast.OWNER).is_superuser
    began = list(Played.objects.filter(void=False).values_list("began", flat=True))
    assert len(began) > SMALL.evenings * SMALL.tables
    assert now_ms() - min(began) > (SMALL.days - 3) * DAY_MS
    assert max(began) <= now_ms()
    phases = list(Tournament.objects.values_list("phase", flat=True))
    assert {Tournament.Phase.OPEN, Tournament.Phase.PLAYING} <= set(phases)
    assert Line.objects.exists()
    written = Comment.objects.values_list("at", flat=True)
    assert len({at.date() for at in written}) > 1, "comments are as old as what they are about"
    assert max(written) <= now()
    assert audit().faults == []


def check_rooms() -> None:
    """Fail unless the member that visitors can be finds something in each room."""
    member = Member.objects.get(username=cast.MEMBER)
    (entry,) = studies.own_studies(member, shared=True, most=2)
    assert entry.study.visibility == Visibility.PUBLIC
    assert entry.study.chapters.count() == len(rooms.TURNS)
    assert Homework.objects.filter(group__pupils__member=member).count() == 3
    assert MatchSheet.objects.get(owner=member).revision == 2 * len(rooms.SHEET)
    assert "cc0" in {word_of(giver) for giver in Member.objects.filter(robot=False)}


async def test_a_demo_has_a_past_and_goes_on(home: Path) -> None:
    async with started(home) as live:
        await sync_to_async(check_club)()
        await sync_to_async(check_rooms)()
        await until_member_is_awaited(live)
        await until_played_on(live)
    async with started(home) as live:
        await until_played_on(live)
    assert (await sync_to_async(audit)()).faults == []


async def until_member_is_awaited(live: Live) -> None:
    """Wait until it is the turn of the member that visitors can be at each table by the day."""
    member = await Member.objects.aget(username=cast.MEMBER)
    end = time.monotonic() + PATIENCE
    while await counts.read(live, member.player) < len(BY_THE_DAY):
        assert time.monotonic() < end, "no table waits for the member"
        await asyncio.sleep(0.1)


async def until_played_on(live: Live) -> None:
    """Wait until a match goes on, is over, or has begun; moves are announced to its onlookers alone."""
    before, end = await matches(live), time.monotonic() + PATIENCE
    while await matches(live) == before:
        assert time.monotonic() < end, "nobody plays"
        await asyncio.sleep(0.1)


async def matches(live: Live) -> dict[str, Match | None]:
    """The matches that are listed now."""
    return {match_id: await live.match(match_id) for match_id in sorted(live.lobby.lists.index.ids())}
