"""Limits that all processes count together in Redis, and each by itself while Redis is away."""

import ast
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.club.site_database import furnished
from tests.support.http_client import Visitor
from tests.support.servers import ROOT, Server
from tests.support.services import Redis
from zaria.club.site.redis_fallback import RedisFallback
from zaria.club.site.shared_cache import SharedCache
from zaria.club.site.shared_rates import PREFIX, RedisBuckets, SharedRates, take_all
from zaria.live.logs import OnceAMinute

CLUB = ROOT / "src/zaria/club"
OWN_LOADS = {
    "conversations/store.py": "limits the load of this process: the lines stored are counted besides"
}
"""Files of the club with a limit for each process, and why."""
GUEST = "203.0.113.7"
TAKING = re.compile(r"(\w\(\)|limits|[rR]ates)\.take$")


@pytest.fixture
def mortal_redis() -> Iterator[Redis]:
    """A Redis of the test's own, to be killed."""
    server = Redis()
    server.start()
    yield server
    server.stop()


def processes(url: str, a_minute: int) -> list[SharedRates]:
    """The same limit in three processes, each with a connection of its own."""
    limits = [SharedRates("test", a_minute, url) for _ in range(3)]
    for limit in limits:
        limit._shared = RedisBuckets(url)
    return limits


async def test_processes_count_together(redis: Redis) -> None:
    first, second, third = processes(redis.url, 3)
    name = os.urandom(4).hex()
    assert [rates.take(name, 0) for rates in (first, second, third)] == [True, True, True]
    assert [rates.take(name, 0) for rates in (first, second, third)] == [False, False, False]
    assert not await first.take_async(name, 0)
    assert SharedRates("another", 3, redis.url).take(name, 0)
    assert await take_all(third, [f"{name} more"])
    assert not await take_all(third, [f"{name} more", name])
    assert SharedRates("test", 0, redis.url).take(name, 0)


def test_a_bucket_is_filled_with_time_and_forgotten_when_it_is_full(redis: Redis) -> None:
    first, second, third = processes(redis.url, 3)
    name = os.urandom(4).hex()
    assert first._shared is not None
    client, key = first._shared._take.registered_client, f"{PREFIX}:test:{name}"
    assert all(rates.take(name, 0) for rates in (first, second, third))
    assert 0 < client.pttl(key) <= 60_000
    client.hset(key, "at", float(client.hget(key, "at")) - 25_000)
    assert [first.take(name, 60_000), second.take(name, 60_000)] == [True, False]


def test_each_process_counts_while_redis_is_away(
    mortal_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    first, second, _ = processes(mortal_redis.url, 3)
    assert first.take("ann", 0)
    filters = logging.getLogger("zaria.club.site.redis_fallback").filters
    assert filters  # one for each time that a test of this process has configured the logs
    for once_a_minute in filters:
        assert isinstance(once_a_minute, OnceAMinute)
        once_a_minute._quiet_until.clear()
    mortal_redis.kill()
    with caplog.at_level(logging.WARNING):
        assert [first.take("ann", 0) for _ in range(3)] == [True, True, False]
        assert [second.take("ann", 0) for _ in range(4)] == [True, True, True, False]
    (record,) = caplog.records
    assert "Redis is away" in record.getMessage()
    mortal_redis.start()
    for rates in (first, second):
        assert rates._shared is not None
        rates._shared._fallback = RedisFallback()
    assert [first.take("bob", 0), second.take("bob", 0), first.take("bob", 0)] == [True] * 3
    assert not second.take("bob", 0)


def test_the_cache_outlives_redis(mortal_redis: Redis) -> None:
    cache, second_cache = (SharedCache(mortal_redis.url, {}) for _ in range(2))
    for store in (cache, second_cache):
        store._fallback = RedisFallback(rest_s=0)
    assert cache.add("attempts", 1)
    assert not second_cache.add("attempts", 1)
    assert second_cache.incr("attempts") == 2
    assert cache.get("attempts") == 2
    assert cache.touch("attempts", 60)
    mortal_redis.kill()
    assert cache.get("attempts", "none") == "none"
    cache.set("attempts", 7)
    assert (cache.incr("attempts"), cache.get_many(["attempts"])) == (8, {"attempts": 8})
    assert cache.get_or_set("page", lambda: "drawn") == "drawn"
    assert cache.delete("attempts")
    cache.clear()
    assert cache.get("page") is None
    mortal_redis.start()
    assert cache.add("attempts", 1)
    assert second_cache.get("attempts") == 1


def _limits(path: Path) -> Iterator[ast.Call]:
    text = path.read_text(encoding="utf-8")
    if "Rates(" not in text:
        return  # most modules: they need not be parsed
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Rates", "SharedRates"):
            yield node


def test_every_limit_of_the_site_is_shared() -> None:
    names = []
    for path in CLUB.rglob("*.py"):
        for call in _limits(path):
            if ast.unparse(call.func) == "SharedRates":
                names.append(ast.literal_eval(call.args[0]))
            else:
                assert str(path.relative_to(CLUB)) in OWN_LOADS
    assert len(names) > 10
    assert len(set(names)) == len(names)


def _blocking(path: Path) -> Iterator[ast.Call]:
    """The calls in coroutines that take from a limit and are not awaited."""
    text = path.read_text(encoding="utf-8")
    if ".take(" not in text:
        return  # most modules: they need not be parsed
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.AsyncFunctionDef):
            awaited = {node.value for node in ast.walk(function) if isinstance(node, ast.Await)}
            calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
            for call in calls:
                if call not in awaited and TAKING.search(ast.unparse(call.func)):
                    yield call


def test_the_event_loop_waits_for_no_limit() -> None:
    blocking = [
        f"{path.relative_to(CLUB)}:{call.lineno}: {ast.unparse(call)}"
        for path in CLUB.rglob("*.py")
        if path != CLUB / "site/shared_rates.py"
        for call in _blocking(path)
    ]
    assert blocking == []


def test_two_processes_of_the_club_refuse_together(
    tmp_path: Path, request: pytest.FixtureRequest, mortal_redis: Redis
) -> None:
    more: dict[str, Any] = {
        "ZARIA_DATABASE_URL": furnished(request, "shared_rates"),
        "ZARIA_REDIS_URL": mortal_redis.url,
        "ZARIA_API_A_MINUTE": "4",
        "ZARIA_TABLES_A_MINUTE": "2",
        "ZARIA_PROXIES": "127.0.0.1",
    }
    with Server(tmp_path, **more) as first, Server(tmp_path, **more) as second:
        visitors = [Visitor(server.url, **{"X-Forwarded-For": GUEST}) for server in (first, second)] * 4
        assert [visitor.get("/api/v1/games").status for visitor in visitors[:6]] == [200] * 4 + [429] * 2
        tables = [visitor.post("/new", game="tabla", opponent="friend") for visitor in visitors[:3]]
        assert [answer.status for answer in tables] == [302, 302, 429]
        attempts = [
            visitor.post("/account/login/", login="nobody", password="wrong").text for visitor in visitors
        ]
        refused = ["Too many attempts. Please wait five minutes." in text for text in attempts]
        assert refused == [False] * 5 + [True] * 3
        mortal_redis.kill()
        answer = visitors[0].post("/account/login/", login="somebody", password="wrong")
        assert answer.status == 200
        assert visitors[0].get("/api/v1/games").status in (200, 429)
