"""Tables of the rulebook as files, each read by a test of its own beside it."""

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def table(name: str) -> dict[str, Any]:
    """The content of tests/data/NAME.toml."""
    return tomllib.loads((HERE / f"{name}.toml").read_text())


def dice(roll: int) -> tuple[int, int]:
    """62 as a roll."""
    return roll // 10, roll % 10
