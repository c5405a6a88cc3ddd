"""Another match on the same terms: offered, agreed on, opened once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import CLOCK, FakeNow, Json, Page, begun, host_of, started
from zaria.live.app import Live, bot_player
from zaria.live.matches.rematches import A_MINUTE, WAIT
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.match.shared_events import READY
from zaria.match.terms import Terms

TERMS = Terms("long-nardy", clock=CLOCK)


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3")
    yield live
    await live.stop()


async def over(live: Live) -> tuple[str, Page, Page]:
    """A match that Bob has lost."""
    match_id, ann, bob = await begun(live, TERMS)
    await resigned(match_id, bob, ann)
    return match_id, ann, bob


async def resigned(match_id: str, loser: Page, winner: Page) -> None:
    state = await loser.state(match_id)
    mover, opponent = (loser, winner) if state["v"]["to_act"] == loser.table["you"] else (winner, loser)
    points = state["v"]["resign_min"][mover.table["you"] or 0]
    assert (await mover.did(match_id, {"t": "resign", "points": max(1, points)}))["t"] == "ack"
    assert (await opponent.did(match_id, {"t": "accept"}))["t"] == "ack"
    for page in (loser, winner):
        await page.until(lambda page=page: page.table["v"]["phase"] == "over")  # type: ignore[misc]
        page.got.clear()


def ask(page: Page, match_id: str, no: bool = False) -> None:
    page.tell(t="again", m=match_id, no=no)


async def offered(page: Page) -> Json | None:
    offer: Json | None = (await page.next_message("again")).get("offer")
    return offer


async def agreed(match_id: str, ann: Page, bob: Page) -> str:
    ask(ann, match_id)
    offer = await offered(bob)
    assert offer is not None
    assert offer["side"] == 0
    ask(bob, match_id)
    rematch_id: str = (await bob.next_message("go"))["m"]
    assert (await ann.next_message("go"))["m"] == rematch_id
    return rematch_id


async def test_a_rematch_has_the_same_terms_and_other_sides(live: Live) -> None:
    match_id, ann, bob = await over(live)
    rematch_id = await agreed(match_id, ann, bob)
    assert (await ann.state(match_id))["next"] == rematch_id
    for page in (ann, bob):
        page.got.clear()
        assert (await page.sit(rematch_id))["t"] == "ack"
    assert (await ann.state(rematch_id))["you"] == 1
    events = await live.record(rematch_id)
    assert events is not None
    assert getattr(events[0], "terms", None) == TERMS


async def test_a_rematch_to_which_one_player_does_not_come_is_cleared(tmp_path: Path) -> None:
    """They may have sat down elsewhere when the other agreed, at a table of another host."""
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id, ann, bob = await over(live)
    rematch_id = await agreed(match_id, ann, bob)
    events = await live.record(rematch_id)
    assert events is not None
    assert getattr(events[0], "until", None) == events[0].at + WAIT
    assert (await bob.sit(rematch_id))["t"] == "ack"
    host_of(live)._flag(rematch_id)
    assert (await bob.state(rematch_id))["v"]["phase"] == "open"
    now.ms += READY
    host_of(live)._flag(rematch_id)
    await bob.until(lambda: bob.table["v"]["phase"] == "over")
    await live.stop()


async def test_a_stranger_gets_no_seat_at_it(live: Live) -> None:
    match_id, ann, bob = await over(live)
    rematch_id = await agreed(match_id, ann, bob)
    assert (await Page(live, "eve").sit(rematch_id))["code"] == "not_a_player"


@pytest.mark.parametrize("who", [0, 1], ids=["withdrawn", "declined"])
async def test_an_offer_is_declined_or_withdrawn(live: Live, who: int) -> None:
    match_id, *pages = await over(live)
    ask(pages[0], match_id)
    assert await offered(pages[1]) is not None
    ask(pages[who], match_id, no=True)
    assert await offered(pages[1]) is None
    assert "next" not in await pages[1].state(match_id)


async def test_an_offer_ends_by_itself(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=Timeouts(rematch=30))
    match_id, ann, bob = await over(live)
    ask(ann, match_id)
    assert await offered(bob) is not None
    assert await offered(bob) is None
    await live.stop()


async def test_an_offer_ends_when_its_side_leaves(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=Timeouts(notice=20))
    match_id, ann, bob = await over(live)
    ask(ann, match_id)
    assert await offered(bob) is not None
    ann.tell(t="leave", m=match_id, gone=True)
    assert await offered(bob) is None
    ann = Page(live, "ann")
    await ann.state(match_id)
    ask(ann, match_id)
    assert await offered(bob) is not None
    ann.session.disconnected()
    assert await offered(bob) is None
    await live.stop()


async def test_an_offer_ends_when_its_side_sits_elsewhere(live: Live) -> None:
    match_id, ann, bob = await over(live)
    ask(ann, match_id)
    assert await offered(bob) is not None
    elsewhere = await live.open(TableRequest(TERMS))
    await Page(live, "ann").sit(elsewhere)
    assert await offered(bob) is None


async def test_a_match_that_went_to_another_host_is_not_kept_for_its_offer(live: Live) -> None:
    match_id, ann, bob = await over(live)
    ask(ann, match_id)
    assert await offered(bob) is not None
    live_match = await live.match_service.live_match(match_id)
    assert live_match is not None
    assert live_match.offer is not None
    host_of(live).let_go(match_id)
    assert live_match.offer is None


async def test_agreeing_twice_leads_to_the_same_table(live: Live) -> None:
    match_id, ann, bob = await over(live)
    rematch_id = await agreed(match_id, ann, bob)
    for page in (ann, bob):
        page.got.clear()
        ask(page, match_id)
        assert (await page.next_message("go"))["m"] == rematch_id


async def test_agreeing_again_after_a_restart_leads_to_the_same_table(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    match_id, ann, bob = await over(live)
    rematch_id = await agreed(match_id, ann, bob)
    await live.stop()
    live = await started(tmp_path / "live.sqlite3")
    ann = Page(live, "ann")
    await ann.state(match_id)
    ask(ann, match_id)
    assert (await ann.next_message("go"))["m"] == rematch_id
    await live.stop()


async def test_a_program_agrees_at_once(live: Live) -> None:
    match_id = await live.open(TableRequest(TERMS, (None, bot_player("plain"))))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    await ann.turn()
    assert (await ann.did(match_id, {"t": "resign", "points": 2}))["t"] == "ack"
    await ann.until(lambda: ann.table["v"]["phase"] in ("over", "roll", "move"))
    if ann.table["v"]["phase"] != "over":
        pytest.fail("the program did not accept")
    ask(ann, match_id)
    rematch_id = (await ann.next_message("go"))["m"]
    assert (await ann.sit(rematch_id))["t"] == "ack"
    await ann.turn()
    assert ann.table["you"] == 1


async def test_a_program_agrees_so_often_in_a_minute(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    ann = Page(live, "ann")
    match_id = await live.open(TableRequest(Terms("chess"), (None, bot_player("modest"))))

    async def lose() -> None:
        await ann.sit(match_id)
        await ann.until(lambda: ann.table["v"]["phase"] != "open")
        assert (await ann.did(match_id, {"t": "resign"}))["t"] == "ack"
        ann.got.clear()
        ask(ann, match_id)

    for _ in range(A_MINUTE):
        await lose()
        rematch_id = (await ann.next_message("go"))["m"]
        ann.tell(t="leave", m=match_id)
        match_id = rematch_id
    await lose()
    assert (await ann.next_message("no"))["code"] == "too_many"
    now.ms += 60_000 // A_MINUTE
    ask(ann, match_id)
    assert (await ann.next_message("go"))["m"] != match_id
    await live.stop()


async def test_only_its_players_and_only_afterwards(live: Live) -> None:
    match_id, ann, _ = await begun(live, TERMS)
    ask(ann, match_id)
    assert (await ann.next_message("no"))["code"] == "not_now"
    eve = Page(live, "eve")
    ask(eve, match_id)
    assert (await eve.next_message("no"))["code"] == "not_a_player"
    nobody = Page(live, None)
    ask(nobody, match_id)
    assert (await nobody.next_message("no"))["code"] == "no_identity"
    ask(eve, "nowhere")
    assert (await eve.next_message("no"))["code"] == "unknown_match"
