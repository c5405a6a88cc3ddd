"""Members who play nothing in the proof: they read and write beside the matches, and to each other."""

import asyncio
from collections.abc import Callable, Mapping

from tests.proof.client import UNANSWERED, Client, Crowd
from tests.proof.harness import Proof
from tests.proof.talk import LineJudge, Speaker, Stored, lines_of
from tests.support.club.signed_in_members import SignedIn, sign_in
from zaria.club.accounts.models import Member
from zaria.club.conversations.actions import begin_direct
from zaria.club.relations.actions import block
from zaria.match.events import Player

PAUSE = 0.6
"""Seconds between two lines of an onlooker, about."""


class Onlooker(Client):
    """A member who reads the rooms of matches, one after the other, and their direct conversation.

    `tables` are the matches that run, `others` direct conversations of others.
    """

    def __init__(
        self, crowd: Crowd, player: Player, cookies: Mapping[str, str], tables: Callable[[], list[str]]
    ) -> None:
        super().__init__(crowd, player, cookies)
        self.direct = ""
        self.others: list[str] = []
        self._tables = tables
        self._written = 0

    def _listen(self, frame: bytes) -> None:
        if self.talk.hear(frame):
            self.crowd.went_on(self)

    def _idle(self) -> None:
        self._later(None)
        if self._line is not None and not self.crowd.closing:
            self._look_round()
            if len(self.talk.waiting) < UNANSWERED:
                self._written += 1
                name = self._choose.choice(list(self.talk.rooms))
                self.talk.say(name, text=f"{self.guest.name} writes line {self._written}")
        self._later(PAUSE * (0.5 + self._choose.random()))

    def _look_round(self) -> None:
        """Watch a match, another one after a while, and pry into what is not for onlookers."""
        self.talk.read(self.direct)
        watched = [name for name in self.talk.rooms if name != self.direct]
        visited = {*watched, *(room.name for room in self.talk.past)}
        tables = [table for table in self._tables() if f"onlookers:{table}" not in visited]
        if tables and (not watched or self._choose.random() < 0.1):
            for name in watched:
                self.talk.leave(name)
            self.talk.read(f"onlookers:{self._choose.choice(tables)}")
        if tables and self._choose.random() < 0.1:
            self.talk.pry(self._choose.choice([*self.others, f"table:{self._choose.choice(tables)}"]))


class TalkingProof(Proof):
    """A proof in which players and onlookers write to each other. Of the first pair one blocks the other."""

    def __init__(self, *args: object, **environment: str) -> None:
        super().__init__(*args, **environment, ZARIA_LINES_A_MINUTE="0")  # type: ignore[arg-type]
        self.crowd.talks = True
        self.onlookers: list[Onlooker] = []

    async def gather_onlookers(self, pairs: int) -> None:
        """Let so many pairs of members come, each with a conversation of their own."""
        members = await asyncio.to_thread(self.ask, sign_in, 2 * pairs)
        names = await asyncio.to_thread(self.ask, _begin_all, members)
        url = f"http://127.0.0.1:{self.crowd.ports()[0]}"
        visitors = await asyncio.gather(*(asyncio.to_thread(member.visit, url) for member in members))
        for place, (member, visitor) in enumerate(zip(members, visitors, strict=True)):
            cookies = {name: value for name, value in visitor.cookies.items() if value}
            onlooker = Onlooker(self.crowd, member.player, cookies, self._tables)
            onlooker.direct = names[place // 2]
            onlooker.others = [name for name in names if name != onlooker.direct]
            if place < 2:
                onlooker.talk.refusable[onlooker.direct] = "blocked"
            self.onlookers.append(onlooker)
        self.clients += self.onlookers
        await asyncio.gather(*(onlooker.come() for onlooker in self.onlookers))

    def _tables(self) -> list[str]:
        """The matches that run."""
        return [
            client.now.id
            for client in self.clients
            if client.now is not None and client.now.table is not None and client.now.table.phase != "open"
        ]

    async def come_to_rest(self) -> None:
        """Until everybody has every line of the conversations that they read."""
        end = asyncio.get_running_loop().time() + await self.patience()
        stored = await asyncio.to_thread(self._lines)
        while late := [
            speaker for speaker in self._speakers() if speaker.talk.is_behind(stored, speaker.ignored)
        ]:
            assert asyncio.get_running_loop().time() < end, f"lines are missing: {late}"
            await asyncio.sleep(0.1)

    def judge(self) -> None:
        """Compare the lines, too."""
        direct: dict[str, set[str]] = {}
        for onlooker in self.onlookers:
            direct.setdefault(onlooker.direct, set()).add(onlooker.guest.id)
        judge = LineJudge(self._lines(), self.stored(), self._speakers(), direct)
        print(f"\n{judge.judge()}")
        assert not judge.problems, f"{len(judge.problems)} problems:\n" + "\n".join(judge.problems[:20])
        super().judge()

    def _lines(self) -> dict[str, list[Stored]]:
        return lines_of(self.environment.get("ZARIA_DATABASE_URL"), self.home)

    def _speakers(self) -> list[Speaker]:
        blocked = {self.onlookers[0].guest.id: {self.onlookers[1].guest.id}} if self.onlookers else {}
        return [
            Speaker(client.guest.id, client.talk, blocked.get(client.guest.id, ())) for client in self.clients
        ]


def _begin_all(members: list[SignedIn]) -> list[str]:
    """The conversations of the pairs; the first member blocks the second."""
    accounts = [Member.objects.get(player=member.player.id) for member in members]
    names = [begin_direct(first, second) for first, second in zip(accounts[::2], accounts[1::2], strict=True)]
    block(accounts[0], accounts[1])
    return names
