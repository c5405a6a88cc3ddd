"""Fixtures of the tests of the kernels."""

import pytest

from zaria.bots.tables.bearoff import BearOff, BearOffSolver


@pytest.fixture(scope="package")
def plain_table() -> BearOff:
    """The table of bearing off where a doublet is four moves."""
    return BearOffSolver(0, 4).solve()
