"""After any failures and delays in any order: once all is up again no table stands still.

Within a bound every program that has to act has done so, and every page that is open shows the last event of
the journal, even if nobody does anything any more. Then everybody can go on; and a clock that runs ends.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.proof.club import Club, Member
from tests.support.by_day import by_day
from tests.support.search_budget import times
from zaria.live.cluster.node import SETTLE
from zaria.match.shared_events import READY
from zaria.match.terms import ClockTerms

BOUND = 15_000
"""Milliseconds in which all has to be well again."""
BANK = 30_000
GRACE = 10_000
"""The time that a clock gets back when a host takes over from a dead one."""
TABLES = 4
ROLES = ("web", "web,bots", "host", "web,host")
BLOWS = ("redis", "database", "host", "web", "leave", "late", "rise", "hang", "lose")
WAITS = (0, 40, 150, 500, 1_200, 2_400, 4_000)

SETTINGS = settings(max_examples=times(5), suppress_health_check=list(HealthCheck), derandomize=True)


class Blow(NamedTuple):
    """Something bad: its kind, to which of them, for how long (ms), and how long until the next."""

    kind: str
    which: int = 0
    ms: int = 0
    wait: int = 0


def blows(*kinds: str) -> st.SearchStrategy[list[Blow]]:
    """Several of these kinds."""
    blow = st.builds(
        Blow, st.sampled_from(kinds), st.integers(0, 3), st.sampled_from(WAITS), st.sampled_from(WAITS)
    )
    return st.lists(blow, min_size=1, max_size=8)


@contextmanager
def club_of(seed: int, clock: ClockTerms | None = None, waits: tuple[int, ...] = ()) -> Iterator[Club]:
    """A club in which everybody plays."""
    club = Club(seed, clock, TABLES, waits)
    try:
        for roles in ROLES:
            club.open(roles)
        club.advance(6_000)
        assert all(match.truth.seq > 3 for match in club.matches.values() if match.id.startswith("m"))
        yield club
    finally:
        club.close()


def strike(club: Club, blow: Blow) -> None:
    """Do it; a process that is killed, or leaves, is replaced by another with the same roles."""
    hosts = [member for member in club.members if "host" in member.roles and not member.leaving]
    webs = [member for member in club.members if "web" in member.roles and not member.leaving]
    match blow.kind:
        case "redis":
            club.redis.kill()
            club.later(blow.ms, club.redis.start)
        case "database":
            club.database, club.database_life = False, club.database_life + 1
            club.later(blow.ms, partial(setattr, club, "database", True))
        case "host" if hosts:
            _replace(club, hosts[blow.which % len(hosts)], blow.ms)
        case "web" if webs:
            _replace(club, webs[blow.which % len(webs)], blow.ms)
        case "leave" if hosts:
            host = hosts[blow.which % len(hosts)]
            host.leave()
            club.later(blow.ms, partial(club.open, ",".join(host.roles)))
        case "late" if club.members:
            member = club.members[blow.which % len(club.members)]
            member.late += [blow.ms / 1000 / 4] * 4
        case "rise" if hosts:
            first = hosts[blow.which % len(hosts)]
            first.rising, first.followed = blow.ms / 1000, [host for host in hosts if host is not first]
            for host in first.followed:
                host.rising, host.process.node.settle = 0.0, SETTLE + max(WAITS)
        case "hang" if hosts:
            hosts[blow.which % len(hosts)].hangs = True
        case "lose":
            club.redis.lose += 1 + blow.which
    club.advance(blow.wait)


def _replace(club: Club, member: Member, ms: int) -> None:
    member.die()
    club.later(ms, partial(club.open, ",".join(member.roles)))


def mend(club: Club) -> None:
    """All that was killed is back, and nobody is late any more."""
    club.advance(max(WAITS))
    for member in club.members:
        member.late.clear()
        member.hangs, member.rising, member.followed = False, None, []
        member.process.node.settle = SETTLE
    club.redis.lose = 0
    assert not club.problems, club.problems
    assert club.redis.up
    assert club.database
    assert sorted(",".join(member.roles) for member in club.members) == sorted(ROLES)


def rest(club: Club) -> None:
    """Nobody does anything more: what programs have to do is done within the bound, and all pages show it."""
    for person in club.people:
        person.eager = False
    club.advance(BOUND)
    stuck = [match.description() for match in club.matches.values() if match.of_program]
    assert not stuck, f"programs that do not act: {stuck}"
    old = [
        person.description()
        for person in club.people
        if person.page is None or person.page.last != person.match.truth.seq
    ]
    assert not old, f"pages that do not show what is stored: {old}"
    waiting = [person.description() for person in club.people if person.waiting]
    assert not waiting, f"people without an answer: {waiting}"
    assert not club.problems, club.problems


def go_on(club: Club) -> None:
    """Everybody plays again."""
    before = {match.id: match.truth.seq for match in club.matches.values()}
    for person in club.people:
        person.eager = True
    club.advance(BOUND)
    still = [
        match.description()
        for match in club.matches.values()
        if match.truth.match.phase != "over" and match.truth.seq < before[match.id] + 2
    ]
    assert not still, f"tables that stand still: {still}"


def recover(club: Club) -> None:
    """All is well again."""
    mend(club)
    rest(club)
    go_on(club)


def survive(seed: int, script: list[Blow], clock: ClockTerms | None = None) -> None:
    """Play, be struck, and go on."""
    with club_of(seed, clock) as club:
        for blow in script:
            strike(club, blow)
        if clock is None:
            recover(club)
        else:
            mend(club)
            rest(club)
            club.advance(BANK + GRACE + BOUND)
            running = [
                match.description() for match in club.matches.values() if match.truth.match.phase != "over"
            ]
            assert not running, f"clocks that do not end: {running}"


@pytest.mark.parametrize("which", by_day([0], [0, 1]))
@pytest.mark.parametrize("ms", by_day((150,), (100, 150, 200)))
def test_an_owner_rises_and_says_so_late(which: int, ms: int) -> None:
    """Rows that the other host stores meanwhile are unknown to it."""
    with club_of(which) as club:
        for person in club.people:
            person.ponders = True
        club.advance(5_000)
        strike(club, Blow("rise", which, ms))
        strike(club, Blow("redis", ms=1_000, wait=500))
        for person in club.people:
            person.ponders = False
        recover(club)


@pytest.mark.parametrize(
    "kinds",
    [
        pytest.param(("redis",), marks=pytest.mark.slow),
        pytest.param(("redis", "late"), marks=pytest.mark.slow),
        pytest.param(("redis", "host", "late"), marks=pytest.mark.slow),
        BLOWS,
    ],
)
def test_no_table_stands_still(kinds: tuple[str, ...]) -> None:
    @SETTINGS
    @given(seed=st.integers(0, 10_000), script=blows(*kinds))
    def run(seed: int, script: list[Blow]) -> None:
        survive(seed, script)

    run()


@SETTINGS
@given(seed=st.integers(0, 10_000), script=blows(*BLOWS))
def test_no_table_waits_for_ever(seed: int, script: list[Blow]) -> None:
    """A table without its other player is cleared, and its page shows it."""
    with club_of(seed, waits=(4_000, 8_000, 20_000, 40_000)) as club:
        for blow in script:
            strike(club, blow)
        mend(club)
        rest(club)
        club.advance(40_000 + READY + BOUND)
        waiting = [
            match.description() for match in club.matches.values() if match.truth.match.phase == "open"
        ]
        assert not waiting, f"tables that are not cleared: {waiting}"
        rest(club)


@SETTINGS
@given(seed=st.integers(0, 10_000), script=blows(*BLOWS))
def test_no_clock_stands_still(seed: int, script: list[Blow]) -> None:
    survive(seed, script, ClockTerms(bank=BANK))
