"""Storage of the corpus: one JSON value a line, packed."""

import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent / "data" / "corpus"


def read(path: Path) -> list[Any]:
    """The values of a file."""
    return [json.loads(line) for line in lzma.decompress(path.read_bytes()).splitlines()]


def write(path: Path, values: Iterable[Any]) -> None:
    """Store values; the same ones give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() for value in values)
    path.write_bytes(packed(b"\n".join(lines)))


def packed(body: bytes) -> bytes:
    """A body as it is kept."""
    return lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
