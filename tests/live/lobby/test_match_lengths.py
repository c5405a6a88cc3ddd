"""Searches for matches of a length, with the cube or without, meet those for the same match."""

from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.live.lobby.conftest import Club, serving
from tests.live.lobby.test_seeks import seek
from tests.support.live.page_sessions import FakeNow, Page
from tests.support.live.seekers import want
from zaria.live.lobby.pairing import PATIENCE, Pair, Pool
from zaria.live.lobby.speeds import CLOCKS, LENGTHS, Kind
from zaria.live.lobby.widening import LENGTHS_AFTER, NARROW, Widening
from zaria.match.events import Player

DICE = CLOCKS["dice"]
TO_FIVE: dict[str, Any] = {"game": "backgammon", "speed": "normal", "length": 5, "cube": True}
LONGER = Widening(lengths=True)

kinds = st.builds(
    Kind,
    st.sampled_from(["backgammon", "tabla"]),
    st.sampled_from(["fast", "slow"]),
    st.sampled_from(LENGTHS),
    st.booleans(),
)
waits = st.integers(0, 60).map(lambda seconds: seconds * 1000)
NOW = 100_000


def player(place: int) -> Player:
    return Player(f"p{place}", f"P{place}", "#777777")


def paired(searches: list[tuple[int, Kind, int]], widening: Widening = NARROW) -> list[Pair]:
    """The pairs of seekers who have waited so long, all equal in rating."""
    pool = Pool()
    for place, kind, waited in searches:
        want(pool, kind, player(place), None, NOW, widening, since=NOW - waited)
    return pool.pairs(NOW)


def couples(pairs: list[Pair]) -> set[tuple[Kind, frozenset[str]]]:
    return {(pair.kind, pair.couple) for pair in pairs}


@given(st.lists(st.tuples(kinds, waits), max_size=9))
def test_only_equal_terms_meet_and_all_that_can(looks: list[tuple[Kind, int]]) -> None:
    pairs = paired([(place, *look) for place, look in enumerate(looks)])
    wanted = {f"p{place}": kind for place, (kind, _) in enumerate(looks)}
    for pair in pairs:
        assert wanted[pair.first.id] == wanted[pair.second.id] == pair.kind
        assert pair.first != pair.second
    alone = wanted.keys() - {name for pair in pairs for name in pair.couple}
    assert len({wanted[name] for name in alone}) == len(alone), "two with the same terms have not met"


@given(st.lists(st.tuples(kinds, waits), max_size=8), st.randoms(use_true_random=False), st.booleans())
def test_who_came_first_to_the_pool_makes_no_difference(
    looks: list[tuple[Kind, int]], random: st.DrawFn, lengths: bool
) -> None:
    searches = [(place, *look) for place, look in enumerate(looks)]
    mixed = list(searches)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    widening = Widening(lengths=lengths)
    assert couples(paired(searches, widening)) == couples(paired(mixed, widening))


@given(kinds, st.lists(waits.filter(lambda waited: waited >= PATIENCE), min_size=3, max_size=7, unique=True))
def test_the_longest_waits_are_over_first(kind: Kind, waited: list[int]) -> None:
    pairs = paired([(place, kind, wait) for place, wait in enumerate(waited)])
    remaining = {f"p{place}" for place in range(len(waited))} - {
        name for pair in pairs for name in pair.couple
    }
    assert len(remaining) == len(waited) % 2
    longest = max(range(len(waited)), key=lambda place: waited[place])
    assert f"p{longest}" not in remaining


@given(st.lists(st.tuples(kinds, waits), min_size=2, max_size=8))
def test_a_wish_that_is_widened_meets(looks: list[tuple[Kind, int]]) -> None:
    pairs = paired([(place, *look) for place, look in enumerate(looks)], LONGER)
    wanted = {f"p{place}": look for place, look in enumerate(looks)}
    for pair in pairs:
        (first, first_wait), (second, second_wait) = wanted[pair.first.id], wanted[pair.second.id]
        assert pair.kind in (first, second)
        assert first._replace(length=0) == second._replace(length=0), "neither game, speed nor cube changes"
        assert first == second or max(first_wait, second_wait) >= LENGTHS_AFTER
    alone = wanted.keys() - {name for pair in pairs for name in pair.couple}
    for name, opponent in combinations(sorted(alone), 2):
        (first, first_wait), (second, second_wait) = wanted[name], wanted[opponent]
        meet = first._replace(length=0) == second._replace(length=0)
        assert not (meet and max(first_wait, second_wait) >= LENGTHS_AFTER), "both could play"


