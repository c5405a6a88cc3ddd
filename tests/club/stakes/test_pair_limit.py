"""Two members who have played all their rated matches of a day, at tables with stakes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.club.stakes.test_escrow import arrive, check, have, holds, live_play, lost_by_one_point, order
from tests.support.club.staked_matches import SECRET, member, staked
from tests.support.live.page_sessions import SEED, Page
from zaria.club.ratings.limits import RatingLimits
from zaria.club.ratings.policy import ClubRatingPolicy
from zaria.club.server.live_link import LiveLink
from zaria.club.site.clock import now_ms
from zaria.live.app import Live
from zaria.live.journal.rows import mark, row
from zaria.live.matches.cards import listing
from zaria.live.matches.live_match import encode_places
from zaria.match import events as ev
from zaria.match.dice_play.dice import seal
from zaria.match.evolve import evolve
from zaria.match.refusals import CommandRefusedError
from zaria.match.versions import RULES_VERSION

TERMS = replace(staked("tabla", 10_00, 30_00), rating_terms=None)
CODE = "pair_limit_staked"


@asynccontextmanager
async def limited_play(path: Path, a_day: int = 1) -> AsyncIterator[Live]:
    """Live play with the club's escrow and so many rated matches of two members in a day."""
    link = LiveLink()
    policy = ClubRatingPolicy(RatingLimits(a_day=a_day), link.match)
    try:
        async with live_play(path, rating=policy) as live:
            link.connect(live)
            yield live
    finally:
        await policy.close()


def name_of(page: Page) -> str:
    assert page.user is not None
    return page.user.id


async def owned(*names: str) -> list[object]:
    """The balances of players, and the states of all holds ever made for them."""
    return [(await have(name), await holds(name)) for name in names]


async def refusal(page: Page, match_id: str, unrated: bool) -> str:
    """The code of a refused command to sit down."""
    table_seal = (await page.state(match_id))["v"]["seal"]
    answer = await page.did(match_id, {"t": "sit", "seed": SEED, "seal": table_seal, "unrated": unrated})
    assert answer["t"] == "no", answer
    return str(answer["code"])


async def test_a_seat_is_refused_and_another_player_may_have_it(club_in_sqlite: None, tmp_path: Path) -> None:
    async with limited_play(tmp_path) as live:
        _, host, guest = await lost_by_one_point(live, TERMS)
        match_id = await live.open(order(name_of(host), terms=TERMS))
        host.got.clear()
        assert (await host.sit(match_id))["t"] == "ack"
        before = await owned(name_of(host), name_of(guest))
        for unrated in (False, True):
            assert await refusal(guest, match_id, unrated) == CODE
        assert await owned(name_of(host), name_of(guest)) == before
        eve = await arrive(live, "m-eve")
        assert await refusal(eve, match_id, unrated=True) == "rated_again"
        assert await holds("m-eve") == []
        eve.got.clear()
        assert (await eve.sit(match_id))["t"] == "ack"
        view = (await eve.state(match_id))["v"]
        assert (view["phase"] == "open", view["rated"]) == (False, True)
        assert await holds("m-eve") == ["pending"]
        assert await owned(name_of(host), name_of(guest)) == before
        await check()


async def test_a_rematch_is_not_even_offered(club_in_sqlite: None, tmp_path: Path) -> None:
    async with limited_play(tmp_path) as live:
        match_id, winner, loser = await lost_by_one_point(live, TERMS)
        for page in (winner, loser):
            page.tell(t="again", m=match_id, no=False)
            assert (await page.heard(lambda message: message["t"] == "no"))["code"] == CODE
        assert "again" not in await winner.state(match_id)
        assert [len(await holds(name_of(page))) for page in (winner, loser)] == [1, 1]
        await check()


async def test_a_rematch_is_refused_when_the_last_place_went_after_the_offer(
    club_in_sqlite: None, tmp_path: Path
) -> None:
    async with limited_play(tmp_path, a_day=2) as live:
        match_id, winner, loser = await lost_by_one_point(live, TERMS)
        winner.tell(t="again", m=match_id, no=False)
        assert "offer" in await loser.next_message("again")
        await live.open(order(name_of(loser), name_of(winner), terms=TERMS))
        before = await owned(name_of(winner), name_of(loser))
        loser.tell(t="again", m=match_id, no=False)
        assert (await loser.heard(lambda message: message["t"] == "no"))["code"] == CODE
        assert (await loser.next_message("again"))["offer"] is None
        assert "next" not in await loser.state(match_id)
        assert await owned(name_of(winner), name_of(loser)) == before
        await check()


async def test_an_invitation_is_refused(club_in_sqlite: None, tmp_path: Path) -> None:
    async with limited_play(tmp_path) as live:
        _, winner, loser = await lost_by_one_point(live, TERMS)
        before = await owned(name_of(winner), name_of(loser))
        with pytest.raises(CommandRefusedError) as refused:
            await live.open(order(name_of(winner), name_of(loser), terms=TERMS))
        assert refused.value.code == CODE
        assert await owned(name_of(winner), name_of(loser)) == before
        plain = replace(TERMS, stakes=None, delayed=False)
        match_id = await live.open(order(name_of(winner), name_of(loser), terms=plain))
        assert (await winner.state(match_id))["v"]["unrated"] == "pair"


async def test_nobody_sits_down_at_an_unrated_table_of_an_earlier_version(
    club_in_sqlite: None, tmp_path: Path
) -> None:
    async with limited_play(tmp_path) as live:
        places = (member("m-ann"), member("m-bob"))
        terms = TERMS.without_rating()
        event = ev.Opened(at=now_ms(), version=RULES_VERSION, id="old", terms=terms, seal=seal(SECRET))
        card = listing(evolve(None, event), places, public=False, since=event.at, n=0, by=0)
        encoded = encode_places(places, by=0)
        await live.journal.open("old", SECRET, encoded, [row(0, event)], card, mark(None, [event]))
        bob = await arrive(live, "m-bob")
        assert await refusal(bob, "old", unrated=False) == CODE
        assert await holds("m-bob") == []
