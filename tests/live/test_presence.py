"""Absent players, claims of the match, and permission to clear a table."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.live.page_sessions import (
    CLOCK,
    SEED,
    FakeNow,
    Json,
    Page,
    act,
    begun,
    host_of,
    next_command,
    started,
)
from zaria.live.app import Live, bot_player
from zaria.live.clock import steady
from zaria.live.lobby.index import Filter
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.live.sockets.server import IDLE_S
from zaria.match import events as ev
from zaria.match.shared_events import READY
from zaria.match.terms import ClockTerms, Terms

SOON = Timeouts(notice=20, fast=40, normal=40, slow=40, departure=20, idle=30, hurry=30)
"""Milliseconds for what usually takes a minute."""

SLOW = Timeouts(notice=20, fast=600_000, normal=700_000, slow=800_000, departure=100_000)
WIN = {"t": "claim", "what": "win"}


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", times=SOON)
    yield live
    await live.stop()


async def away(page: Page) -> Json:
    """The next message about awaited players."""
    message = await page.next_message("away")
    assert message["m"] == page.table["m"]
    return message


async def due(page: Page, absence: Json) -> None:
    """Until the opponent may claim: the server's clock is asked."""
    while True:
        page.tell(t="ping", x=1)
        if (await page.next_message("pong"))["now"] >= absence["until"]:
            return


async def ended(page: Page) -> Json:
    await page.until(lambda: page.table["v"]["phase"] == "over")
    view: Json = page.table["v"]
    return view


@pytest.mark.parametrize("claim", ["win", "draw"])
async def test_a_match_is_claimed_from_who_is_away(live: Live, claim: str) -> None:
    match_id, ann, bob = await begun(live, Terms("tabla", length=3, clock=CLOCK))
    bob.session.disconnected()
    (absence,) = (await away(ann))["away"]
    assert absence["side"] == 1
    assert absence["until"] > 0
    await due(ann, absence)
    assert (await ann.did(match_id, {"t": "claim", "what": claim}))["t"] == "ack"
    view = await ended(ann)
    assert view["winner"] == (0 if claim == "win" else None)
    assert view["result"]["how"] == "left"
    assert (await ann.state(match_id)).get("away") is None


async def test_before_it_is_time_nothing_can_be_claimed(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SLOW)
    match_id, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    assert (await ann.did(match_id, WIN))["code"] == "not_away"
    bob.session.disconnected()
    assert (await ann.did(match_id, WIN))["code"] == "not_away"
    message = await away(ann)
    (absence,) = message["away"]
    assert 0 < absence["until"] - message["now"] <= SLOW.fast
    assert (await ann.did(match_id, WIN))["code"] == "not_away"
    assert (await ann.state(match_id))["away"] == [absence]
    await live.stop()


async def test_a_player_who_is_back_in_time_plays_on(live: Live) -> None:
    match_id, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    bob.session.disconnected()
    assert len((await away(ann))["away"]) == 1
    bob = Page(live, "bob")
    await bob.state(match_id)
    assert (await away(ann))["away"] == []
    assert (await ann.did(match_id, WIN))["code"] == "not_away"
    await act(match_id, ann, bob)


async def test_a_returning_player_learns_who_is_away_without_missed_events(live: Live) -> None:
    match_id, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    seen = (await ann.state(match_id))["n"]
    bob.session.disconnected()
    notice = await away(ann)
    back = Page(live, "ann")
    back.tell(t="watch", m=match_id, n=seen)
    assert (await back.next_message("away"))["away"] == notice["away"]
    assert (await back.next_message("crowd"))["n"] == 0


async def test_a_line_that_drops_for_a_moment_is_no_news(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SLOW._replace(notice=60_000))
    match_id, ann, bob = await begun(live)
    bob.session.disconnected()
    bob = Page(live, "bob")
    await bob.state(match_id)
    await act(match_id, ann, bob)
    assert not [message for page in (ann, bob) for message in page.got if message["t"] == "away"]
    await live.stop()


async def test_another_window_of_the_same_player_is_enough(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SLOW._replace(notice=0))
    match_id, ann, bob = await begun(live)
    window = Page(live, "bob")
    await window.state(match_id)
    bob.tell(t="leave", m=match_id, gone=True)
    assert not [message for message in ann.got if message["t"] == "away"]
    window.tell(t="leave", m=match_id, gone=True)
    assert (await away(ann))["away"][0]["left"]
    await live.stop()


async def test_who_leaves_on_purpose_is_waited_for_less(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SLOW)
    match_id, ann, bob = await begun(live)
    bob.tell(t="leave", m=match_id, gone=True)
    message = await away(ann)
    (absence,) = message["away"]
    assert (absence["side"], absence["left"]) == (1, True)
    assert 0 < absence["until"] - message["now"] <= SLOW.departure
    await live.stop()


