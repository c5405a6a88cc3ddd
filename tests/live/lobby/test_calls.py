"""The site hears which invitations of members stand, whether they are seen, and who has answered."""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path

from tests.live.lobby.conftest import player, serving, sit
from tests.live.lobby.test_processes import SHORT, open_table, page, processes
from tests.support.live.page_sessions import FakeNow
from tests.support.live.socket_players import dial, hear, tell
from tests.support.patience import PATIENCE
from zaria.live.lobby.calls import Answer, Call
from zaria.live.lobby.hooks import NO_SITE
from zaria.live.lobby.timeouts import LobbyTimeouts

OFTEN = LobbyTimeouts(gather=10, calls_check=30)


class Notices:
    """Keeps the invitations and answers it receives; the first call fails."""

    def __init__(self) -> None:
        self.calls: dict[str, Call] = {}
        self.answers: list[Answer] = []
        self.fails = True
        self._change = asyncio.Event()

    async def keep_calls(self, calls: Sequence[Call]) -> None:
        if self.fails:
            self.fails = False
            raise OSError("the database is away")
        self.calls = {call.match_id: call for call in calls}
        self._change.set()

    async def on_answers(self, answers: Collection[Answer]) -> None:
        self.answers += answers
        self._change.set()

    async def until(self, calls: dict[str, bool], answers: Sequence[Answer] = ()) -> None:
        """Until these invitations stand, each unseen or not, and these are answered."""
        async with asyncio.timeout(PATIENCE):
            while self.unseen() != calls or self.answers != list(answers):
                self._change.clear()
                await self._change.wait()

    def unseen(self) -> dict[str, bool]:
        return {match_id: call.unseen for match_id, call in self.calls.items()}


async def test_invitations_of_members_are_reported_until_they_end(tmp_path: Path) -> None:
    now, notices = FakeNow(), Notices()
    async with (
        serving(tmp_path, lobby_times=OFTEN, now=now, invitations=notices) as club,
        dial(club.port, "m-bob") as bob,
    ):
        to_bob = await club.table("ann", guest="m-bob")
        to_cid = await club.table("ann", guest="m-cid")
        await club.table("ann", guest="dan")
        await notices.until({to_bob: False, to_cid: True})
        assert notices.calls[to_bob][1:4] == ("m-bob", player("ann").info, "tabla")
        now.ms += OFTEN.call_unseen
        await notices.until({to_bob: True, to_cid: True})
        await tell(bob, t="answer", m=to_bob)
        await notices.until({to_cid: True}, [Answer(to_bob, "m-bob")])
        async with dial(club.port, "m-cid") as cid:
            await hear(cid, "call")
            await sit(cid, to_cid)
        await notices.until({}, [Answer(to_bob, "m-bob"), Answer(to_cid, "m-cid")])
        third = await club.table("eve", guest="m-bob")
        await notices.until({third: False}, notices.answers)
        club.live.cancel(third, "eve", lambda: None)
        await notices.until({}, notices.answers)


async def test_each_is_reported_by_one_process_and_an_answer_where_it_is_given(tmp_path: Path) -> None:
    first, second = Notices(), Notices()
    hooks = (NO_SITE._replace(invitations=first), NO_SITE._replace(invitations=second))
    async with processes(tmp_path, SHORT._replace(calls_check=30), hooks=hooks) as both:
        bob = page(both.second, "m-bob")
        match_id = await open_table(both.host, "ann", "m-bob")
        await first.until({match_id: False})
        await bob.heard(lambda message: message["t"] == "call")
        bob.tell(t="answer", m=match_id)
        await first.until({})
        await second.until({}, [Answer(match_id, "m-bob")])
        assert first.answers == []
        both.pairs[:] = ["two"]
        match_id = await open_table(both.host, "eve", "m-bob")
        await second.until({match_id: False}, second.answers)
