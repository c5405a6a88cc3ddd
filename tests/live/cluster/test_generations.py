"""Hosts of two releases beside each other: what the older ones do not understand is kept from them."""

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from tests.support.live.cluster_club import ANN, Club, make_older, until
from zaria.games.registry import GAMES
from zaria.live.app import bot_player
from zaria.live.cluster.nodes import (
    CLUB_TASKS,
    GENERATION,
    RECORDING,
    Nodes,
    NodeState,
    generation,
    new_name,
    owner,
)
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.stakes import Stakes
from zaria.match.terms import SESSION, ClockTerms, Terms

BOB = Player("bob", "Bob", "#777777")
CLOCK = ClockTerms(bank=600_000)
NEWER = {
    "stakes": Terms("tabla", clock=CLOCK, delayed=True, stakes=Stakes(100, unit="credits")),
    "a tournament": Terms("tabla", clock=CLOCK, tournament="abcdef"),
    "a money session": Terms("backgammon", length=SESSION),
    "a long match": Terms("backgammon", length=33),
    "a handicap": Terms("backgammon", length=5, start_score=(2, 0)),
    "one device": Terms("tabla", local=("Light", "Dark")),
}


def nodes_of(generations: dict[str, int], me: str) -> Nodes:
    """The nodes as one of these hosts sees them."""
    nodes = Nodes(Redis(), me, ["host"], lambda change: None)
    states = {name: NodeState(name, ["host"], acts=True, generation=n) for name, n in generations.items()}
    nodes._all, nodes.hosts = states, tuple(sorted(states))
    return nodes


async def test_one_of_the_newest_hosts_records_results() -> None:
    generations = {f"host{n}": n % 2 for n in range(8)}
    owners = [name for name in generations if nodes_of(generations, name).owns_among_newest(RECORDING)]
    assert owners == [owner([name for name, n in generations.items() if n], RECORDING)]
    assert nodes_of(generations, "host1").generation() == 0
    assert nodes_of({"host1": 1}, "host1").generation() == 1


async def test_a_host_of_release_1_0_that_pairs_searches_is_the_only_one(club: Club) -> None:
    """It sees no generations: two hosts would send a pair to two tables."""
    first, second = await club.add("host", "host")
    older, newer = (first, second) if first.finds_opponents() else (second, first)
    make_older(older)
    older.node.look_again()
    await until(lambda: newer.node.members.generation() == 0)
    assert newer.records_results()
    assert not newer.finds_opponents()


@pytest.mark.parametrize("task", CLUB_TASKS)
def test_a_new_host_outdoes_those_that_see_no_generations(task: str) -> None:
    old_names = [f"{n:016x}" for n in range(4)]
    newcomers = [new_name() for _ in range(20)]
    assert sum(owner([*old_names, name], task) == name for name in newcomers) >= 10


def test_matches_of_release_1_0_need_no_newer_host() -> None:
    assert generation(Terms("tabla", length=9, cube=True, rated=True, clock=CLOCK)) == 0
    assert {name: generation(terms) for name, terms in NEWER.items()} == dict.fromkeys(NEWER, 1)


def test_a_program_of_a_later_version_needs_newer_hosts() -> None:
    assert generation(Terms("indiyka"), (ANN, bot_player("level5"))) == 0
    assert generation(Terms("indiyka"), (bot_player("zaria"), ANN)) == 1
    assert generation(Terms("chess"), (bot_player("level2"), ANN)) == 0
    assert generation(Terms("chess"), (bot_player("level2.5"), ANN)) == 1


def test_games_by_the_day_need_hosts_that_know_them() -> None:
    assert generation(Terms("tabla", clock=ClockTerms.by_days(3))) == 2


def test_games_of_the_wider_family_need_the_newest_hosts() -> None:
    generations = {name: generation(Terms(name)) for name in GAMES}
    assert {generations[name] for name in ("tabla", "three-games", "draughts", "chess")} == {0}
    assert {generations[name] for name in ("fevga", "tavli", "canadian-draughts", "chess960")} == {GENERATION}
    assert set(generations.values()) == {0, GENERATION}


async def test_a_match_that_a_host_cannot_play_waits_until_the_host_is_replaced(club: Club) -> None:
    web, old = await club.add("web", "host")
    make_older(old)
    old.node.look_again()
    await until(lambda: web.node.members.generation() == 0)
    request = TableRequest(NEWER["a handicap"], (ANN, BOB))
    with pytest.raises(StoreUnavailableError, match="last release"):
        await web.match_service.open(request)
    assert await web.match_service.open(replace(request, terms=Terms("tabla")))
    await old.close()
    await old.stop()
    club.processes.remove(old)
    await club.add("host")
    assert await web.match_service.open(request)
