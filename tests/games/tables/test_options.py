"""Options: what is a game and what is not."""

import pytest

from zaria.games.game import BadOptions
from zaria.games.tables.options import TablesOptions


@pytest.mark.parametrize(
    "options",
    [
        {"setup": "nackgammon"},
        {"direction": "parallel"},
        {"direction": "parallel", "contact": "pin"},
        {"six_block": True},
        {"mothers": True},
        {"home_mars": 5},
        {"head": 2},
        {"doublets": "ladder"},
    ],
)
def test_what_is_no_game(options: dict[str, str]) -> None:
    with pytest.raises(BadOptions):
        TablesOptions(**options)  # type: ignore[arg-type]


def test_numbers_are_the_kernels() -> None:
    assert TablesOptions().numbers == (-1, 0, 0, 0, 0, 0, 0, 0)
