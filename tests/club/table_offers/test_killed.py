"""A process that is killed at each step of an acceptance: the agreed table is there, or nothing is held."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from tests.club.stakes.test_killed import Club, dies, dying_club, resign, sit  # noqa: F401  a fixture
from tests.support.by_day import by_day
from tests.support.club.signed_in_members import SignedIn, sign_in
from tests.support.club.site_database import furnished
from tests.support.club.stake_auditor import grow_old, holds
from tests.support.club.table_offers import form_of, open_table, press, read
from tests.support.http_client import Page, Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from tests.support.services import Redis
from zaria.club.table_offers.endings import ACCEPTED_WITHIN_S
from zaria.club.table_offers.models import TableOffer

STEPS = "begun checked cancelled released reserved opened accepted"
TWO_STEPS = "released opened"


class Negotiation(NamedTuple):
    """The table of a member, and a reader whose offer waits there."""

    match_id: str
    owner: SignedIn
    reader: SignedIn

    def row(self) -> TableOffer:
        return TableOffer.objects.get(match_id=self.match_id)

    def marker(self, step: str) -> str:
        """The text in the arguments of the function after which the process dies."""
        return self.owner.player.id if step in ("reserved", "opened") else self.match_id

    def state(self, held: set[tuple[str, str]], agreed: str) -> str:
        """Return what is held for the owner and the reader."""
        owner, reader = self.owner.player.id, self.reader.player.id
        held_pairs = {(match, player) for match, player in held if player in (owner, reader)}
        states = {
            "old": {(self.match_id, owner)},
            "none": set(),
            "agreed": {(agreed, owner), (agreed, reader)},
        }
        return next((name for name, pairs in states.items() if held_pairs == pairs), str(held_pairs))


AFTER_DEATH = {
    "begun": ("old",),
    "checked": ("old",),
    "cancelled": ("old", "none"),  # the projector may have seen the cancelled table
    "released": ("none",),
    "reserved": ("agreed",),
    "opened": ("agreed",),
    "agreed": ("agreed",),
    "accepted": ("agreed",),
}
"""The holds while the process is dead: the ledger never has parts of two tables."""
IN_THE_END = {
    "begun": ("open", "old"),
    "checked": ("open", "old"),
    "cancelled": ("ended", "none"),
    "released": ("ended", "none"),
    "reserved": ("ended", "none"),
    "opened": ("accepted", "agreed"),
    "agreed": ("accepted", "agreed"),
    "accepted": ("accepted", "agreed"),
}
"""The state of the offer after the next start, or once another process has resumed it.

