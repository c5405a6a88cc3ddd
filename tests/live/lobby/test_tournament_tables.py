"""Matches of a tournament through real sockets: players are called to them, and must come."""

from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.live.lobby.conftest import WAIT, Club, look, page, player, serving, sit
from tests.support.live.page_sessions import FakeNow, started
from tests.support.live.socket_players import Json, dial, hear, tell
from zaria.live.app import Live
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.rating_policy import EveryMatchIsRated
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.events import Player
from zaria.match.terms import ClockTerms, Terms

CLOCK = ClockTerms(bank=60_000)
M = "t1r1p1"


def order(game: str = "tabla", first: str = "ann", second: str = "bob", **terms: Any) -> TableRequest:
    """The request for a match of a tournament between these two."""
    agreed = Terms(game, clock=CLOCK, tournament="t1", **terms)
    return TableRequest(agreed, (player(first), player(second)), wait=WAIT, public=True)


async def refusal_code(socket: ClientConnection, **action: Any) -> str:
    """The code of the refusal of a command at the table, "" if it was carried out."""
    await tell(socket, t="do", m=M, c=str(action), k=action)
    answer = await hear(socket, "ack", "no")
    return str(answer.get("code", ""))


async def state_of(socket: ClientConnection) -> Json:
    await tell(socket, t="watch", m=M)
    return await hear(socket, "state")


async def events(live: Live) -> list[ev.Event]:
    return await live.record(M) or []


@pytest.mark.parametrize("game", ["tabla", "chess"])
async def test_both_are_called_and_their_match_is_listed(club: Club, game: str) -> None:
    async with dial(club.port, "ann") as ann, dial(club.port, "eve") as eve:
        await look(eve, "playing")
        await club.live.open_for_tournament(order(game), M)
        called = await hear(ann, "go")
        live_match = await club.live.match_service.live_match(M)
        assert live_match is not None
        assert called == {"t": "go", "m": M, "why": "tournament", "until": live_match.match.until}
        async with dial(club.port, "bob") as bob:
            assert await hear(bob, "go") == called, "one who comes later is called too"
            await tell(bob, t="hall", what="")
            (card,) = (await hear(bob, "mine"))["cards"]
            assert (card["tournament"], card["you"], card["players"][0]["name"]) == ("t1", 1, "Ann")
            await sit(bob, M)
            await sit(ann, M)
        listed = await page(eve, lambda message: message["total"] == 1)
        assert listed["ids"] == [M]


async def test_one_who_sits_is_not_called_again_and_keeps_waiting(tmp_path: Path) -> None:
    now = FakeNow()
    async with serving(tmp_path, now=now) as club:
        await club.live.open_for_tournament(order(), M)
        async with dial(club.port, "ann") as ann:
            await hear(ann, "go")
            await sit(ann, M)
            until = now.ms + WAIT
            assert (await state_of(ann))["v"]["until"] == until
        async with dial(club.port, "ann") as ann:
            await tell(ann, t="ping", x=1)
            assert (await hear(ann))["t"] == "pong"
            await state_of(ann)
            now.ms = until - 1
            assert await refusal_code(ann, t="flag") == "not_over_time"
            now.ms = until
            assert await refusal_code(ann, t="flag") == ""
        record = await events(club.live)
        assert [type(event) for event in record] == [ev.Opened, ev.Seated, ev.Cancelled, ev.MatchEnded]
        assert record[2] == ev.Cancelled(at=until, side=None)


async def test_nobody_cancels_it(club: Club) -> None:
    await club.live.open_for_tournament(order(), M)
    async with dial(club.port, "ann") as ann, dial(club.port, "bob") as bob:
        for socket in (ann, bob):
            await state_of(socket)
            assert await refusal_code(socket, t="cancel") == "tournament_table"
            await tell(socket, t="answer", m=M)
            assert (await hear(socket, "no"))["code"] == "unknown_match"
            await tell(socket, t="do", m=M, c="x", k={"t": "annul"})
            assert (await hear(socket, "no"))["code"] == "bad_message"
        answered: list[str] = []
        club.live.cancel(M, "ann", lambda: answered.append("yes"))
        await sit(ann, M)
        assert answered
        assert await refusal_code(ann, t="cancel") == "tournament_table"


