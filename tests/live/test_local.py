"""A match on one device: one page acts for whichever side is to act, and nobody else hears of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import CLOCK, Page, next_command, started
from zaria.live.app import Live
from zaria.live.cluster import wire
from zaria.live.matches.event_frames import PublishedEvent, playing_side
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.events import Player
from zaria.match.terms import Terms

ANN = Player("ann", "Ann", "#777777")
LOCAL = Terms("tabla", local=("Light", "Dark"), clock=CLOCK)


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3")
    yield live
    await live.stop()


async def begun(live: Live, terms: Terms = LOCAL) -> tuple[str, Page]:
    """A match in which Ann sits for both sides."""
    match_id = await live.open(TableRequest(terms, (ANN, ANN), by=0))
    ann = Page(live, "ann")
    assert (await ann.sit(match_id))["t"] == "ack"
    await ann.until(lambda: ann.table["v"]["phase"] in ("roll", "move"))
    return match_id, ann


@pytest.mark.parametrize("game", ["tabla", "russian-draughts"])
async def test_a_page_plays_for_the_side_to_act(live: Live, game: str) -> None:
    match_id, ann = await begun(live, Terms(game, local=("Light", "Dark")))
    sides = set()
    for _ in range(8):
        side = ann.table["you"]
        table = await ann.look(match_id)
        assert table["you"] == side == table["v"]["to_act"]
        sides.add(side)
        seq = (await ann.did(match_id, next_command(table)))["n"]
        await ann.until(lambda seq=seq: ann.table["n"] >= seq)  # type: ignore[misc]
    assert sides == {0, 1}


async def test_nobody_else_plays_there_or_finds_it_in_the_lobby(live: Live) -> None:
    match_id, ann = await begun(live)
    bob = Page(live, "bob")
    state = await bob.state(match_id)
    assert (state["you"], state["seat"], state["tree"]) == (None, None, None)
    assert (await bob.did(match_id, next_command(ann.table)))["code"] == "not_a_player"
    for list_name in ("open", "playing"):
        bob.tell(t="hall", what=list_name)
        page = await bob.next_message("page")
        assert (page["total"], page["counts"]) == (0, {})


async def test_who_leaves_the_device_is_not_claimed_against(live: Live) -> None:
    match_id, ann = await begun(live, Terms("tabla", local=("Light", "Dark")))
    bob = Page(live, "bob")
    bob.tell(t="watch", m=match_id)
    ann.tell(t="leave", m=match_id, gone=True)
    ann.tell(t="watch", m=match_id)
    state = await bob.state(match_id)
    assert state.get("away", []) == []
    assert (await ann.did(match_id, {"t": "claim", "what": "win"}))["code"] == "not_away"


async def test_one_tap_sets_the_next_match(live: Live) -> None:
    match_id, ann = await begun(live)
    assert (await ann.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
    loser = (await ann.look(match_id))["v"]["turn"]
    assert ann.table["you"] == 1 - loser
    assert (await ann.did(match_id, {"t": "accept"}))["t"] == "ack"
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    assert ann.table["v"]["winner"] == 1 - loser
    ann.tell(t="again", m=match_id, no=False)
    following = (await ann.next_message("go"))["m"]
    assert (await ann.sit(following))["t"] == "ack"
    table = await ann.look(following)
    assert table["you"] == table["v"]["to_act"]
    assert table["v"]["local"]


async def test_another_process_sends_the_same(live: Live) -> None:
    match_id, _ = await begun(live)
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    event = live_match.events[-1]
    published = PublishedEvent(live_match.match, live_match.seq, event, ev.encode(event), 5)
    _, copy = wire.unpack(wire.pack("me", published))
    assert isinstance(copy, PublishedEvent)
    assert copy.acts == playing_side(live_match.match, "ann") == live_match.match.to_act()
    for reader in ("ann", "bob", None):
        assert copy.frame(reader) == published.frame(reader)


async def test_its_player_is_not_invited_and_finds_it_among_their_own_matches(live: Live) -> None:
    match_id = await live.open(TableRequest(LOCAL, (ANN, ANN), by=0))
    ann = Page(live, "ann")
    assert [entry.id for entry in live.lobby.lists.index.of("ann")] == [match_id]
    assert live.lobby.lists.index.of("ann")[0].guest is None
    assert (await ann.sit(match_id))["t"] == "ack"
    assert [message["t"] for message in ann.got if message["t"] == "call"] == []
    assert (await ann.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
    assert (await ann.did(match_id, {"t": "accept"}))["t"] == "ack"
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    assert live.lobby.lists.index.of("ann") == []
