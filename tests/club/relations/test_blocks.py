"""A block keeps two members from searches, tables, rematches and invitations, in both directions."""

from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from tests.support.club.talking import join, talking
from tests.support.live.page_sessions import Page
from tests.support.live.socket_players import dial, hear, tell
from zaria.club.profile import privacy
from zaria.club.relations import actions
from zaria.club.relations.pairing import BlockPolicy
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.terms import Terms


async def test_a_search_pairs_nobody_with_whom_they_block(database_file: None, tmp_path: Path) -> None:
    ann, bob = await sync_to_async(join)("m-ann"), await sync_to_async(join)("m-bob")
    await sync_to_async(actions.block)(ann, bob)
    policy = BlockPolicy()
    async with (
        talking(tmp_path, pairing=policy) as talk,
        dial(talk.port, "m-ann") as ann_socket,
        dial(talk.port, "m-bob") as bob_socket,
        dial(talk.port, "cid") as third,
        dial(talk.port, "dan") as fourth,
    ):
        sockets = {"m-ann": ann_socket, "m-bob": bob_socket, "cid": third}
        for socket in sockets.values():
            await tell(socket, t="seek", game="tabla", speed="fast")
        match_id = (await hear(third, "go"))["m"]
        live_match = await talk.live.match_service.live_match(match_id)
        assert live_match is not None
        seated = {place.id for place in live_match.places if place is not None}
        talk.live.match_service.release(match_id)
        (taken,), (unpaired,) = seated - {"cid"}, {"m-ann", "m-bob"} - seated
        assert (await hear(sockets[taken], "go"))["m"] == match_id
        await tell(fourth, t="seek", game="tabla", speed="fast")
        assert (await hear(fourth, "go"))["m"] == (await hear(sockets[unpaired], "go"))["m"]
    await policy.close()


@pytest.mark.parametrize("reverse", [False, True])
def test_who_is_blocked_sends_no_invitation(club: None, reverse: bool) -> None:
    ann, bob = join("m-ann"), join("m-bob")
    assert privacy.takes_invitations(ann, bob.as_player())
    actions.block(*((bob, ann) if reverse else (ann, bob)))
    assert not privacy.takes_invitations(ann, bob.as_player())
    assert not privacy.takes_invitations(bob, ann.as_player())


async def test_nobody_plays_a_member_whom_they_block(database_file: None, tmp_path: Path) -> None:
    ann, bob = await sync_to_async(join)("m-ann"), await sync_to_async(join)("m-bob")
    policy = BlockPolicy()
    async with talking(tmp_path, pairing=policy) as talk:
        host, opponent = Page(talk.live, "m-ann"), Page(talk.live, "m-bob")
        match_id = await talk.live.open(TableRequest(Terms("tabla", length=1), (_player("m-ann"), None)))
        assert (await host.sit(match_id))["t"] == "ack"
        await sync_to_async(actions.block)(bob, ann)
        assert (await opponent.sit(match_id))["code"] == "kept_apart"
        await sync_to_async(actions.unblock)(bob, ann)
        assert (await opponent.sit(match_id))["t"] == "ack"
        side = (await host.state(match_id))["v"]["to_act"]
        loser, winner = (host, opponent) if side == host.table["you"] else (opponent, host)
        assert (await loser.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
        assert (await winner.did(match_id, {"t": "accept"}))["t"] == "ack"
        await sync_to_async(actions.block)(ann, bob)
        loser.tell(t="again", m=match_id)
        assert (await loser.next_message("no"))["code"] == "kept_apart"
        assert not any(message["t"] == "again" for message in winner.got), "no offer is shown"
    await policy.close()


async def test_invitations_between_two_are_withdrawn(database_file: None, tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        pages = {name: Page(talk.live, name) for name in ("m-ann", "m-bob", "m-cid")}
        calls = {}
        for host, guest in (("m-ann", "m-bob"), ("m-bob", "m-ann"), ("m-cid", "m-bob")):
            request = TableRequest(Terms("tabla", length=1), (_player(host), _player(guest)), by=0)
            calls[host] = await talk.live.open(request)
            assert (await pages[guest].next_message("call"))["card"]["id"] == calls[host]
        talk.live.lobby.sessions.withdraw_calls("m-ann", "m-bob")
        for host, guest in (("m-ann", "m-bob"), ("m-bob", "m-ann")):
            assert (await pages[guest].next_message("calloff"))["m"] == calls[host]
        remaining = [card.id for name in pages for card in talk.live.lobby.lists.calls(name)]
        assert remaining == [calls["m-cid"]]


def _player(name: str) -> Player:
    return Player(name, name.title(), "#777777", member=True)
