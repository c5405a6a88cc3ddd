"""A rematch by the day is an invitation; the site bounds the games by the day that a player begins."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import Page, act, started
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import ClockTerms, Terms

TERMS = Terms("chess", clock=ClockTerms.with_pool(7, 24, weekends=True))
ANN, BOB = "m-ann", "m-bob"


class Bounds:
    """Bounds of games by the day that a test sets."""

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}

    async def objection(self, player: Player) -> str | None:
        return self.codes.get(player.id)


@pytest.fixture
def bounds() -> Bounds:
    return Bounds()


@pytest.fixture
async def live(tmp_path: Path, bounds: Bounds) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", day_limits=bounds)
    yield live
    await live.stop()


async def over(live: Live) -> tuple[str, Page, Page]:
    """A match that Bob has resigned."""
    match_id = await live.open(TableRequest(TERMS))
    ann, bob = Page(live, ANN), Page(live, BOB)
    for page in (ann, bob):
        assert (await page.sit(match_id))["t"] == "ack"
    for _ply in range(4):
        await act(match_id, ann, bob)
    assert (await bob.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
    if (await ann.look(match_id))["v"]["phase"] != "over":
        assert (await ann.did(match_id, {"t": "accept"}))["t"] == "ack"
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    return match_id, ann, bob


async def test_the_opponent_need_not_be_there_to_be_asked(live: Live) -> None:
    match_id, ann, bob = await over(live)
    bob.close(1000)
    ann.tell(t="again", m=match_id)
    rematch_id = (await ann.next_message("go"))["m"]
    assert (await ann.sit(rematch_id))["t"] == "ack"
    assert [card.id for card in live.lobby.lists.calls(BOB)] == [rematch_id]
    later = Page(live, BOB)
    assert (await later.sit(rematch_id))["t"] == "ack"
    state = await later.state(rematch_id)
    assert (state["you"], state["v"]["phase"], state["v"]["until"]) == (0, "move", None)
    events = await live.record(rematch_id)
    assert events is not None
    assert getattr(events[0], "terms", None) == TERMS


async def test_an_opponent_who_is_there_is_not_taken_to_the_next_table(live: Live) -> None:
    match_id, ann, bob = await over(live)
    ann.tell(t="again", m=match_id)
    rematch_id = (await ann.next_message("go"))["m"]
    assert not any(message["t"] in ("go", "again") for message in bob.got)
    bob.tell(t="again", m=match_id)
    assert (await bob.next_message("go"))["m"] == rematch_id, "who asks too comes to the same table"


async def test_no_table_is_set_and_no_seat_taken_beyond_the_bounds(live: Live, bounds: Bounds) -> None:
    ann = Player(ANN, "Ann", "#777777", member=True)
    request = TableRequest(TERMS, (ann, None), public=True, by=0)
    match_id = await live.open(request)
    bounds.codes = {ANN: "by_day_flags", BOB: "by_day_full"}
    with pytest.raises(CommandRefusedError, match="two weeks"):
        await live.open(request)
    assert (await Page(live, BOB).sit(match_id))["code"] == "by_day_full"
    untimed = await live.open(TableRequest(Terms("chess"), (ann, None), by=0))
    assert (await Page(live, BOB).sit(untimed))["t"] == "ack", "games without days go on"


async def test_a_rematch_keeps_to_the_bounds(live: Live, bounds: Bounds) -> None:
    match_id, ann, _bob = await over(live)
    bounds.codes = {ANN: "by_day_full"}
    ann.tell(t="again", m=match_id)
    assert (await ann.next_message("no"))["code"] == "by_day_full"
