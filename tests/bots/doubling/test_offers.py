"""The compiled chain of offers, beside its source run by Python and beside the decision made of it."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bots.cube_strategies import chances, stakes
from tests.support.games.interpreted_kernel import interpreted_together
from tests.support.search_budget import times
from zaria.bots.doubling import Stake, decide, offers
from zaria.bots.probabilities import OutcomeProbabilities

CLOSE = 1e-9
CERTAIN_LOSS = OutcomeProbabilities(0.01)


@cache
def sources() -> dict[str, Any]:
    return interpreted_together(["zaria.bots.doubling.cubes", "zaria.bots.doubling.offers"])


def by_python(stake: Stake, some: OutcomeProbabilities, efficiency: float) -> Any:
    cubes = sources()["cubes"].Cubes(
        stake.equity_of, stake.points, stake.value, stake.raises, jacoby=stake.jacoby
    )
    chain = sources()["offers"].Offers(cubes, cube=stake.cube, beaver=stake.beaver, raccoon=stake.raccoon)
    chain.lay(some, efficiency, 0, stake.owner)
    return chain


@settings(max_examples=times(100))
@given(stakes(), chances(), st.floats(0, 1))
def test_compiled_it_gives_what_its_source_does(
    stake: Stake, some: OutcomeProbabilities, efficiency: float
) -> None:
    compiled, source = stake.offers(some, efficiency), by_python(stake, some, efficiency)
    for count in (1, 2, 3):
        for name in ("taken", "dropped", "offered"):
            equity = getattr(compiled, name)(count)
            assert equity == pytest.approx(getattr(source, name)(count), abs=CLOSE), name
        assert (compiled.countered(count) is None) == (source.countered(count) is None)
    assert compiled.playing() == pytest.approx(source.playing(), abs=CLOSE)
    assert compiled.possible() == source.possible()


@settings(max_examples=times(100))
@given(stakes(), chances(), st.floats(0, 1))
def test_a_chain_ends_as_it_is_worth(stake: Stake, some: OutcomeProbabilities, efficiency: float) -> None:
    """Both sides answer so that the last answer brings what the first offer is worth."""
    chain, decision = by_python(stake, some, efficiency), decide(some, stake, efficiency)
    count = chain.settle()
    end = chain.dropped(count) if chain.is_dropped else chain.taken(count)
    assert stake.scaled(end) == pytest.approx(decision.doubled, abs=4e-9)
    assert (count > 1) == decision.beaver
    assert (count == 1 and not chain.is_dropped) == (decision.take and not decision.beaver)
    assert count == offers.Offers.settle(stake.offers(some, efficiency))


@pytest.mark.parametrize(("raccoon", "most"), [(False, 2), (True, 3)])
def test_offers_end_with_what_is_agreed(*, raccoon: bool, most: int) -> None:
    chain = Stake(beaver=True, raccoon=raccoon).offers(CERTAIN_LOSS, 0.68)
    assert chain.counters(1)
    assert chain.countered(most) is None
    assert chain.settle() == 2