async def test_it_has_no_rematch(club: Club) -> None:
    await club.live.open_for_tournament(order("chess"), M)
    async with dial(club.port, "ann") as ann, dial(club.port, "bob") as bob:
        for socket in (ann, bob):
            await sit(socket, M)
        assert await refusal_code(bob, t="resign") == ""
        await tell(bob, t="again", m=M)
        assert (await hear(bob, "no"))["code"] == "tournament_rematch"
        assert (await state_of(ann))["v"]["winner"] == 0


async def test_a_second_request_changes_nothing(club: Club) -> None:
    await club.live.open_for_tournament(order(), M)
    await club.live.open_for_tournament(order("chess", "cid", "dan"), M)
    assert len(await events(club.live)) == 1
    async with dial(club.port, "ann") as ann, dial(club.port, "cid") as cid:
        await sit(ann, M)
        assert (await state_of(cid))["seat"] is None


async def test_a_stored_match_that_nobody_has_listed_is_listed(tmp_path: Path) -> None:
    """The process that stored it may have died before it could tell the others."""
    live = await started(tmp_path / "live.sqlite3")
    async with Club(live) as club:
        await live.match_service.open(order(), M)
        live.lobby.lists.index.drop(M, over=False)
        async with dial(club.port, "ann") as ann:
            await live.open_for_tournament(order(), M)
            assert (await hear(ann, "go"))["m"] == M
    await live.stop()


@pytest.mark.parametrize("seated", [0, 1, 2])
async def test_the_server_annuls_it(club: Club, seated: int) -> None:
    await club.live.open_for_tournament(order(), M)
    async with dial(club.port, "ann") as ann, dial(club.port, "bob") as bob:
        for socket in (ann, bob)[:seated]:
            await sit(socket, M)
        await club.live.annul(M)
        await club.live.annul(M)
        shown = (await state_of(ann))["v"]
        assert (shown["phase"], shown["winner"]) == ("over", None)
        assert (shown["result"] or {}).get("how") == ("annulled" if seated == 2 else None)
    assert sum(isinstance(event, ev.Annulled) for event in await events(club.live)) == 1
    assert club.live.lobby.lists.index.get(M) is None


class LimitOnSeats(EveryMatchIsRated):
    """The two reach the day's limit after their match was opened."""

    async def seated(self, live_match: LiveMatch, player: Player, address: str) -> bool:
        return live_match.match.players == (None, None)


async def test_nobody_is_kept_from_it_by_the_limit_of_rated_matches(tmp_path: Path) -> None:
    async with serving(tmp_path, rating=LimitOnSeats()) as club:
        members = [Player(who, who.title(), "#777777", member=True) for who in ("m-ann", "m-bob")]
        terms = Terms("tabla", clock=CLOCK, tournament="t1", rated=True)
        request = TableRequest(terms, (members[0], members[1]), wait=WAIT, public=True)
        await club.live.open_for_tournament(request, M)
        async with dial(club.port, "m-ann") as ann, dial(club.port, "m-bob") as bob:
            await sit(ann, M)
            await sit(bob, M)
            shown = (await state_of(ann))["v"]
            assert (shown["rated"], shown["unrated"], shown["to_act"] is not None) == (False, "pair", True)


async def test_players_of_other_matches_are_not_called(club: Club) -> None:
    await club.live.open(TableRequest(Terms("tabla"), (player("ann"), player("bob")), wait=WAIT))
    async with dial(club.port, "ann") as ann:
        await tell(ann, t="ping", x=1)
        assert (await hear(ann))["t"] == "pong"
