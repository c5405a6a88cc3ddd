"""The sizes of C arrays are those that the sources know."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

import zaria

SOURCE = Path(zaria.__file__).parent
SIZE = re.compile(r"^    C_(\w+) = (\d+)", re.MULTILINE)
CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*) = ([\w +*()-]+)$", re.MULTILINE)
ENUM = re.compile(r"^cdef enum:\n    # Constants of ([\w.]+);.*\n((?:    .+\n)+)", re.MULTILINE)
VALUE = re.compile(r"^    ([A-Z_]+) = (-?\d+)$", re.MULTILINE)
ATTRIBUTE = re.compile(r"^    cdef (?:public |readonly )?[\w :\[\]]+ [\w, ]+(?:\[.*\])?$", re.MULTILINE)
TYPED = [path for path in sorted(SOURCE.rglob("*.pxd")) if SIZE.search(path.read_text())]
WITH_ENUMS = [path for path in sorted(SOURCE.rglob("*.pxd")) if ENUM.search(path.read_text())]


@pytest.mark.parametrize("types", TYPED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_sizes_agree(types: Path) -> None:
    constants: dict[str, Any] = {}
    for name, value in CONSTANT.findall(types.with_suffix(".py").read_text()):
        constants[name] = eval(value, {}, constants)
    for name, size in SIZE.findall(types.read_text()):
        assert constants[name] == int(size), name


@pytest.mark.parametrize("types", WITH_ENUMS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_enums_agree(types: Path) -> None:
    """Those that name the module whose constants they are."""
    for module, body in ENUM.findall(types.read_text()):
        constants = vars(importlib.import_module(module))
        for name, value in VALUE.findall(body):
            assert constants[name] == int(value), name


def test_there_are_sizes() -> None:
    assert TYPED
    assert WITH_ENUMS


@pytest.mark.parametrize(
    "types", sorted(SOURCE.rglob("*.pxd")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_every_attribute_has_a_comment(types: Path) -> None:
    assert ATTRIBUTE.findall(types.read_text()) == []