@pytest.mark.parametrize(
    ("clock", "limit"),
    [
        (ClockTerms(bank=60_000), SLOW.fast),
        (ClockTerms(bank=600_000), SLOW.normal),
        (ClockTerms(bank=1_200_000), SLOW.slow),
        (None, SLOW.slow),
    ],
    ids=["fast", "normal", "slow", "unlimited"],
)
async def test_slow_games_wait_longer(tmp_path: Path, clock: ClockTerms | None, limit: int) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SLOW)
    _, ann, bob = await begun(live, Terms("tabla", clock=clock))
    bob.session.disconnected()
    message = await away(ann)
    remaining = message["away"][0]["until"] - message["now"]
    assert limit - 60_000 < remaining <= limit
    await live.stop()


async def test_a_claim_about_the_wrong_side(live: Live) -> None:
    """An absent player or a stranger claims nothing."""
    match_id, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    bob.session.disconnected()
    (absence,) = (await away(ann))["away"]
    await due(ann, absence)
    far = Page(live, "bob")
    assert (await far.did(match_id, WIN))["code"] == "not_away"
    assert (await Page(live, "eve").did(match_id, WIN))["code"] == "not_a_player"
    assert (await ann.did(match_id, WIN))["t"] == "ack"


async def test_who_does_nothing_without_a_clock_is_waited_for(live: Live) -> None:
    match_id, *pages = await begun(live)
    side = (await pages[0].state(match_id))["v"]["to_act"]
    idle, opponent = pages[side], pages[1 - side]
    (absence,) = (await away(opponent))["away"]
    assert (absence["side"], absence["idle"]) == (side, True)
    await due(opponent, absence)
    assert (await idle.did(match_id, WIN))["code"] == "not_away"
    assert (await opponent.did(match_id, WIN))["t"] == "ack"
    assert (await ended(opponent))["winner"] == 1 - side


async def test_acting_ends_idleness(tmp_path: Path) -> None:
    # within a few milliseconds a busy machine sends no news: the player would be idle again
    live = await started(tmp_path / "live.sqlite3", times=SOON._replace(idle=1_000))
    match_id, *pages = await begun(live)
    side = (await pages[0].state(match_id))["v"]["to_act"]
    assert (await away(pages[1 - side]))["away"][0]["idle"]
    await pages[side].did(match_id, next_command(await pages[side].look(match_id)))
    assert (await away(pages[1 - side]))["away"] == []
    await live.stop()


@pytest.mark.parametrize("leaves", [False, True], ids=["line lost", "left"])
async def test_what_was_before_the_match_does_not_count(tmp_path: Path, leaves: bool) -> None:
    """A player who sends the link to a friend has all of their time when the friend comes."""
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now)
    match_id = await live.open(TableRequest(Terms("tabla", clock=CLOCK)))
    ann, bob = Page(live, "ann"), Page(live, "bob")
    await ann.sit(match_id)
    await bob.state(match_id)
    if leaves:
        ann.tell(t="leave", m=match_id, gone=True)
    else:
        ann.session.disconnected()
    now.ms += 600_000
    answer = await bob.sit(match_id)
    claim = await bob.did(match_id, WIN)
    await live.stop()
    assert (answer["t"], claim.get("code")) == ("ack", "not_away")


async def test_while_play_is_paused_nobody_is_waited_for(tmp_path: Path) -> None:
    now = FakeNow()
    live = await started(tmp_path / "live.sqlite3", now=now, times=Timeouts(notice=0))
    match_id, ann, bob = await begun(live, Terms("tabla", clock=CLOCK))
    bob.session.disconnected()
    await away(ann)
    outage = host_of(live).outage
    outage.begin("line")
    now.ms += 600_000
    claim = ann.do(match_id, WIN)
    outage.end("line")
    answer = await ann.answer(claim)
    await live.stop()
    assert answer.get("code") == "not_away"


async def test_programs_are_never_away(live: Live) -> None:
    match_id = await live.open(TableRequest(Terms("tabla", clock=CLOCK), (None, bot_player("plain"))))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    await ann.turn()
    assert (await ann.did(match_id, WIN))["code"] == "not_away"


async def test_after_a_restart_both_are_waited_for_anew(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SOON)
    match_id, *_ = await begun(live)
    await live.stop()
    live = await started(tmp_path / "live.sqlite3", times=SOON)
    ann = Page(live, "ann")
    await ann.state(match_id)
    (absence,) = (await away(ann))["away"]
    assert absence["side"] == 1
    await live.stop()


# tables that wait


def player(name: str) -> ev.Player:
    return ev.Player(name, name.title(), "#777777")