async def test_two_who_search_for_the_same_match_get_it(club: Club) -> None:
    ann, bob, cid = (Page(club.live, who) for who in ("ann", "bob", "cid"))
    seek(cid, "backgammon", "normal")
    seek(ann, **TO_FIVE)
    progress = await ann.next_message("seeking")
    assert (progress["length"], progress["cube"], progress["others"], progress["lengths"]) == (5, True, 0, [])
    reader = Page(club.live, None)
    reader.tell(t="hall", what="open")
    entries = {entry["name"]: entry for entry in reader.got[-1]["seeks"]}
    assert (entries["Ann"]["length"], entries["Ann"]["cube"]) == (5, True)
    assert "cube" not in entries["Cid"]
    seek(bob, **TO_FIVE)
    notices = [await seeker.next_message("go") for seeker in (ann, bob)]
    for notice in notices:
        assert (notice["m"], notice["found"]["length"], notice["found"]["cube"]) == (notices[0]["m"], 5, True)
    terms = await club.live.terms(notices[0]["m"])
    assert terms is not None
    assert (terms.game, terms.length, terms.cube, terms.crawford) == ("backgammon", 5, True, True)
    assert [message["t"] for message in cid.got if message["t"] == "go"] == []


async def test_without_a_length_it_is_a_single_game_without_the_cube(club: Club) -> None:
    """So pages that were loaded before, and programs written for the last release, search."""
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    ann.tell(t="seek", game="backgammon", speed="fast", rated=True, to="", speeds=False, games=False)
    seek(bob, "backgammon", "fast", length=1, cube=False)
    notice = await ann.next_message("go")
    assert notice["m"] == (await bob.next_message("go"))["m"]
    assert "length" not in notice["found"]
    assert "cube" not in notice["found"]


async def test_terms_that_no_match_has_are_refused(club: Club) -> None:
    ann = Page(club.live, "ann")
    for game, fields in (("chess", {"length": 3}), ("tabla-bg", {"cube": True}), ("tabla", {"length": 4})):
        seek(ann, game, **fields)
        assert (await ann.next_message("no"))["code"] == "bad_terms"


async def test_an_answer_with_other_terms_is_a_search_of_its_own(club: Club) -> None:
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    seek(ann, **TO_FIVE)
    await ann.next_message("seeking")
    to = club.live.lobby.sessions.seeks.handle("ann")
    seek(bob, **{**TO_FIVE, "length": 3, "to": to})
    assert (await bob.next_message("seeking"))["others"] == 0
    seek(bob, **{**TO_FIVE, "to": to})
    assert (await bob.next_message("go"))["found"]["length"] == 5


async def test_an_open_table_with_the_same_terms_is_met(club: Club) -> None:
    Page(club.live, "host")
    match_id = await club.table("host", "backgammon", clock=DICE["normal"], length=5, cube=True)
    ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
    seek(ann, **{**TO_FIVE, "length": 3})
    seek(bob, **{**TO_FIVE, "cube": False})
    for seeker in (ann, bob):
        await seeker.next_message("seeking")
    cid = Page(club.live, "cid")
    seek(cid, **TO_FIVE)
    notice = await cid.next_message("go")
    assert (notice["m"], notice["found"]["length"], notice["found"]["cube"]) == (match_id, 5, True)
    assert notice["found"]["open"]


async def test_waiting_widens_to_a_table_of_another_length(tmp_path: Path) -> None:
    now = FakeNow()
    async with serving(tmp_path, now=now) as club:
        Page(club.live, "host")
        match_id = await club.table("host", "backgammon", clock=DICE["normal"], length=7, cube=True)
        ann = Page(club.live, "ann")
        seek(ann, **TO_FIVE, lengths=True)
        assert (await ann.next_message("seeking"))["lengths"] == []
        now.ms += LENGTHS_AFTER
        seek(ann, **TO_FIVE, lengths=True)
        assert (await ann.next_message("seeking"))["lengths"] == [3, 7, 1]
        notice = await ann.next_message("go")
        assert (notice["m"], notice["found"]["length"]) == (match_id, 7), "the other length is named"


async def test_another_length_is_another_search_with_its_own_wait(tmp_path: Path) -> None:
    now = FakeNow()
    async with serving(tmp_path, now=now) as club:
        ann = Page(club.live, "ann")
        seek(ann, **TO_FIVE)
        await ann.next_message("seeking")
        now.ms += 5_000
        seek(ann, **TO_FIVE)
        assert (await ann.next_message("seeking"))["waited"] == 5_000
        seek(ann, **{**TO_FIVE, "length": 7})
        await ann.heard(lambda message: message.get("length") == 7 and message["waited"] == 0)
