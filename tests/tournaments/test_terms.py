"""Terms of tournaments: each field has its bounds, and an objection names the field."""

import pytest
from msgspec.structs import replace

from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments.terms import TournamentTerms

TERMS = TournamentTerms("knockout", Terms("tabla"), 1_700_000_000_000)
CLOCK = ClockTerms(delay=30_000)


def test_terms_with_the_usual_fields_are_sound() -> None:
    assert TERMS.objection() is None
    full = replace(
        TERMS, title="Friday", fee=5_00, bonus=100_00, sponsor="Café", unit="EUR", house_rate=5_00,
        federation_rate=95_00, federation="anafeds", shares=(50, 30, 20), lowest_rating=0,
        highest_rating=0, country="BG", most=8, when_full=True,
    )  # fmt: skip
    assert full.objection() is None


@pytest.mark.parametrize(
    ("changed", "objection"),
    [
        ({"format": "ladder"}, "format"),
        ({"title": "x" * 121}, "title"),
        ({"match": Terms("checkers of Mars")}, "match"),
        ({"match": Terms("tabla", training=True)}, "match"),
        ({"match": Terms("tabla", rated=True)}, "match"),
        (
            {
                "match": Terms(
                    "tabla", rated=True, delayed=True, clock=CLOCK, stakes=Stakes(100, unit="credits")
                )
            },
            "match",
        ),
        ({"starts_at": -1}, "starts_at"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 101}, "rounds"),
        ({"least": 1}, "least"),
        ({"least": 9, "most": 8}, "most"),
        ({"most": 10_001}, "most"),
        ({"fee": -1}, "fee"),
        ({"bonus": 10**9 + 1}, "bonus"),
        ({"unit": "euro"}, "unit"),
        ({"house_rate": 100_01}, "house_rate"),
        ({"house_rate": 60_00, "federation_rate": 40_01, "federation": "f"}, "federation_rate"),
        ({"federation_rate": 1}, "federation"),
        ({"shares": ()}, "shares"),
        ({"shares": (60, 41)}, "shares"),
        ({"shares": (30, 40)}, "shares"),
        ({"shares": (50, 0)}, "shares"),
        ({"access": "friends"}, "access"),
        ({"lowest_rating": -1}, "lowest_rating"),
        ({"lowest_rating": 900, "highest_rating": 899}, "highest_rating"),
        ({"country": "Bulgaria"}, "country"),
        ({"round_ms": -1}, "round_ms"),
        ({"format": "arena"}, "round_ms"),
        ({"absent_ms": 0}, "absent_ms"),
        ({"check_in_ms": -1}, "check_in_ms"),
        ({"pause_ms": -1}, "pause_ms"),
        ({"pause_ms": 3_600_001}, "pause_ms"),
        ({"when_full": True}, "when_full"),
        ({"when_full": True, "most": 8, "format": "swiss"}, "when_full"),
        ({"when_full": True, "most": 8, "check_in_ms": 60_000}, "when_full"),
    ],
)
def test_an_objection_names_the_field(changed: dict[str, object], objection: str) -> None:
    changed_terms = replace(TERMS, **changed)
    assert changed_terms.objection() == objection
    assert not changed_terms.is_sound()


@pytest.mark.parametrize(
    ("number", "since", "remaining"),
    [(1, 1000, 0), (2, 1000, 45_000), (2, -44_000, 0), (2, -43_999, 1), (2, 9000, 0)],
)
def test_a_pause_counts_from_the_pairing_of_a_later_round(number: int, since: int, remaining: int) -> None:
    """The last one was paired before the clock was set back."""
    assert replace(TERMS, pause_ms=45_000).rest_ms(number, since, 1000) == remaining
    assert TERMS.rest_ms(number, since, 1000) == 0
