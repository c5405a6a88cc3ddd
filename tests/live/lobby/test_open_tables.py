"""A search meets open tables with the terms to which it would lead, and goes on at the next page."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.live.lobby.conftest import Club, serving
from tests.live.lobby.test_seeks import seek
from tests.support.live.page_sessions import FakeNow, Page
from zaria.live.lobby.matcher import READY_MS
from zaria.live.lobby.speeds import CLOCKS
from zaria.live.lobby.widening import GAMES_AFTER, SPEEDS_AFTER
from zaria.match.events import Player
from zaria.match.terms import ClockTerms

BOARD = CLOCKS["board"]


async def test_a_search_leads_to_an_open_table_and_only_one_does(club: Club) -> None:
    host = Page(club.live, "host")
    match_id = await club.table("host", "chess", clock=BOARD["fast"])
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    seek(ann)
    notice = await ann.next_message("go")
    assert (notice["m"], notice["why"]) == (match_id, "seek")
    assert notice["until"] > 0
    assert notice["found"]["opponent"]["name"] == "Host"
    assert notice["found"]["open"]
    seek(bob)
    await bob.next_message("seeking")
    await ann.sit(match_id)
    await host.sit(match_id)
    cid = Page(club.live, "cid")
    seek(cid)
    second_id = (await cid.next_message("go"))["m"]
    assert second_id == (await bob.next_message("go"))["m"]
    assert second_id != match_id


async def test_a_table_that_is_opened_meets_those_who_search_once(tmp_path: Path) -> None:
    now = FakeNow()
    async with serving(tmp_path, now=now) as club:
        Page(club.live, "host")
        ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
        seek(ann)
        await ann.next_message("seeking")
        match_id = await club.table("host", "chess", clock=ClockTerms(bank=200_000))
        assert (await ann.next_message("go"))["m"] == match_id
        now.ms += READY_MS
        seek(ann)
        await ann.next_message("seeking")
        seek(bob)
        assert (await bob.next_message("go"))["m"] == (await ann.next_message("go"))["m"], (
            "not to the same table again"
        )


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "draughts"},
        {"clock": BOARD["slow"]},
        {"clock": None},
        {"delayed": True},
        {"rated": True},
    ],
)
async def test_other_terms_are_not_met(club: Club, terms: dict[str, Any]) -> None:
    Page(club.live, "host")
    match_id = await club.table("host", **{"game": "chess", "clock": BOARD["fast"], **terms})
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    seek(ann)
    await ann.next_message("seeking")
    seek(bob)
    paired_id = (await ann.next_message("go"))["m"]
    assert paired_id == (await bob.next_message("go"))["m"]
    assert paired_id != match_id


async def test_two_who_are_kept_apart_do_not_meet_at_a_table(tmp_path: Path) -> None:
    policy_call = asyncio.Event()

    class Policy:
        async def may_pair(self, first: Player, second: Player) -> bool:
            policy_call.set()
            return {first.id, second.id} != {"ann", "host"}

    async with serving(tmp_path, pairing=Policy()) as club:
        Page(club.live, "host")
        match_id = await club.table("host", "chess", clock=BOARD["fast"])
        ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
        seek(ann)
        await policy_call.wait()
        seek(bob)
        match_ids = {(await seeker.next_message("go"))["m"] for seeker in (ann, bob)}
        assert len(match_ids) == 1
        assert match_id not in match_ids


async def test_a_search_says_how_long_it_goes_on_and_what_it_accepts(tmp_path: Path) -> None:
    now = FakeNow()
    async with serving(tmp_path, now=now) as club:
        ann = Page(club.live, "ann")
        wide: dict[str, Any] = {"game": "tabla", "speed": "fast", "speeds": True, "games": True}
        seek(ann, **wide)
        first = await ann.next_message("seeking")
        assert (first["waited"], first["speeds"], first["games"]) == (0, [], [])
        now.ms += SPEEDS_AFTER
        seek(ann, **wide)
        later = await ann.next_message("seeking")
        assert (later["waited"], later["speeds"], later["games"]) == (SPEEDS_AFTER, ["normal", "slow"], [])
        # the next page goes on; the player's own end forgets the wait
        ann.session.disconnected()
        now.ms += GAMES_AFTER - SPEEDS_AFTER
        page = Page(club.live, "ann")
        seek(page, **wide)
        last = await page.next_message("seeking")
        assert last["waited"] == GAMES_AFTER
        assert "tabla-bg" in last["games"]
        seek(page, "")
        seek(page, **wide)
        await page.heard(lambda message: message.get("waited") == 0)


async def test_a_wide_search_meets_one_for_another_game(tmp_path: Path) -> None:
    now = FakeNow()
    async with serving(tmp_path, now=now) as club:
        ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
        seek(bob, "tabla-bg", "slow")
        seek(ann, "tabla", "fast", speeds=True, games=True)
        await ann.next_message("seeking")
        now.ms += GAMES_AFTER
        seek(bob, "tabla-bg", "slow")
        seek(ann, "tabla", "fast", speeds=True, games=True)
        match_id = (await ann.next_message("go"))["m"]
        assert (await bob.next_message("go"))["m"] == match_id
        terms = await club.live.terms(match_id)
        assert terms is not None
        assert (terms.game, terms.clock) == ("tabla-bg", CLOCKS["dice"]["slow"])
