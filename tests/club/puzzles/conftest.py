"""A club with a few made-up puzzles."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.club import puzzle_samples
from tests.support.servers import Server


@pytest.fixture(autouse=True)
def samples(tmp_path: Path) -> Iterator[None]:
    """The puzzles of `puzzle_samples`, in place of those that are shipped."""
    with puzzle_samples.shipping(tmp_path / "puzzles"):
        yield


@pytest.fixture(scope="package")
def puzzle_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running club with these puzzles."""
    data = tmp_path_factory.mktemp("puzzles")
    puzzle_samples.write(data / "files")
    with Server(
        data / "club", module="tests.support.club.puzzle_server", PUZZLES=str(data / "files")
    ) as server:
        yield server
