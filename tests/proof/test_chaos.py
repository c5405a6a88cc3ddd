"""Many players, four processes, and everything that can be killed is killed in turn.

What is claimed: every match can be replayed and verified; nothing that was acknowledged is missing or there
twice; every frame that anybody saw is what is stored, so no two hosts both spoke; all players come back
without help and go on; nobody loses on time. Of what players and onlookers write no line is lost, doubled,
out of order, or shown to somebody who must not see it.
"""

import random
from collections.abc import Iterator
from functools import partial
from itertools import permutations, product
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.proof.talking import TalkingProof
from tests.support.search_budget import RUN, times
from tests.support.services import Postgres, Redis

SEEKERS, AGAINST_PROGRAMS = min(176, times(176)), min(24, times(24))
"""So a program plays at every fifth table."""
ONLOOKERS = min(12, times(8))
"""Pairs of members who write beside the matches, and to each other."""
ORDERS = list(product(permutations(range(3)), permutations(range(3))))
"""In which three things fall, and rise again."""
random.Random(1).shuffle(ORDERS)


@pytest.fixture
def services() -> Iterator[tuple[Postgres, Redis]]:
    """A database that keeps its promises, and a Redis; both may be killed."""
    postgres, redis = Postgres(fsync=True), Redis()
    for service in (postgres, redis):
        service.start()
    yield postgres, redis
    for service in (redis, postgres):
        service.stop()


@pytest.mark.slow
async def test_everything_is_killed_in_turn(
    tmp_path: Path, services: tuple[Postgres, Redis], django_db_blocker: DjangoDbBlocker
) -> None:
    postgres, redis = services
    database = postgres.database()
    proof = TalkingProof(
        tmp_path, 0.5, django_db_blocker, ZARIA_DATABASE_URL=database, ZARIA_REDIS_URL=redis.url
    )
    try:
        web, _, host, second_host = await proof.open("web", "web,bots", "host", "host")
        await proof.gather(SEEKERS, AGAINST_PROGRAMS)
        await proof.gather_onlookers(ONLOOKERS)
        await proof.go_on()

        things = (redis, host, second_host)
        for n in range(times(1)):
            await proof.strike("a host was killed", lambda: proof.replace(host))
            await proof.strike("a web process was killed", lambda: proof.replace(web))
            await proof.strike("Redis was killed", lambda: proof.restart(redis))
            await proof.strike("PostgreSQL was killed", lambda: proof.restart(postgres))
            falls, rises = ORDERS[(RUN * times(1) + n) % len(ORDERS)]
            name = f"Redis (0) and both hosts fell in the order {falls} and rose in the order {rises}"
            await proof.strike(name, partial(proof.fall, things, falls, rises))
        await proof.finish()
        assert await proof.close() == [0, 0, 0, 0]
    finally:
        await proof.clean()
    proof.judge()


async def test_one_process_on_sqlite_is_killed(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    proof = TalkingProof(tmp_path, 0.3, django_db_blocker)
    try:
        (house,) = await proof.open(None)
        await proof.gather(SEEKERS // 2, AGAINST_PROGRAMS // 2)
        await proof.gather_onlookers(ONLOOKERS // 2)
        await proof.go_on()
        for _ in range(times(2)):
            await proof.strike("the process was killed", lambda: proof.replace(house))
        await proof.finish()
        assert await proof.close() == [0]
    finally:
        await proof.clean()
    proof.judge()
