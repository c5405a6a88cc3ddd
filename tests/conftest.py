"""What all tests share."""

from collections.abc import Iterator

import pytest

from tests.services import database, mortal, postgres, redis  # noqa: F401  fixtures
from tests.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running club. Tests share it: whoever needs to stop one starts his own."""
    server = Server(tmp_path_factory.mktemp("zaria"))
    yield server
    server.stop()
