"""Chances of a game and stakes of all kinds, for cube decisions."""

from hypothesis import strategies as st

from zaria.bots.doubling import Stake
from zaria.bots.probabilities import OutcomeProbabilities


@st.composite
def chances(draw: st.DrawFn) -> OutcomeProbabilities:
    win = draw(st.floats(0, 1))
    parts = sorted((draw(st.floats(0, 1)) for _ in range(2)), reverse=True)
    losing_parts = sorted((draw(st.floats(0, 1)) for _ in range(2)), reverse=True)
    return OutcomeProbabilities(
        win, *(win * part for part in parts), *((1 - win) * part for part in losing_parts)
    )


@st.composite
def stakes(draw: st.DrawFn) -> Stake:
    away = draw(st.none() | st.tuples(st.integers(1, 9), st.integers(1, 9)))
    return Stake(
        value=draw(st.sampled_from([1, 2, 4, 8, 32, 64])),
        is_owner=draw(st.sampled_from([None, True])),
        points=draw(st.sampled_from([(1,), (1, 2), (1, 2, 3), (1, 2, 4)])),
        raises=draw(st.sampled_from(["double", "add"])),
        beaver=draw(st.booleans()),
        raccoon=draw(st.booleans()),
        jacoby=draw(st.booleans()),
        most=draw(st.none() | st.floats(1, 50)) if away is None else None,
        away=away,
        after=draw(st.booleans()),
        crawford=draw(st.booleans()),
    )
