"""Killed between the booking and the commit, a request or its payment has changed nothing."""

import signal
from pathlib import Path

import pytest
from django.conf import settings

from tests.club.ledger.conftest import ENGINES
from tests.support.by_day import by_day
from tests.support.club.rating_records import member
from tests.support.club.site_database import site
from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE
from tests.support.servers import environment
from zaria.club.accounts.models import Member
from zaria.club.ledger import queries
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.models import Transfer
from zaria.club.payouts import comparison
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.staff.actions import balances


@pytest.mark.parametrize("engine", by_day(("sqlite",), ENGINES))
def test_a_killed_process_leaves_all_or_nothing(
    engine: str, transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").url("site") if engine == "postgresql" else None
    with site(url, tmp_path):
        ann = member(0)
        balances.grant(None, ann, "", 60_00, "nonce-0001")
        rich = settings.LEDGER.welcome + 60_00

        assert run(tmp_path, url, ann, "held") == -signal.SIGKILL
        assert (PayoutRequest.objects.count(), available(ann)) == (0, rich)
        assert run(tmp_path, url, ann, "") == 0
        assert available(ann) == rich - 10_00
        for point in ("returned", "booked"):
            assert run(tmp_path, url, ann, point) == -signal.SIGKILL
            assert PayoutRequest.objects.get().is_open
            assert available(ann) == rich - 10_00
            assert not Transfer.objects.filter(kind=TransferKind.PAYOUT).exists()
        assert run(tmp_path, url, ann, "") == 0
        assert PayoutRequest.objects.get().state == PayoutState.PAID
        assert available(ann) == rich - 10_00
        assert Transfer.objects.filter(kind=TransferKind.PAYOUT).count() == 1
        assert audit().faults == []
        assert comparison.compare() == []


def run(data: Path, url: str | None, ann: Member, dies_at: str) -> int | None:
    """Ask or pay in another process; return how it ended."""
    more = {"ZARIA_PAYOUTS": "on", "DIES_AT": dies_at, "PLAYER": ann.player}
    more |= {} if url is None else {"ZARIA_DATABASE_URL": url}
    environ = environment(data, DJANGO_SETTINGS_MODULE="zaria.club.site.settings", **more)
    return ForkedProcess("tests.support.club.payout_process", env=environ).wait(PATIENCE)


def available(ann: Member) -> int:
    return queries.balance(ann.player).available
