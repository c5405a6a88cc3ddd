"""Tournaments in the proof: members who go to each table that calls them, and the judge of what is stored."""

import asyncio
import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.management import call_command
from django.db import transaction

from tests.proof.client import Client
from tests.proof.harness import Blow
from tests.proof.stakes import StakedProof
from tests.support.club.signed_in_members import sign_in
from tests.support.club.tournament_judge import judge
from zaria.club.accounts.models import Member
from zaria.club.ledger.models import Transfer
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Pairing, Tournament, TournamentEvent
from zaria.live.journal.base import Row
from zaria.match import events as ev
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments.terms import TournamentTerms

MATCH = Terms("tabla", clock=ClockTerms(delay=120_000, bank=600_000), rated=True)
MONEY: dict[str, Any] = {
    "fee": 10_00,
    "bonus": 50_00,
    "sponsor": "Bakery",
    "house_rate": 5_00,
    "shares": (60, 40),
}
GOES_ON_WITHIN = 120.0
"""Seconds in which a tournament has to go on after a blow."""


class Entrant(Client):
    """A client who looks for no opponent, and plays at the tables to which it is called."""

    _call = ""

    def _go(self, match_id: str) -> None:
        self._call = match_id
        self._idle()

    def _idle(self) -> None:
        if self.free and self._call and self._call not in self.seen:
            super()._go(self._call)


class TournamentProof(StakedProof):
    """A proof in which members play one tournament."""

    tournament_id = ""

    async def gather_entrants(self, number: int, format_: str, **more: Any) -> None:
        """Let so many members come, and enter a tournament that begins at once."""
        members = await asyncio.to_thread(self.ask, sign_in, number)
        url = self._url()
        visitors = await asyncio.gather(*(asyncio.to_thread(member.visit, url) for member in members))
        for member, visitor in zip(members, visitors, strict=True):
            cookies = {name: value for name, value in visitor.cookies.items() if value}
            self.clients.append(Entrant(self.crowd, member.player, cookies))
        await asyncio.gather(*(client.come() for client in self.clients))
        terms = TournamentTerms(
            format_,
            MATCH,
            now_ms() + 500,
            title="Friday",
            **MONEY,
            **more,
        )
        self.tournament_id = await asyncio.to_thread(self.ask, _announce, terms)

    async def play(self, blows: Sequence[tuple[str, Blow]]) -> None:
        """Do harm at moments by chance, until there is no more of it to do; then play to the end."""
        for name, blow in blows:
            await asyncio.sleep(2 * self.crowd.choose.random())
            await self.strike(name, blow)
        self.crowd.closing = True
        await asyncio.sleep(max(0, await asyncio.to_thread(self.ask, self._clock) - now_ms()) / 1000)
        await self._until(lambda: self._phase() == "over", "it does not end")
        await self.crowd.all_end(self.clients, GOES_ON_WITHIN)
        for client in self.clients:
            client.leave()

    async def strike(self, name: str, blow: Blow) -> None:
        """Do harm, and wait until the tournament has gone on by an event; or it is over."""
        before = await asyncio.to_thread(self.ask, self._events)
        struck = asyncio.get_running_loop().time()
        await blow()
        await self._until(
            lambda: self._events() > before or self._phase() == "over", f"{name}: it does not go on"
        )
        self.pauses.append(f"{name}: it went on after {asyncio.get_running_loop().time() - struck:.1f} s")

    async def _until(self, done: Callable[[], bool], otherwise: str) -> None:
        end = asyncio.get_running_loop().time() + GOES_ON_WITHIN
        while not await asyncio.to_thread(self.ask, done):
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"{otherwise}:\n{await asyncio.to_thread(self._told)}")
            await asyncio.sleep(0.2)

    def _told(self) -> str:
        """The clients, the undecided pairings, the journal and the log, for error messages."""
        pairings = self.ask(lambda: list(Pairing.objects.filter(how="").values()))
        stored = {match_id: [row.kind for row in rows[-3:]] for match_id, rows in self.stored().items()}
        clients = [client.description() for client in self.clients]
        return "\n".join(
            [*clients, *map(str, pairings), str(stored), *self.crowd.problems, self.log()[-4000:]]
        )

    def _events(self) -> int:
        return TournamentEvent.objects.filter(tournament=self.tournament_id).count()

    def _clock(self) -> int:
        """The end of an arena (ms): nothing ends it before; 0 for other tournaments."""
        state = history.replayed(self.tournament_id)
        return state.deadline or 0 if state.terms.info.continuous else 0

    def _phase(self) -> str:
        return Tournament.objects.get(pk=self.tournament_id).phase

    async def judge_all(self) -> None:
        """Besides what the players were promised: the tournament is what its events and the journal say."""
        self.judge()
        await asyncio.to_thread(self.ask, judge_of_journal, self.tournament_id, self.stored())
        await asyncio.to_thread(self.ask, call_command, "ledger", "check")


@transaction.atomic
def _announce(terms: TournamentTerms) -> str:
    row = actions.create(terms, "director")
    for member in Member.objects.order_by("pk"):
        actions.enter(row.pk, member)
    return row.pk


def judge_of_journal(tournament_id: str, journal: Mapping[str, Sequence[Row]]) -> None:
    """Compare the events and rows of a tournament that is over with the journal of its matches."""
    state = judge(tournament_id)
    assert state.phase == "over"
    assert not Transfer.objects.filter(state="pending").exists()
    pairings = {pairing.match_id: pairing for pairing in Pairing.objects.exclude(match_id=None)}
    assert set(journal) == set(pairings)
    over: dict[int, list[int]] = {}
    opened: dict[int, list[int]] = {}
    for match_id, rows in journal.items():
        pairing = pairings[match_id]
        key = f"{tournament_id}|{pairing.number}|{pairing.place}|{pairing.attempt}".encode()
        digest = hashlib.blake2b(key, person=b"zaria tournament").digest()
        assert match_id == base64.urlsafe_b64encode(digest)[:10].decode()
        events = [ev.decode(row.body) for row in rows]
        players = {event.side: event.player.id for event in events if isinstance(event, ev.Seated)}
        last = events[-1]
        assert isinstance(last, ev.MatchEnded), events
        opened.setdefault(pairing.number, []).append(events[0].at)
        over.setdefault(pairing.number, []).append(last.at)
        if pairing.how == "played":
            assert (players[0], players[1]) == (pairing.player0, pairing.player1)
            points = {0: (2, 0), 1: (0, 2), None: (1, 1)}[last.winner]
            assert (pairing.points0, pairing.points1) == points, (pairing, last)
        else:
            assert pairing.how in ("repeated", "lot"), pairing.how
            assert last.winner is None
    for number in over.keys() & {number - 1 for number in opened}:
        assert max(over[number]) <= min(opened[number + 1])
