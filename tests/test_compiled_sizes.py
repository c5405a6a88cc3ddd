"""The sizes of C arrays are those that the sources know."""

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import zaria
from zaria.bots.squares.draughts.search import constants
from zaria.bots.tables import slots

SOURCE = Path(zaria.__file__).parent
SIZE = re.compile(r"^    C_(\w+) = (\d+)", re.MULTILINE)
CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*) = ([\w +*()-]+)$", re.MULTILINE)
TYPED = [path for path in sorted(SOURCE.rglob("*.pxd")) if SIZE.search(path.read_text())]


@pytest.mark.parametrize("types", TYPED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_sizes_agree(types: Path) -> None:
    constants: dict[str, Any] = {}
    for name, value in CONSTANT.findall(types.with_suffix(".py").read_text()):
        constants[name] = eval(value, {}, constants)
    for name, size in SIZE.findall(types.read_text()):
        assert constants[name] == int(size), name


@pytest.mark.parametrize(
    ("types", "module"),
    [("bots/tables/features.pxd", slots), ("bots/squares/draughts/search/state.pxd", constants)],
    ids=str,
)
def test_enums_agree(types: str, module: ModuleType) -> None:
    named = re.findall(r"^    ([A-Z_]+) = (\d+)$", (SOURCE / types).read_text(), re.MULTILINE)
    assert named == re.findall(r"^([A-Z_]+) = (\d+)$", inspect.getsource(module), re.MULTILINE) != []


def test_there_are_sizes() -> None:
    assert TYPED
