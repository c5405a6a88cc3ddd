"""Nothing in the sources waits for another program without a limit."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.club.site_database import furnished
from tests.support.http_client import fetch
from tests.support.servers import ROOT, Server
from tests.support.services import Redis
from zaria.club.accounts import environment
from zaria.club.site.redis_fallback import PATIENCE_S
from zaria.club.site.shared_cache import SharedCache

SOURCES = ROOT / "src" / "zaria"
LIMITS = {
    "psycopg.connect": {"connect_timeout"},
    "urllib.request.urlopen": {"timeout"},
    "Redis.from_url": {"socket_timeout", "socket_connect_timeout"},
    "stripe.RequestsClient": {"timeout"},
    "socket.create_connection": {"timeout"},
    "self._session.post": {"timeout"},
}
"""Calls that connect to another program, and the arguments that limit them."""
TAKEN = {"club/notifications/push/carrier.py": "requests"}
"""The modules that take another library, whose calls are named above."""
LIBRARIES = ("aiohttp", "httpx", "requests", "urllib3", "http.client", "asyncpg", "psycopg2", "smtplib.SMTP(")
"""Other ways to wait for another program: one that is taken has its limits above."""


def _unlimited(path: Path, text: str) -> Iterator[str]:
    if not any(name in text for name in LIMITS):
        return  # most modules: they need not be parsed
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            missing = LIMITS.get(name, set()) - {word.arg for word in node.keywords}
            if missing:
                yield f"{path.relative_to(SOURCES)}:{node.lineno}: {name} without {sorted(missing)}"


def test_every_connection_to_another_program_has_limits() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")}
    assert [place for path, text in texts.items() for place in _unlimited(path, text)] == []
    imports = [f"import {name}" for name in LIBRARIES] + [f"from {name} " for name in LIBRARIES]
    modules = {path.relative_to(SOURCES).as_posix(): text for path, text in texts.items()}
    takers = {name for name, text in modules.items() if any(line in text for line in imports)}
    assert takers == set(TAKEN)
    for name in LIMITS.keys() - {"socket.create_connection"}:
        assert any(name in text for text in texts.values()), name


def test_mails_and_counts_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_SMTP_URL", "smtp://ann:secret@mail.example:587")
    monkeypatch.setenv("ZARIA_MAIL_FROM", "Club <club@example.org>")
    assert environment.mail()["EMAIL_TIMEOUT"] > 0
    cache = SharedCache("redis://127.0.0.1/0", {})
    options = cache._redis._options  # type: ignore[attr-defined]  # not in the stubs
    assert options == {"socket_timeout": PATIENCE_S, "socket_connect_timeout": PATIENCE_S}
    assert 0 < PATIENCE_S < 1


def test_a_redis_that_stands_still_keeps_no_page_waiting(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    redis = Redis()
    redis.start()
    try:
        url = furnished(request, "waits")
        with Server(tmp_path, ZARIA_DATABASE_URL=url, ZARIA_REDIS_URL=redis.url) as server:
            assert fetch(f"{server.url}/ranking").status_code == 200
            redis.freeze()
            assert fetch(f"{server.url}/ranking?by=wins").status_code == 200
            redis.thaw()
    finally:
        redis.stop()
