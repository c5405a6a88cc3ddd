"""The engine of hypergammon reads the table, and the rules agree with it."""

from pathlib import Path

import pytest

from zaria import games
from zaria.bots.hypergammon import solving, table
from zaria.bots.levels.dice import reach
from zaria.bots.tables import Engine
from zaria.games.dice import ROLL_CHANCES
from zaria.games.tables.kernel.kernel import kernel_is_compiled

GAME = games.dice_game("hypergammon")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the table of endings with one checker a side."""
    if not kernel_is_compiled():
        pytest.skip("solving needs the compiled kernels")
    folder = tmp_path_factory.mktemp("data")
    solving.solve(folder / table.NAME, 2, lambda line: None, checkers=1)
    return folder


def test_without_a_table_heuristics_evaluate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    assert Engine(GAME).name == "plain"


def test_endings_are_exact_and_agree_with_the_rules(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(data))
    engine = Engine(GAME)
    assert engine.name == "exact"
    assert reach(engine, 2) == 0
    for text in ("X=6:1,off:2;O=1:1,off:2", "X=24:1,off:2;O=24:1,off:2", "X=bar:1,off:2;O=3:1,off:2"):
        position = GAME.parse(text, 0)
        # one ply deeper is the mean over all rolls with the best turns: the table must say the same
        total = sum(
            share * engine.ranked(position.rolled(roll), 0, 1)[0].chances.win for roll, share in ROLL_CHANCES
        )
        assert engine.evaluate(position).win == pytest.approx(total, abs=1e-3)
