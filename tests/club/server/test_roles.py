"""`zaria serve --role`: several processes of the real program, with a database and a Redis between them."""

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.club.conftest import Refused
from tests.support.club.socket_seat import resign_at_once
from tests.support.forked_processes import ForkedProcess
from tests.support.http_client import Visitor, fetch
from tests.support.patience import PATIENCE
from tests.support.servers import QUICK, environment, furnish
from tests.support.services import Redis


class Role:
    """One process. `ready` is the line with which it says that it is."""

    def __init__(self, data: Path, role: str, **more: str) -> None:
        self.role = role
        self.url = ""
        self.ops = ""
        self.port = 0
        options = ("--port", "0", "--bot-pause", "0", "--role", role)
        self.process = ForkedProcess(QUICK, "serve", *options, env=environment(furnish(data), **more))

    def ready(self) -> str:
        for line in self.process.stdout:
            if line.startswith("Health checks and metrics: "):
                self.ops = line.rpartition(" ")[2].strip()
            if line.startswith(("Zaria is open: ", "Zaria is ready: ")):
                self.url = line.partition(": ")[2].strip().rstrip("/")
                return line.strip()
        raise RuntimeError(f"{self.role} ended with {self.process.wait()}")

    def stop(self) -> int:
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


@pytest.fixture
def roles(tmp_path: Path, database: str, redis: Redis) -> Iterator[list[Role]]:
    """Started at the same time, on one empty data directory and one empty database."""
    more = {"ZARIA_DATABASE_URL": database, "ZARIA_REDIS_URL": redis.url}
    roles = [Role(tmp_path, role, **more) for role in ("web", "host,bots")]
    yield roles
    for role in roles:
        if role.process.poll() is None:
            role.process.kill()
            role.process.wait()


def results(database: str) -> list[str]:
    """Stored results of finished matches, once the host's projector has written them."""
    end = time.monotonic() + PATIENCE
    with psycopg.connect(database, autocommit=True) as db:
        while not (rows := db.execute("SELECT match_id FROM results_played").fetchall()):
            assert time.monotonic() < end
            time.sleep(0.01)
    return [match_id for (match_id,) in rows]


@pytest.mark.slow
async def test_a_table_is_set_and_played_in_one_process_and_owned_by_another(
    roles: list[Role], database: str
) -> None:
    web, host = roles
    assert web.ready().startswith("Zaria is open: http://127.0.0.1:")
    assert host.ready() == "Zaria is ready: bots, host"
    assert fetch(host.ops + "readyz").raise_for_status().text == "ok\n"
    assert 'roles="bots,host"' in fetch(host.ops + "metrics").raise_for_status().text
    visitor = Visitor(web.url)
    path = visitor.set_table(game="tabla", opponent="computer", bot="plain", length="1")
    await resign_at_once(web, visitor, path)  # type: ignore[arg-type]
    assert '"phase": "over"' in visitor.get(path).text.replace('":"', '": "')
    assert results(database) == [path.rpartition("/")[2]]
    assert [role.stop() for role in roles] == [0, 0]


def test_roles_need_a_database_and_a_redis_between_them(tmp_path: Path, refused: Refused) -> None:
    database = {"ZARIA_DATABASE_URL": "postgresql://zaria@127.0.0.1:1/zaria"}
    assert "set ZARIA_DATABASE_URL" in refused(tmp_path, "--role", "web")
    assert "set ZARIA_DATABASE_URL" in refused(tmp_path, ZARIA_REDIS_URL="redis://127.0.0.1")
    assert "set ZARIA_REDIS_URL" in refused(tmp_path, "--role", "host", **database)
    assert "ZARIA_REDIS_URL must have the form" in refused(tmp_path, **database, ZARIA_REDIS_URL="127.0.0.1")


def test_a_name_that_no_address_can_have(tmp_path: Path, refused: Refused) -> None:
    assert "ZARIA_NODE must be at most 32 of a to z" in refused(tmp_path, ZARIA_NODE="a/../b")


def test_a_role_that_is_none(tmp_path: Path, refused: Refused) -> None:
    wrong = "'web,king' is not a role: use all, or some of web,host,bots"
    assert wrong in refused(tmp_path, "--role", "web,king")
