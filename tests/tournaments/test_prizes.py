"""Prizes: every hundredth of the fees and of the bonus goes to somebody."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria.match.terms import Terms
from zaria.tournaments.prizes import Payout, payout
from zaria.tournaments.terms import TournamentTerms


def terms(**fields: object) -> TournamentTerms:
    return TournamentTerms("knockout", Terms("tabla"), 0, **fields)  # type: ignore[arg-type]


def test_the_first_place_gets_the_pool_less_the_part_of_the_house() -> None:
    result = payout(terms(fee=10_00, bonus=50_00, house_rate=5_00), 8, ["ann", "bob"])
    assert result == Payout({"ann": 126_00}, house=4_00)


def test_shares_go_by_place() -> None:
    result = payout(
        terms(fee=1_00, house_rate=10_00, federation_rate=10_00, federation="f", shares=(60, 30, 10)),
        10,
        ["ann", "bob", "eve", "dan"],
    )
    assert result == Payout({"ann": 4_80, "bob": 2_40, "eve": 80}, house=1_00, federation=1_00)


def test_shares_of_places_that_nobody_has_go_to_the_first() -> None:
    assert payout(terms(bonus=100, shares=(50, 30, 10)), 2, ["ann", "bob"]).prizes == {"ann": 70, "bob": 30}


def test_halves_are_rounded_up_as_far_as_there_is_money() -> None:
    assert payout(terms(fee=1, shares=(50, 50)), 1, ["ann", "bob"]).prizes == {"ann": 1}
    both = terms(fee=1, house_rate=50_00, federation_rate=50_00, federation="f")
    assert payout(both, 1, ["ann"]) == Payout({}, house=1)


def test_nothing_paid_is_nothing_won() -> None:
    assert payout(terms(), 8, ["ann"]) == Payout({})


@st.composite
def shares(draw: st.DrawFn) -> tuple[int, ...]:
    parts: list[int] = []
    remaining = 100
    while remaining and len(parts) < 9:
        parts.append(draw(st.integers(1, remaining if not parts else min(remaining, parts[-1]))))
        remaining -= parts[-1]
        if draw(st.booleans()):
            break
    return tuple(parts)


@settings(max_examples=times(100))
@given(
    fee=st.integers(0, 10**9),
    bonus=st.integers(0, 10**9),
    paid=st.integers(0, 10_000),
    players=st.integers(1, 12),
    house=st.integers(0, 100_00),
    federation=st.integers(0, 100_00),
    shares=shares(),
)
def test_the_parts_sum_to_the_fees_and_the_bonus(
    fee: int, bonus: int, paid: int, players: int, house: int, federation: int, shares: tuple[int, ...]
) -> None:
    made_terms = terms(
        fee=fee, bonus=bonus, house_rate=house, federation_rate=min(federation, 100_00 - house),
        federation="f", shares=shares,
    )  # fmt: skip
    assert made_terms.is_sound()
    standings = [f"p{number}" for number in range(players)]
    result = payout(made_terms, paid, standings)
    assert result.total == fee * paid + bonus
    assert min(result.prizes.values(), default=1) > 0
    assert abs(result.house - fee * paid * house / 100_00) <= 1
    by_place = [result.prizes.get(player, 0) for player in standings]
    assert by_place == sorted(by_place, reverse=True)
