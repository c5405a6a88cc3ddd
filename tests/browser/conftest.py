"""Whole journeys: the real server, the real page, real pointers and keys."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.browser.shelf import fill
from tests.support.chromium import Visits, browser, lent, visit, visits
from tests.support.servers import Server

__all__ = ["browser", "lent", "visit", "visits"]


@pytest.fixture(scope="package")
def shelved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club where matches were played long ago, where nobody waits or searches but visitors of the test.

    Tests of the group "replay" share it. Each of them leaves no open table and no search behind.
    """
    data = tmp_path_factory.mktemp("shelf")
    fill(data)
    server = Server(data)
    yield server
    server.stop()


@pytest.fixture
def visit_lobby(visits: Callable[[Server], Visits], shelved: Server) -> Visits:
    """Visits to it."""
    return visits(shelved)
