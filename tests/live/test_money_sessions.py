"""Sessions and handicaps between pages: ended by a player, found again after a restart, played once more."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import CLOCK, Json, Page, begun, started
from zaria.live.app import Live
from zaria.match.terms import SESSION, Terms
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

TERMS = Terms("tabla", length=SESSION, clock=CLOCK)


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3")
    yield live
    await live.stop()


async def lose(match_id: str, *pages: Page) -> Json:
    """The side to act gives the game up; the table of the other one."""
    for page in pages:
        await page.look(match_id)
    loser, winner = pages if pages[0].table["you"] == pages[0].table["v"]["to_act"] else pages[::-1]
    number = loser.table["v"]["game_no"]
    assert (await loser.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
    assert (await winner.did(match_id, {"t": "accept"}))["t"] == "ack"
    await winner.until(lambda: winner.table["v"]["game_no"] > number or winner.table["v"]["phase"] == "over")
    return winner.table


async def test_a_player_ends_a_session_after_a_game(live: Live) -> None:
    match_id, ann, bob = await begun(live, TERMS)
    assert (await ann.did(match_id, {"t": "finish"}))["code"] == "finish_later"
    stranger = Page(live, "eve")
    table = await lose(match_id, ann, bob)
    assert (sum(table["v"]["score"]), table["v"]["can_finish"]) == (1, [True, True])
    assert (await stranger.did(match_id, {"t": "finish"}))["code"] == "not_a_player"
    assert (await bob.did(match_id, {"t": "finish"}))["t"] == "ack"
    await ann.until(lambda: ann.table["v"]["phase"] == "over")
    view = ann.table["v"]
    assert (view["winner"], view["can_finish"]) == (view["score"].index(1), [False, False])
    assert (await ann.did(match_id, {"t": "finish"}))["code"] == "match_over"
    events = await live.record(match_id)
    assert events is not None
    assert verify(load(dump(events))).problem is None


async def test_a_session_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    match_id, ann, bob = await begun(live, TERMS)
    for _game in range(3):
        await lose(match_id, ann, bob)
    mover = ann if (await ann.look(match_id))["you"] == ann.table["v"]["to_act"] else bob
    assert (await mover.did(match_id, {"t": "roll"}))["t"] == "ack"
    before = (await ann.look(match_id))["v"]
    await live.stop()

    live = await started(tmp_path / "live.sqlite3")
    ann, bob = Page(live, "ann"), Page(live, "bob")
    after = (await ann.look(match_id))["v"]
    await bob.look(match_id)
    fields = ("score", "game_no", "can_finish", "length")
    assert [after[name] for name in fields] == [before[name] for name in fields]
    assert sorted(after["can_finish"]) == [False, True], "who has rolled plays on"
    page = (ann, bob)[after["can_finish"].index(True)]
    assert (await page.did(match_id, {"t": "finish"}))["t"] == "ack"
    await page.until(lambda: page.table["v"]["phase"] == "over")
    assert page.table["v"]["score"] == before["score"]
    await live.stop()


@pytest.mark.parametrize(
    ("terms", "again"),
    [
        (TERMS, TERMS),
        (
            Terms("tabla", length=2, start_score=(0, 1), clock=CLOCK),
            Terms("tabla", length=2, start_score=(1, 0), clock=CLOCK),
        ),
    ],
)
async def test_it_is_played_once_more(live: Live, terms: Terms, again: Terms) -> None:
    """In a rematch the sides change, and the points of a handicap go with their player."""
    match_id, ann, bob = await begun(live, terms)
    await lose(match_id, ann, bob)
    while (await ann.look(match_id))["v"]["phase"] != "over":
        if terms.length == SESSION:
            assert (await ann.did(match_id, {"t": "finish"}))["t"] == "ack"
        else:
            await lose(match_id, ann, bob)
    ann.tell(t="again", m=match_id, no=False)
    bob.tell(t="again", m=match_id, no=False)
    rematch_id = (await ann.next_message("go"))["m"]
    assert await live.terms(rematch_id) == again
