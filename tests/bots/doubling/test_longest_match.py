"""The longest match that can be agreed on has a table of winning chances like any other."""

import pytest

from zaria.bots.doubling.stake import FAR, Stake
from zaria.match.terms import LONGEST


def test_its_chances_are_known_at_every_score() -> None:
    assert LONGEST <= FAR
    even = Stake(away=(LONGEST, LONGEST))
    assert even.equity_of(0) == pytest.approx(0.5, abs=0.01)
    chances = [Stake(away=(LONGEST - ahead, LONGEST)).equity_of(1) for ahead in range(LONGEST - 1)]
    assert chances == sorted(chances)
    assert 0.99 < chances[-1] <= 1
