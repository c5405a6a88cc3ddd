"""A club for tests of finished matches."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from time import monotonic, sleep

import pytest

from tests.support.patience import PATIENCE
from tests.support.records.shelf import fill
from tests.support.servers import Server


@pytest.fixture(scope="session")
def shelved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club where matches were played long ago. All who read them share it."""
    data = tmp_path_factory.mktemp("shelf")
    fill(data)
    server = Server(data, module="tests.support.fast_engines")
    _written(data)
    yield server
    server.stop()


def _written(data: Path) -> None:
    """The results of what was played are noted by the server itself, as soon as it is there."""
    end = monotonic() + PATIENCE
    with closing(connect(data / "club.sqlite3")) as club:
        while not club.execute("SELECT count(*) FROM results_scribed").fetchone()[0]:
            assert monotonic() < end
            sleep(0.01)
