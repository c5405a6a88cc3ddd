"""A club of several processes is brought from the last release to this version, one process after the other.

What is claimed: matches go on, and are stored and shown as they always are; players come back without help;
what processes of the last release do meanwhile in the tables of this version is as good as before; the
result of every match is recorded once.
"""

import asyncio
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from tests.proof.checks import Judge
from tests.proof.harness import Proof
from tests.proof.servers import House
from tests.support.club.member_client import PASSWORD, Somebody
from tests.support.patience import PATIENCE
from tests.support.releases import install_last_release
from tests.support.servers import environment
from tests.support.services import Postgres, Redis

pytestmark = [pytest.mark.slow, pytest.mark.service, pytest.mark.timeout(1800)]  # a whole build comes first
ROLES = ("web,host", "web,host", "bots")
PAGES = ("/", "/ranking", "/rules/tabla", "/account/login/", "/account/password/reset/")


class ReleasedHouse(House):
    """A process of the last release."""

    def __init__(self, program: Path, *arguments: Path | str, **settings: str) -> None:
        super().__init__(*arguments, **settings)  # type: ignore[arg-type]
        self.program = program

    # `House` uses of a process only what a fork has, too.
    def _open(self, arguments: Sequence[str], log: int) -> subprocess.Popen[str]:  # type: ignore[override]
        return subprocess.Popen(
            [self.program, *arguments],
            cwd=self.program.parent,
            env=environment(self.data, PYTHONPATH="", **self.settings),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )


class UpgradeJudge(Judge):
    """Frames of two releases have the fields of the older one in common."""

    def _is_same(self, frame: bytes, right: bytes) -> bool:
        return _agree(msgspec.json.decode(frame), msgspec.json.decode(right))


def _agree(shown: Any, expected: Any) -> bool:
    """Return whether the fields that both have are the same."""
    if isinstance(shown, dict) and isinstance(expected, dict):
        return all(_agree(shown[name], expected[name]) for name in shown.keys() & expected.keys())
    return bool(shown == expected)


class Upgrade(Proof):
    """Processes of the last release, which are replaced."""

    judge_type = UpgradeJudge

    async def open_released(self, program: Path) -> None:
        """Start those of the last release: the first makes the tables. Nobody judges their log."""
        data, log = self.home / "released", self.home / "released.log"
        data.mkdir()
        self.houses = [ReleasedHouse(program, data, log, role, **self.environment) for role in ROLES]
        first, *later = self.houses
        await first.start()
        await asyncio.gather(*(house.start() for house in later))

    async def upgrade(self, released: House) -> None:
        """Stop a process in order, and start this version at its port."""
        assert await released.stop() == 0
        house = House(self.home / "data", self.home / "log", released.roles, **self.environment)
        house.port = released.port
        self.houses[self.houses.index(released)] = house
        await house.start()

    def visit(self) -> None:
        """Look at pages of all processes, and sign up at each."""
        for house in self.houses:
            if house.web:
                visitor = Somebody(f"http://127.0.0.1:{house.port}")
                assert {page: visitor.get(page).status for page in PAGES} == dict.fromkeys(PAGES, 200)
                assert visitor.register(password2=PASSWORD).status == 302  # the form of 1.0 asks twice
                with psycopg.connect(self.environment["ZARIA_DATABASE_URL"]) as db:
                    query = "SELECT email FROM members_member WHERE username = %s"
                    assert db.execute(query, (visitor.login,)).fetchall() == [(visitor.email,)]

    async def come_to_rest(self) -> None:
        """Wait for the result of each match that was played."""
        async with asyncio.timeout(await self.patience(PATIENCE)):
            while await asyncio.to_thread(self._missing_results):  # noqa: ASYNC110  processes record them
                await asyncio.sleep(0.2)

    def _missing_results(self) -> int:
        query = """
            SELECT count(*) FROM live.match WHERE over > 0
            AND id NOT IN (SELECT match_id FROM live.event WHERE kind = 'cancelled')
            AND id NOT IN (SELECT match_id FROM results_played)"""
        with psycopg.connect(self.environment["ZARIA_DATABASE_URL"]) as db:
            return int(db.execute(query).fetchall()[0][0])


@pytest.fixture
def services() -> Iterator[tuple[Postgres, Redis]]:
    """A database and a Redis of their own."""
    postgres, redis = Postgres(), Redis()
    for service in (postgres, redis):
        service.start()
    yield postgres, redis
    for service in (redis, postgres):
        service.stop()


async def test_one_process_after_the_other_is_replaced(
    tmp_path: Path, services: tuple[Postgres, Redis], django_db_blocker: DjangoDbBlocker
) -> None:
    program = await asyncio.to_thread(install_last_release, tmp_path / "release")
    postgres, redis = services
    services_of_club = {"ZARIA_DATABASE_URL": postgres.database(), "ZARIA_REDIS_URL": redis.url}
    upgrade = Upgrade(tmp_path, 0.3, django_db_blocker, **services_of_club)
    try:
        await upgrade.open_released(program)
        await upgrade.gather(24, 6)
        await upgrade.go_on()
        for released in list(upgrade.houses):
            await upgrade.strike(f"{released.roles} was replaced", lambda: upgrade.upgrade(released))  # noqa: B023
            await asyncio.to_thread(upgrade.visit)
        await upgrade.finish()
        assert await upgrade.close() == [0] * len(ROLES)
    finally:
        await upgrade.clean()
    upgrade.judge()
