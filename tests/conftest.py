"""Fixtures and hooks of all tests."""

import gc
import inspect
import os
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import nullcontext, suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.constants_ast import Constants
from hypothesis.internal.entropy import deterministic_PRNG
from pytest_django import DjangoDbBlocker

from tests.support import servers
from tests.support.search_budget import EFFORT, times
from tests.support.servers import Server
from tests.support.services import database, mortal, postgres, redis  # noqa: F401  fixtures

settings.register_profile("zaria", deadline=None, max_examples=times(100))  # a busy machine fails no test
settings.load_profile("zaria")
if EFFORT < 1:
    # Hypothesis also tries constants of the tested modules: each worker would parse all of them to find some.
    nothing = Constants()
    pytest.MonkeyPatch().setattr(
        "hypothesis.internal.conjecture.providers._get_local_constants", lambda: nothing
    )


@pytest.fixture(scope="session", autouse=True)
def first_data_directory(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All workers' servers start from the data directory of one of them."""
    directory = tmp_path_factory.getbasetemp()
    servers.first = (directory.parent if "PYTEST_XDIST_WORKER" in os.environ else directory) / "first"


@pytest.fixture(scope="session", autouse=True)
def unbound_newcomers() -> Iterator[None]:
    """Let new members stake what they have: tests of other things begin with new members."""
    from django.conf import settings as club

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(club, "LEDGER", club.LEDGER._replace(newcomer=None))
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running club whose programs think little. Tests share it: a test that stops one starts another."""
    server = Server(tmp_path_factory.mktemp("zaria"), module="tests.support.fast_engines")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def django_db_setup(
    first_data_directory: None, request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Let tests empty the ledger's tables: its triggers refuse that, and only here it is asked for."""
    from django.db import connection
    from django.test import TransactionTestCase

    from tests.support.club.initial_rows import InitialRows
    from tests.support.club.site_database import migrated_once

    with migrated_once() if connection.vendor == "sqlite" else nullcontext():
        request.getfixturevalue("django_db_setup")  # Django's own
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in ("ledger_transfer_deleted", "ledger_account_deleted"):
                cursor.execute(f"DROP TRIGGER {name}")
        rows = InitialRows()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: rows.restore())
        yield


@pytest.fixture
async def no_leftovers() -> AsyncIterator[None]:
    """End all that a test leaves in its event loop when it fails: its process could not end else."""
    from tests.support.live.leftovers import nothing_left

    async with nothing_left():
        yield


@pytest.fixture(autouse=True)
def no_leftovers_of_async_tests(request: pytest.FixtureRequest) -> None:
    """The same for all tests that have a loop."""
    if inspect.iscoroutinefunction(getattr(request, "function", None)):
        request.getfixturevalue("no_leftovers")


OBJECTS = 20_000
"""New objects after which garbage is collected."""
SERVICES = {"Server", "TournamentClub", "Postgres", "Redis", "InProcessServer", "site"}
"""Helpers that start servers or databases: a module that imports one of them tests with services."""
FIXTURES = {"postgres", "mortal", "database", "redis", "server", "local_stripe"}
DATABASES = {"db", "transactional_db"}
"""Fixtures of pytest-django that give a test the site's database."""
PROOFS = ("test_against_", "test_fuzz", "test_properties")
"""Beginnings of the names of modules that look for counterexamples."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need services, and the proofs, so that no test has to say so itself."""
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        if FIXTURES & set(item.fixturenames) or SERVICES & set(vars(item.module)):
            item.add_marker(pytest.mark.service)
        if hasattr(item, "callspec") and "postgresql" in item.callspec.params.values():
            item.add_marker(pytest.mark.service)
        if item.get_closest_marker("django_db") or DATABASES & set(item.fixturenames):
            item.add_marker(pytest.mark.service)
        package, _, module = item.module.__name__.rpartition(".")
        if package == "tests.proof" or module.startswith(PROOFS) or item.name == "runTest":
            item.add_marker(pytest.mark.proof)


def import_share(worker: int, workers: int) -> None:
    """Import a worker's share of the test modules: each is compiled by one worker, for all of them."""
    root = Path(__file__).parents[1]
    modules = sorted((root / "tests").rglob("test_*.py"))
    for path in modules[len(modules) * worker // workers : len(modules) * (worker + 1) // workers]:
        with suppress(Exception, pytest.skip.Exception):  # the collection tells of it
            import_module(".".join(path.relative_to(root).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect no garbage meanwhile: there is none, and looking for it is a fifth of the work."""
    gc.disable()
    try:
        if "PYTEST_XDIST_WORKER" in os.environ and session.config.args == ["tests"]:
            import_share(
                int(os.environ["PYTEST_XDIST_WORKER"][2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
            )
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Collect garbage after each test as before it: a club has its own way, to the end of its process."""
    callbacks, thresholds = gc.callbacks[:], gc.get_threshold()
    try:
        return (yield)
    finally:
        gc.callbacks[:] = callbacks
        gc.set_threshold(*thresholds)


def pytest_collection_finish() -> None:
    """Exempt modules and tests from garbage collection: they stay to the end, and are most of all objects.

    What tests leave is looked through after more objects than usual: that saves a twentieth of the work.
    """
    with deterministic_PRNG():
        pass  # Hypothesis keeps its generator, and looks for what refers to it: never among frozen objects
    gc.freeze()
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])
