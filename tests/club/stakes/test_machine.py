"""Members, tables, matches, the shop, payments and the staff, with a death between any two steps.

What holds whatever happens: the ledger balances and its balances are those that its transfers give; nobody
falls below zero but by a correction or a payment that was taken back; nobody sits without a hold; each
request is refused for the reason that the model gives, and only then; and each member and each account of the
house has what the model leaves it, which reads the events of matches and no ledger. Once all is quiet nothing
is held but for tables that wait and matches that go on, and in the end nothing at all.
"""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as examples_of
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from tests.support.by_day import by_day
from tests.support.club.house_rules import CREDITS, CURRENCY, GIFT, MONEY, HouseRules
from tests.support.club.staked_match_rules import TERMS, WELCOME, MatchRules
from tests.support.search_budget import times
from zaria.club.ledger import actions as ledger
from zaria.club.shop import actions as shop
from zaria.club.site import clock
from zaria.club.stakes import actions, sweeper
from zaria.club.top_up.configuration import Price, TopUpSettings
from zaria.match.terms import Terms

SCRIPT = ("one",) * 4 + ("two",) * 4 + ("wait", "late", "sweep", "sweep", "clear")
"""The steps of a contest for a seat, with weights."""


class Club(HouseRules):
    """One club. Its requests are generators: between two of their steps anything may happen."""

    @initialize()
    def open_club(self) -> None:
        self.begin()
        self.begin_house()


@pytest.fixture
def rules(club: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings and the time of the search."""
    settings.LEDGER = settings.LEDGER._replace(welcome=WELCOME, gift=GIFT, gift_hours=24)
    settings.TOP_UP = TopUpSettings("stripe", CURRENCY, Price(MONEY, CREDITS))
    for module in (ledger, actions, sweeper, shop):
        monkeypatch.setattr(module, "now_ms", lambda: MatchRules.now)
    monkeypatch.setattr(clock, "play_ms", lambda: MatchRules.now)
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(MatchRules.now / 1000, UTC))


@pytest.mark.parametrize("start", by_day((0,), range(4)))
def test_no_hundredth_is_made_or_lost(rules: None, start: int) -> None:
    """Several searches of their own find more than a long one, which varies what it has found."""
    search = effort(times(10 if connection.vendor == "sqlite" else 5), stateful_step_count=50)
    run_state_machine_as_test(seed(start)(Club), settings=search)


def test_nobody_loses_by_a_contest_for_a_seat(rules: None) -> None:
    @effort(times(40 if connection.vendor == "sqlite" else 5))
    @given(
        browsers=st.booleans(),
        terms=st.sampled_from(TERMS),
        script=st.lists(st.sampled_from(SCRIPT), min_size=3, max_size=12),
        ends=st.booleans(),
    )
    def run(browsers: bool, terms: Terms, script: list[str], ends: bool) -> None:
        machine = Club()
        machine.open_club()
        try:
            machine.contest(browsers, terms, script, ends)
        finally:
            machine.teardown()

    run()


def effort(examples: int, **more: Any) -> examples_of:
    """Settings of a search that is the same each time."""
    return examples_of(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
        **more,
    )
