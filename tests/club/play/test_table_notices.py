"""Members hear of invitations and rematches that they do not see; none calls them to what has ended."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.core import mail

from tests.live.test_rematches import TERMS, ask, resigned
from tests.support.club.site_database import site
from tests.support.club.talking import join
from tests.support.live.page_sessions import Page, started
from tests.support.patience import PATIENCE
from zaria.club.accounts.models import Member
from zaria.club.notifications import mails
from zaria.club.notifications.actions import mark_read, notify, set_switches
from zaria.club.notifications.kinds import Switches
from zaria.club.notifications.models import Notification
from zaria.club.notifications.notice_kinds import INVITATION, InvitationBody
from zaria.club.notifications.texts import Text, text
from zaria.club.play.table_notices import TableNotices
from zaria.club.site.clock import now_ms
from zaria.live.app import Live
from zaria.live.lobby.calls import Answer, Call
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.hooks import RematchReport
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.player_info import PlayerInfo

BOB = PlayerInfo("Bobxx", "#777777", member=True)
SOON = 300_000
"""Milliseconds until an invitation ends by itself."""


@pytest.fixture
def database_file(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    with site(None, tmp_path):
        yield


def call(match_id: str, by: PlayerInfo = BOB, unseen: bool = True, remaining_ms: int = SOON) -> Call:
    now = now_ms()
    return Call(match_id, "m-ann", by, "long-nardy", now + remaining_ms, now, unseen)


@sync_to_async
def read() -> list[Text]:
    """The notices on the page of Ann."""
    return [text(notice.kind, notice.body) for notice in Notification.objects.order_by("pk")]


@sync_to_async
def unread() -> int:
    return Member.objects.values_list("unread_notices", flat=True).get(player="m-ann")


@pytest.fixture
async def notices(database_file: None) -> AsyncIterator[TableNotices]:
    await sync_to_async(join)("m-ann", agreed=0)
    notices = TableNotices()
    yield notices
    await notices.close()
    await notices.keep_calls([call("m9")])
    assert "/t/m9" not in [notice.path for notice in await read()], "it is closed"


STANDS = Text("Bobxx invites you to a match", "Long nardy", "/t/m1")
MISSED = Text("You missed a match invitation from Bobxx", "Long nardy", "/@Bobxx")


async def test_an_unseen_invitation_is_announced_once_and_said_to_be_missed(notices: TableNotices) -> None:
    await notices.keep_calls([call("m1", unseen=False)])
    assert await read() == []
    for unseen in (True, True, False):
        await notices.keep_calls([call("m1", unseen=unseen)])
        assert (await read(), await unread()) == ([STANDS], 1)
    for _ in range(2):
        await notices.keep_calls([])
        assert (await read(), await unread()) == ([MISSED], 1)
    await notices.keep_calls([call("m2", PlayerInfo("Guest 7", "#777777"))])
    await notices.keep_calls([])
    assert (await read())[1].path == "", "a guest has no page"


async def test_one_that_is_answered_or_was_read_does_not_stay(notices: TableNotices) -> None:
    await notices.keep_calls([call("m1"), call("m2"), call("m3")])
    await notices.on_answers([Answer("m1", "m-ann"), Answer("m7", "m-ann"), Answer("m1", "m-nobody")])
    assert await unread() == 2
    second = await sync_to_async(Notification.objects.get)(key="call:m2")
    await sync_to_async(mark_read)(second.to_id, [second.pk])
    await notices.keep_calls([])
    assert (await read(), await unread()) == ([MISSED], 1)


async def test_what_has_ended_is_not_mailed_even_if_nobody_said_so(notices: TableNotices) -> None:
    def prepare() -> None:
        ann = Member.objects.get(player="m-ann")
        set_switches(ann.pk, {INVITATION: Switches(page=True, mail=True, push=False)})
        Member.objects.update(since="2026-01-01T00:00:00Z")

    await sync_to_async(prepare)()
    await notices.keep_calls([call("m1", remaining_ms=-1)])
    assert await read() == [MISSED]
    await sync_to_async(mails.send_mails)()
    await notices.keep_calls([call("m2")])
    assert await sync_to_async(Notification.objects.exclude(mail_at=None).count)() == 1
    await notices.keep_calls([])
    assert not await sync_to_async(Notification.objects.exclude(mail_at=None).exists)()
    assert mail.outbox == []


async def test_invitations_to_tournaments_are_left_alone(notices: TableNotices) -> None:
    ann = await sync_to_async(Member.objects.get)(player="m-ann")
    await sync_to_async(notify)([ann.pk], INVITATION, InvitationBody(title="Cup", path="/t"), key="entry:1")
    await notices.keep_calls([])
    assert await read() == [Text("You are invited: “Cup”", "", "/t")]


async def test_a_rematch_is_announced_until_it_ends(notices: TableNotices) -> None:
    offer = RematchReport("m1", "m-ann", BOB, "tabla", now_ms() + SOON)
    stands = Text("Bobxx offers a rematch", "Tabla", "/t/m1")
    for _ in range(2):
        await notices.report_rematches([offer])
        assert (await read(), await unread()) == ([stands], 1)
        await notices.report_rematches([offer._replace(state="over")])
        assert (await read())[0] == Text("You missed a rematch offer from Bobxx", "Tabla", "/@Bobxx")
    await notices.report_rematches([offer])
    await notices.report_rematches([offer._replace(state="taken")])
    assert (await read(), await unread()) == ([], 0)
    await notices.report_rematches([offer._replace(until=now_ms() - 1)])
    assert (await read())[0].path == "/@Bobxx", "the host may have died before it could say so"


class Watched(TableNotices):
    """Says when it has done something."""

    def __init__(self) -> None:
        super().__init__()
        self._done = asyncio.Event()

    async def keep_calls(self, calls: Sequence[Call]) -> None:
        await super().keep_calls(calls)
        self._done.set()

    async def report_rematches(self, reports: Sequence[RematchReport]) -> None:
        await super().report_rematches(reports)
        self._done.set()

    async def until(self, true: Callable[[list[Text]], bool]) -> None:
        """Until Ann's page is so."""
        async with asyncio.timeout(PATIENCE):
            while not true(await read()):
                self._done.clear()
                await self._done.wait()


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Live, Watched]]:
    """Live play and its notices."""
    notices, often = Watched(), LobbyTimeouts(gather=10, calls_check=30)
    live = await started(
        folder / "live.sqlite3",
        lobby_times=often,
        invitations=notices,
        rematches=notices.report_rematches,
    )
    try:
        yield live, notices
    finally:
        await live.stop()
        await notices.close()


async def test_a_member_who_is_away_hears_of_both(database_file: None, tmp_path: Path) -> None:
    await sync_to_async(join)("m-ann", agreed=0)
    places = (
        Player("m-bob", "Bobxx", "#777777", member=True),
        Player("m-ann", "Annxx", "#777777", member=True),
    )
    async with playing(tmp_path) as (live, notices):
        match_id = await live.open(TableRequest(TERMS, places, wait=SOON, by=0))
        await notices.until(lambda texts: [notice.path for notice in texts] == [f"/t/{match_id}"])
        bob, ann = Page(live, "m-bob"), Page(live, "m-ann")
        for page in (bob, ann):
            assert (await page.sit(match_id))["t"] == "ack"
        await notices.until(lambda texts: texts == [])
        await resigned(match_id, ann, bob)
        ann.close(1000)
        ask(bob, match_id)
        await notices.until(lambda texts: [notice.path for notice in texts] == [f"/t/{match_id}"])
        ask(bob, match_id, no=True)
        await notices.until(lambda texts: bool(texts) and texts[0].path == "/@M-Bob")