async def test_only_those_for_whom_places_are_kept_clear_a_table(live: Live) -> None:
    for who in ("ann", "bob"):
        match_id = await live.match_service.open(TableRequest(Terms("tabla"), (player("ann"), player("bob"))))
        eve = Page(live, "eve")
        assert (await eve.did(match_id, {"t": "cancel"}))["code"] == "not_a_player"
        page = Page(live, who)
        await page.state(match_id)
        assert (await page.did(match_id, {"t": "cancel"}))["t"] == "ack"
        assert (await ended(page))["winner"] is None
        assert (await Page(live, "ann").sit(match_id))["code"] == "match_over"


async def test_a_table_in_play_is_not_cleared(live: Live) -> None:
    match_id, ann, _ = await begun(live)
    assert (await ann.did(match_id, {"t": "cancel"}))["code"] == "not_now"


async def test_a_table_to_which_nobody_came_is_cleared(live: Live) -> None:
    match_id = await live.match_service.open(
        TableRequest(Terms("tabla"), (player("ann"), None), wait=30, public=True)
    )
    eve = Page(live, "eve")
    state = await eve.state(match_id)
    assert state["v"]["phase"] == "over" or state["v"]["until"]
    await ended(eve)
    assert live.lobby.lists.own_matches("ann") == []


async def test_a_table_waits_through_a_restart(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    match_id = await live.match_service.open(TableRequest(Terms("tabla"), (player("ann"), None), wait=1))
    await live.stop()
    live = await started(tmp_path / "live.sqlite3")
    page = Page(live, "ann")
    await page.state(match_id)
    await ended(page)
    await live.stop()


async def test_who_is_not_ready_in_time_loses_the_table(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", times=SOON)
    match_id = await live.match_service.open(
        TableRequest(Terms("tabla"), (player("ann"), player("bob")), wait=60_000)
    )
    assert (await Page(live, "ann").sit(match_id))["t"] == "ack"
    await live.stop()
    now = steady()
    live = await started(tmp_path / "live.sqlite3", times=SOON, now=lambda: now() + READY)
    ann = Page(live, "ann")
    await ann.state(match_id)
    await ended(ann)
    bob = Page(live, "bob")
    seal = (await bob.state(match_id))["v"]["seal"]
    assert (await bob.did(match_id, {"t": "sit", "seed": SEED, "seal": seal}))["code"] == "match_over"
    await live.stop()


async def test_a_host_who_sits_first_waits_as_long_as_their_table(live: Live) -> None:
    request = TableRequest(Terms("tabla"), (None, player("ann")), wait=300_000, public=True, by=1)
    match_id = await live.match_service.open(request)
    page = Page(live, "ann")
    before = (await page.state(match_id))["v"]["until"]
    assert (await page.sit(match_id))["t"] == "ack"
    assert page.table["v"]["until"] == before
    (card,) = [card for card in live.lobby.lists.cards(Filter("open")) if card.id == match_id]
    assert card.until == before
    bob = Page(live, "bob")
    await bob.sit(match_id)
    await act(match_id, bob, page)


async def test_a_guest_who_sits_first_asks_the_host_whether_they_are_ready(live: Live) -> None:
    request = TableRequest(Terms("tabla"), (player("ann"), None), wait=300_000, public=True, by=0)
    match_id = await live.match_service.open(request)
    bob = Page(live, "bob")
    before = (await bob.state(match_id))["v"]["until"]
    await bob.sit(match_id)
    assert bob.table["v"]["until"] < before - 200_000


async def test_both_ready_begins_the_match(live: Live) -> None:
    match_id = await live.match_service.open(
        TableRequest(Terms("tabla"), (player("ann"), player("bob")), wait=60_000)
    )
    pages = Page(live, "ann"), Page(live, "bob")
    for page in pages:
        assert (await page.sit(match_id))["t"] == "ack"
    await act(match_id, *pages)
    assert pages[0].table["v"]["until"] is None


async def test_of_strangers_at_an_open_table_nothing_is_kept(live: Live) -> None:
    match_id = await live.open(TableRequest(Terms("tabla")))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    for n in range(30):
        stranger = Page(live, f"stranger{n}")
        await stranger.look(match_id)
        if n % 2:
            stranger.tell(t="leave", m=match_id, gone=True)
        stranger.session.disconnected()
    eve = Page(live, "eve")
    await eve.look(match_id)
    ann.tell(t="leave", m=match_id, gone=True)
    table = host_of(live)._presence._tables[match_id]
    assert (set(table.gone), table.departed, set(table.wheres)) == ({"ann"}, {"ann"}, {"eve"})


def test_a_dead_line_is_noticed_long_before_anybody_may_claim() -> None:
    times = Timeouts()
    assert 2 * IDLE_S * 1000 + times.notice <= times.fast / 2
