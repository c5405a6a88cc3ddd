"""No search leads to the same opponent three times in a row, unless each chooses the other."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.live.lobby.conftest import Club, player
from tests.live.lobby.test_processes import Both, both, page
from tests.live.lobby.test_seeks import seek
from tests.support.live.page_sessions import Page, host_of
from tests.support.live.seekers import want
from zaria.live.lobby.meetings import FORGOTTEN_MS, Meeting, Meetings
from zaria.live.lobby.pairing import Pool
from zaria.live.lobby.speeds import Kind
from zaria.live.matches.host import Host
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.terms import Terms

__all__ = ["both"]

KIND = Kind("tabla", "fast")


@given(st.lists(st.permutations("abc").map(lambda order: (order[0], order[1])), max_size=30))
def test_nobody_meets_the_same_player_three_times_in_a_row(draws: list[tuple[str, str]]) -> None:
    """Two of three search each time; those who are paired play, those who are not stop."""
    seen, played = Meetings(lambda: 0), dict[str, list[str]](a=[], b=[], c=[])
    pool = Pool(seen.too_often)
    for first, second in draws:
        for who in (first, second):
            want(pool, KIND, Player(who, who, "#777777"), None, 0)
        pairs = pool.pairs(0)
        third = played[first][-2:] == [second] * 2 or played[second][-2:] == [first] * 2
        assert bool(pairs) is not third
        for pair in pairs:
            seen.add(Meeting(0, pair.first.id, pair.second.id))
            played[pair.first.id].append(pair.second.id)
            played[pair.second.id].append(pair.first.id)
        pool.drop(first)
        pool.drop(second)


def test_each_can_choose_the_other() -> None:
    pool = Pool(lambda first, second: True)
    ann, bob = Player("ann", "Ann", "#777777"), Player("bob", "Bob", "#777777")
    want(pool, KIND, ann, None, 0)
    want(pool, KIND, bob, None, 0, to="ann")
    assert pool.pairs(0) == []
    assert pool.waits_for_answer("bob")
    assert not pool.waits_for_answer("ann")
    want(pool, KIND, ann, None, 0, to="bob")
    assert len(pool.pairs(0)) == 1


def test_a_row_ends_with_another_opponent_and_with_the_day() -> None:
    now = [0]
    seen = Meetings(lambda: now[0])
    seen.add(Meeting(0, "ann", "bob"))
    assert not seen.too_often("ann", "bob")
    seen.add(Meeting(0, "bob", "ann"))
    assert seen.too_often("ann", "bob")
    assert seen.too_often("bob", "ann")
    seen.add(Meeting(0, "ann", "cid"))
    assert seen.too_often("ann", "bob"), "bob has met nobody else"
    seen.add(Meeting(0, "bob", "dan"))
    assert not seen.too_often("ann", "bob")
    for _ in range(2):
        seen.add(Meeting(now[0], "ann", "bob"))
    now[0] = FORGOTTEN_MS
    assert not seen.too_often("ann", "bob")
    seen.add(Meeting(now[0], "ann", "bob"))
    assert not seen.too_often("ann", "bob"), "a new row"


def test_only_the_last_players_are_remembered() -> None:
    seen = Meetings(lambda: 0, most_players=2)
    for first, second in (("ann", "bob"), ("ann", "bob"), ("cid", "dan")):
        seen.add(Meeting(0, first, second))
    assert not seen.too_often("ann", "bob")


async def test_matches_before_the_start_count_and_an_error_stops_nothing() -> None:
    seen = Meetings(lambda: FORGOTTEN_MS)

    async def recent(since: int) -> Sequence[Meeting]:
        assert since == 0
        return [Meeting(1, "ann", "bob"), Meeting(2, "ann", "bob")]

    async def failing(since: int) -> Sequence[Meeting]:
        raise OSError("no database")

    await seen.load(failing)
    assert not seen.too_often("ann", "bob")
    await seen.load(recent)
    assert seen.too_often("ann", "bob")


async def test_a_match_on_one_device_is_no_meeting(club: Club) -> None:
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    for _ in range(2):
        await play(host_of(club.live), ann, bob)
    for participant, seat in ((ann, player("ann")), (bob, player("bob"))):
        alone = TableRequest(Terms("chess", local=("White", "Black")), (seat, seat), by=0)
        assert (await participant.sit(await host_of(club.live).open(alone)))["t"] == "ack"
    handle = club.live.lobby.sessions.seeks.handle
    for seeker in (ann, bob):
        seek(seeker)
    seek(bob, to=handle("ann"))
    assert (await bob.heard(lambda message: message.get("often") is True))["t"] == "seeking"


async def play(host: Host, loser: Page, winner: Page) -> None:
    """A match that the loser resigns at once."""
    places = player("ann"), player("bob")
    match_id = await host.open(TableRequest(Terms("chess"), places, wait=300_000))
    for participant in (loser, winner):
        assert (await participant.sit(match_id))["t"] == "ack"
    assert (await loser.did(match_id, {"t": "resign"}))["t"] == "ack"


async def test_a_third_search_of_two_goes_on_until_each_chooses_the_other(club: Club) -> None:
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    for _ in range(2):
        await play(host_of(club.live), ann, bob)
    for seeker in (ann, bob):
        seek(seeker)
    handle = club.live.lobby.sessions.seeks.handle
    seek(bob, to=handle("ann"))
    assert (await bob.heard(lambda message: message.get("often") is True))["t"] == "seeking"
    cid = Page(club.live, "cid")
    seek(ann, "")
    seek(cid)
    assert (await cid.next_message("go"))["m"] == (await bob.next_message("go"))["m"]


async def test_all_processes_know_who_has_met_whom(both: Both) -> None:
    ann, bob = page(both.first, "ann"), page(both.second, "bob")
    for _ in range(2):
        await play(both.host, ann, bob)
    both.pairs[:] = ["two"]
    handle = both.second.lobby.sessions.seeks.handle
    for seeker in (ann, bob):
        seek(seeker)
    seek(bob, to=handle("ann"))
    await bob.heard(lambda message: message.get("often") is True)
    seek(ann, to=handle("bob"))
    assert (await ann.next_message("go"))["m"] == (await bob.next_message("go"))["m"]