And what is held once late holds have gone back.
"""


@pytest.mark.parametrize("names", by_day((TWO_STEPS,), (TWO_STEPS, STEPS)))
def test_a_killed_acceptance_is_done_or_undone(dying_club: Club, names: str) -> None:  # noqa: F811
    steps = names.split()
    club = dying_club
    members = [*club.members, *club.ask(sign_in, 8)]
    server = club.start()
    negotiations = {}
    for place, step in enumerate(steps):
        owner, reader = members[2 * place : 2 * place + 2]
        match_id = open_table(owner.visit(server.url), opponent="friend")
        sent = press(reader.visit(server.url), match_id, "offer", stake="30", most="60")
        assert sent.status == 302, read(sent)
        negotiations[step] = Negotiation(match_id, owner, reader)
    server.stop(signal.SIGKILL)

    agreed = {}
    for step, negotiation in negotiations.items():
        server = club.start(f"offer_{step}", negotiation.marker(step))
        owner_visitor = negotiation.owner.visit(server.url)
        with pytest.raises(httpx.HTTPError):
            press(owner_visitor, negotiation.match_id, "accept")
        dies(server)
        agreed[step] = club.ask(lambda n=negotiation: n.row().next_match)
        assert agreed[step]
        assert negotiation.state(club.held(), agreed[step]) in AFTER_DEATH[step], step

    club.ask(grow_old)
    server = club.start()
    wait_for_ends(club, negotiations, agreed, PATIENCE)
    for step, negotiation in negotiations.items():
        visitor: Visitor = negotiation.reader.visit(server.url)
        notices = read(visitor.get("/notices"))
        assert ("Your offer ended with the table" in notices) == (IN_THE_END[step][0] == "ended"), step
        assert ("accepted your terms" in notices) == (IN_THE_END[step][0] == "accepted"), step
    server.stop()
    club.held()  # checks the ledger


@pytest.fixture
def shared_club(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: DjangoDbBlocker, redis: Redis
) -> Iterator[Club]:
    """A club of six members on PostgreSQL and Redis; none of its processes stays."""
    more = {"ZARIA_DATABASE_URL": furnished(request, "acceptances"), "ZARIA_REDIS_URL": redis.url}
    club = Club(tmp_path, django_db_blocker, **more)
    yield club
    for server in club.servers:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)


@pytest.mark.slow
def test_a_process_that_dies_over_an_acceptance_leaves_the_others_a_whole_table(shared_club: Club) -> None:
    """Another process stays and resumes what the dead ones have left; none is started for that."""
    club = shared_club
    stays = club.start()
    steps = ["checked", "released", "reserved", "agreed", "accepted"]
    members = [*club.members, *club.ask(sign_in, 4)]
    negotiations = {}
    for place, step in enumerate(steps):
        owner, reader = members[2 * place : 2 * place + 2]
        match_id = open_table(owner.visit(stays.url), opponent="friend")
        sent = press(reader.visit(stays.url), match_id, "offer", stake="30", most="60")
        assert sent.status == 302, read(sent)
        negotiations[step] = Negotiation(match_id, owner, reader)

    agreed = {}
    for step, negotiation in negotiations.items():
        dying = club.start(f"offer_{step}", negotiation.marker(step))
        with pytest.raises(httpx.HTTPError):
            press(negotiation.owner.visit(dying.url), negotiation.match_id, "accept")
        dies(dying)
        agreed[step] = club.ask(lambda n=negotiation: n.row().next_match)
        assert negotiation.state(club.held(), agreed[step]) in AFTER_DEATH[step], step
        if step == "agreed":  # its table waits only for a minute
            seated = visitors(negotiation, stays)
            asyncio.run(sit(stays, seated, agreed[step]))
    play(club, stays, negotiations.pop("accepted"), agreed["accepted"])

    club.ask(grow_old)
    wait_for_ends(club, negotiations, agreed, PATIENCE + ACCEPTED_WITHIN_S)
    asyncio.run(resign(stays, seated, agreed["agreed"], points=1))
    negotiations.pop("agreed")
    for step, negotiation in negotiations.items():
        visitor = negotiation.owner.visit(stays.url)
        if IN_THE_END[step][0] == "open":
            accepted = press(visitor, negotiation.match_id, "accept")
            assert accepted.status == 302, read(accepted)
            match_id = club.ask(lambda n=negotiation: n.row().next_match)
        else:
            match_id = open_table(visitor, opponent="friend", stake="30", most="60")
        play(club, stays, negotiation, match_id)
    club.wait_for(set())
    for server in club.servers:
        if server.process.poll() is None:
            server.stop()
    club.held()  # checks the ledger


@pytest.mark.slow
def test_a_frozen_process_that_wakes_after_the_end_of_its_offer_opens_nothing(shared_club: Club) -> None:
    club = shared_club
    stays = club.start()
    states = {"cancelled": "ended", "released": "ended"}
    negotiations, frozen, answers = {}, {}, {}
    for place, step in enumerate(states):
        owner, reader = club.members[2 * place : 2 * place + 2]
        match_id = open_table(owner.visit(stays.url), opponent="friend")
        sent = press(reader.visit(stays.url), match_id, "offer", stake="30", most="60")
        assert sent.status == 302, read(sent)
        negotiations[step] = Negotiation(match_id, owner, reader)
        marker = negotiations[step].marker(step)
        frozen[step] = club.start(f"offer_{step}", marker, by="SIGSTOP")
    with ThreadPoolExecutor() as threads:
        for step, negotiation in negotiations.items():
            visitor = negotiation.owner.visit(frozen[step].url)
            answers[step] = threads.submit(accept_patiently, visitor, negotiation.match_id)

        def rows() -> dict[str, tuple[str, bool]]:
            stored = {step: club.ask(negotiation.row) for step, negotiation in negotiations.items()}
            return {step: (str(row.state), bool(row.next_match)) for step, row in stored.items()}

        ended = {step: (state, True) for step, state in states.items()}
        wait_until(lambda: rows() == ended, rows, PATIENCE + ACCEPTED_WITHIN_S)
        for server in frozen.values():
            server.process.send_signal(signal.SIGCONT)
        for step, answer in answers.items():
            assert "offer" in read(answer.result()), step
    assert rows() == ended
    wait_until(lambda: set(club.ask(holds)) == set(), lambda: club.ask(holds), PATIENCE)
    for negotiation in negotiations.values():
        page = negotiation.owner.visit(stays.url).get(f"/t/{club.ask(negotiation.row).next_match}")
        assert "cancelled" in read(page)
    club.held()  # checks the ledger


def accept_patiently(owner: Visitor, match_id: str) -> Page:
    """Press the button at a process that answers only after it was frozen."""
    path = f"/t/{match_id}/offers"
    page = owner.get(path)
    data = {"csrfmiddlewaretoken": page.token, **form_of(page, "accept"), "act": "accept"}
    seconds = ACCEPTED_WITHIN_S + 2 * PATIENCE
    return owner.send("POST", path, data=data, headers={"Referer": owner.url + path}, timeout=seconds)


def visitors(negotiation: Negotiation, server: Server) -> list[Visitor]:
    """The browsers of the owner and the reader."""
    return [member.visit(server.url) for member in (negotiation.owner, negotiation.reader)]


def play(club: Club, server: Server, negotiation: Negotiation, match_id: str) -> None:
    """Both sit down at a table, whose stakes are held then, and play."""
    browsers = visitors(negotiation, server)
    asyncio.run(sit(server, browsers, match_id))
    pair = {(match_id, member.player.id) for member in (negotiation.owner, negotiation.reader)}
    assert pair <= club.held()
    asyncio.run(resign(server, browsers, match_id, points=1))


def wait_for_ends(
    club: Club, negotiations: dict[str, Negotiation], agreed: dict[str, str], seconds: float
) -> None:
    """Until each offer has the state of `IN_THE_END`, and just that is held."""

    def ends() -> dict[str, tuple[str, str]]:
        held = set(club.ask(holds))
        return {
            step: (str(club.ask(negotiation.row).state), negotiation.state(held, agreed[step]))
            for step, negotiation in negotiations.items()
        }

    expected = {step: IN_THE_END[step] for step in negotiations}
    wait_until(lambda: ends() == expected, ends, seconds)


def wait_until(is_true: Callable[[], bool], state: Callable[[], object], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, state()
        time.sleep(0.05)
