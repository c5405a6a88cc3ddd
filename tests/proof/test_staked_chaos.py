"""Members play for stakes while everything is killed in turn: no hundredth is made or lost.

What is claimed, besides all that `test_chaos` claims: each member has the welcome and what their matches are
worth by the events of the journal, the house has its fees, and the rest is nowhere; each hold is resolved
once; nobody sat without a hold, nor got it back before the match was over; and in the end nothing is held.
"""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.proof.servers import House
from tests.proof.stakes import StakedProof
from tests.proof.test_chaos import ORDERS
from tests.support.club.site_database import copy_tables
from tests.support.search_budget import RUN, times
from tests.support.services import Postgres, Redis

SWEPT_WITHIN = 240.0
"""Seconds: a hold that no seat needs stays for two minutes, and the sweeper looks once a minute."""


@pytest.fixture
def services(mortal: Postgres) -> Iterator[tuple[Postgres, Redis]]:
    """This worker's database, and a Redis; both may be killed.

    What the database has written is with the system when it is killed: it keeps its promises without `fsync`.
    """
    redis = Redis()
    redis.start()
    yield mortal, redis
    redis.stop()


@pytest.fixture
def urls(services: tuple[Postgres, Redis], django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """The environment of processes that share these. The site's tables are in the database already."""
    postgres, redis = services
    database = postgres.url("staked")
    with django_db_blocker.unblock():
        copy_tables(database)
    return {"ZARIA_DATABASE_URL": database, "ZARIA_REDIS_URL": redis.url}


async def test_everything_is_killed_in_turn(
    tmp_path: Path,
    services: tuple[Postgres, Redis],
    urls: dict[str, str],
    django_db_blocker: DjangoDbBlocker,
) -> None:
    postgres, redis = services
    proof = StakedProof(tmp_path, 0.2, django_db_blocker, **urls)
    try:
        process, _ = await proof.open("web,host", "web,host")
        await proof.gather_pairs(8)
        await proof.go_on()
        for _ in range(times(1)):
            await proof.strike("a process was killed", partial(proof.replace, process))
            await proof.strike("Redis was killed", partial(proof.restart, redis))
            await proof.strike("PostgreSQL was killed", partial(proof.restart, postgres))
        await proof.finish()
        assert await proof.close() == [0, 0]
        await proof.sweep()
    finally:
        await proof.clean()
    proof.judge()
    await proof.audit()


@pytest.mark.slow
@pytest.mark.timeout(3000)  # on a busy machine; on a quiet one it takes five minutes
async def test_everything_is_killed_under_two_hundred(
    tmp_path: Path,
    services: tuple[Postgres, Redis],
    urls: dict[str, str],
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """Services and hosts at once, too; and the sweeper returns in its own time what no seat needs."""
    postgres, redis = services
    proof = StakedProof(tmp_path, 1.0, django_db_blocker, **urls)
    try:
        web, second, host, second_host = await proof.open("web", "web,bots", "host", "host")
        await proof.gather_pairs(100)
        await proof.go_on()
        for n in range(times(1)):
            await proof.strike("a host was killed", partial(proof.replace, host))
            await proof.strike("both web processes were killed", partial(proof.replace, web, second))
            await proof.strike("Redis was killed", partial(proof.restart, redis))
            await proof.strike("PostgreSQL was killed", partial(proof.restart, postgres))
            falls, rises = ORDERS[(RUN * times(1) + n) % len(ORDERS)]
            name = f"Redis (0) and both hosts fell in the order {falls} and rose in the order {rises}"
            await proof.strike(name, partial(proof.fall, (redis, host, second_host), falls, rises))
            await proof.strike("the rest was killed", partial(fall_together, proof, postgres, web, second))
        await proof.finish()
        await proof.until_nothing_is_held(await proof.patience(SWEPT_WITHIN))
        assert await proof.close() == [0, 0, 0, 0]
    finally:
        await proof.clean()
    proof.judge()
    await proof.audit()


@pytest.mark.slow
async def test_one_process_on_sqlite_is_killed_at_any_moment(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """Often, and soon after it has started: between a hold and its seat, a result and its settlement."""
    proof = StakedProof(tmp_path, 0.02, django_db_blocker)
    try:
        (house,) = await proof.open(None)
        await proof.gather_pairs(8)
        await proof.go_on()
        for _ in range(times(2)):
            await asyncio.sleep(proof.crowd.choose.random())
            await proof.strike("the process was killed", partial(proof.replace, house))
        await proof.finish()
        assert await proof.close() == [0]
        await proof.sweep()
    finally:
        await proof.clean()
    proof.judge()
    await proof.audit()


async def fall_together(proof: StakedProof, postgres: Postgres, web: House, second: House) -> None:
    """The database and both web processes, in any order; a process starts only with its database."""
    choose = proof.crowd.choose
    await proof.fall((postgres, web, second), choose.sample(range(3), 3), (0,))
    await proof.fall((web, second), (), choose.sample(range(2), 2))
