"""The ends of all turns of three checkers."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.support.bots import plain_turns as plain
from zaria.bots.hypergammon.layout import BAR, OFF, PLACEMENTS, places
from zaria.bots.hypergammon.turns import Turns, number

TURNS = Turns()
PLACES = places()
SPOTS = st.lists(st.integers(OFF, BAR), min_size=3, max_size=3).map(lambda spots: tuple(sorted(spots)))
DIE = st.integers(1, 6)


def ends(spots: plain.Spots, block: int, high: int, low: int) -> set[plain.End]:
    """All ends of a roll by the list."""
    return {
        plain.End(PLACES[after], frozenset(point for point in range(1, BAR) if landings >> point & 1))
        for after, landings in TURNS.ends_of(number(*spots), block, high, low)
    }


def test_placements_are_numbered_in_order() -> None:
    assert len(PLACES) == PLACEMENTS == len(set(PLACES))
    assert [number(*spots) for spots in PLACES] == list(range(PLACEMENTS))


@given(SPOTS, st.integers(0, 24), DIE, DIE)
def test_turns_are_those_of_the_plain_rules(spots: plain.Spots, block: int, first: int, second: int) -> None:
    if block in spots:
        block = 0
    high, low = max(first, second), min(first, second)
    assert ends(spots, block, high, low) == plain.ends(spots, block, high, low)


def test_the_start_has_as_many_ends_as_gnubg_counts() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for high in range(1, 7):
        for low in range(1, high + 1):
            counts[high, low] = len({end.spots for end in ends((22, 23, 24), 0, high, low)})
    assert counts == {
        (1, 1): 7, (2, 1): 6, (2, 2): 11, (3, 1): 7, (3, 2): 8, (3, 3): 15, (4, 1): 7,
        (4, 2): 8, (4, 3): 9, (4, 4): 15, (5, 1): 7, (5, 2): 8, (5, 3): 9, (5, 4): 9,
        (5, 5): 15, (6, 1): 7, (6, 2): 8, (6, 3): 9, (6, 4): 9, (6, 5): 9, (6, 6): 12,
    }  # fmt: skip


def test_the_list_has_each_roll_with_each_block() -> None:
    TURNS.list_all()
    assert TURNS.filled == 2_580_651
    for spots, block, high, low in (
        ((22, 23, 24), 0, 6, 5),
        ((22, 23, 24), 18, 6, 5),
        ((0, 5, 25), 20, 5, 5),
        ((0, 0, 2), 0, 2, 1),
    ):
        listed = TURNS.listed(number(*spots), block, high, low)
        assert listed == TURNS.ends_of(number(*spots), block, high, low)
