"""Fixtures of all tests of the club."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def no_language_stays() -> Iterator[None]:
    """A request leaves its language active: the next test begins in English."""
    yield
    translation.deactivate()
