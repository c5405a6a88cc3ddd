"""Tournaments of all formats, with players, directors and a runner that dies between any two steps.

These things hold whatever happens: the ledger balances; the holds and the pool are the fees of those who have
to pay and the bonus; entries and pairings are what the events say; nobody plays twice in a round; no round
begins before the last one is over. And once everybody plays on, each tournament ends, each table is over and
nothing is held.

With `-s` it shows how often each act of the director was done, refused and lost, and where the runner died.
"""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, Phase, seed
from hypothesis import settings as examples_of
from hypothesis.stateful import initialize, run_state_machine_as_test

from tests.club.ledger.conftest import in_both_engines
from tests.support.by_day import by_day
from tests.support.club.tournament_rules import ACTS, WELCOME, TournamentRules
from tests.support.search_budget import EFFORT, times
from zaria.club.ledger import actions as ledger
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.runner import progress


class Club(TournamentRules):
    """One club."""

    @initialize()
    def open_club(self) -> None:
        self.begin()


@pytest.fixture
def rules(club: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings and the time of the search, and secrets that are the same each time."""
    settings.LEDGER = settings.LEDGER._replace(welcome=WELCOME)
    monkeypatch.setattr(actions, "secrets", SimpleNamespace(token_bytes=TournamentRules.next_secret))
    monkeypatch.setattr(history, "append", TournamentRules.append)
    for module in (ledger, actions, progress):
        monkeypatch.setattr(module, "now_ms", lambda: TournamentRules.now)
    monkeypatch.setattr(progress, "play_ms", lambda: TournamentRules.now)
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(TournamentRules.now / 1000, UTC))


@in_both_engines
@pytest.mark.parametrize("start", by_day((0,), range(2)))
def test_nothing_is_lost_or_done_twice(rules: None, start: int) -> None:
    search = examples_of(
        max_examples=times(10 if connection.vendor == "sqlite" else 3),
        stateful_step_count=40,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
        phases=(Phase.generate,),  # to shrink an example takes minutes
        report_multiple_bugs=False,
    )
    TournamentRules.reached.clear()
    run_state_machine_as_test(seed(start)(Club), settings=search)
    print("\n".join(f"{number:5} {step}" for step, number in sorted(TournamentRules.reached.items())))
    if connection.vendor == "sqlite" and EFFORT >= 1:
        done = {step.partition(" of ")[0] for step in TournamentRules.reached}
        assert done >= ACTS
