"""Values of parameters of which `make test` takes some, and `make nightly` all."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def by_day(day: Container[Any], every: Iterable[Any]) -> list[Any]:
    """All of these values, or tuples of them, for `parametrize`: those outside `day` are slow."""
    return [case if case in day else _slow(*(case if isinstance(case, tuple) else (case,))) for case in every]


def _slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
