"""What the tests of the kernels share."""

import pytest

from zaria.bots.tables.bearoff import BearOff, Reckoner


@pytest.fixture(scope="package")
def plain_table() -> BearOff:
    """The table of bearing off where a doublet is four moves."""
    return Reckoner(0, 4).reckon()
