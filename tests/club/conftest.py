"""Fixtures of all tests of the club."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import translation

from tests.support.quick_passwords import LEAST
from zaria.cli.main import main
from zaria.club.accounts.hashers import Hasher
from zaria.club.server import start

Refused = Callable[..., str]


@pytest.fixture(autouse=True)
def no_language_stays() -> Iterator[None]:
    """A request leaves its language active: the next test begins in English."""
    yield
    translation.deactivate()


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed with as little work as argon2 allows."""
    for name, cost in LEAST.items():
        monkeypatch.setattr(Hasher, name, cost)


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Refused]:
    """The one line with which `zaria serve` refuses, before it has prepared anything.

    It is called with the data directory, arguments, and the environment; no process is started.
    """

    def prepared(home: Path, web: bool) -> None:
        raise AssertionError("not refused")

    def refused(data: Path, *arguments: str, **environment: str) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(start, "prepare", prepared)
            for name in [*filter(lambda name: name.startswith("ZARIA_"), os.environ), "PORT"]:
                patch.delenv(name, raising=False)
            for name, value in {"ZARIA_DATA": str(data), **environment}.items():
                patch.setenv(name, value)
            try:
                code = main(["serve", *arguments])
            except SystemExit as ended:
                code = int(ended.code or 0)
        line = capsys.readouterr().err
        assert (code, line.count("\n")) == (2, 1), line
        return line

    mask = os.umask(0o077)
    yield refused
    os.umask(mask)
