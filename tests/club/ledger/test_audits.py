"""The audits of a running club: when they are made, and what they report of a sound ledger and a bad one."""

import logging
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from prometheus_client import CollectorRegistry

from tests.support.http_client import fetch
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.ledger import actions, sound_audits
from zaria.club.ledger.audits import RETRY_S, LedgerAudits, next_night
from zaria.club.ledger.models import Account, SoundAudit
from zaria.club.ledger.sound_audits import VALID
from zaria.club.site.database.database_thread import DatabaseThread

NAMES = ("zaria_ledger_faults", "zaria_ledger_transfers", "zaria_ledger_audited_at")


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 15, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def metrics(audits: LedgerAudits) -> list[float | None]:
    registry = CollectorRegistry()
    registry.register(audits)
    return [registry.get_sample_value(name) for name in NAMES]


async def after_a_round(audits: LedgerAudits) -> list[float | None]:
    """The metrics after a round of the projector, whose thread no audit uses."""
    database = DatabaseThread("unused")
    await audits.follow(database)
    await audits.finished()
    await database.close()
    return metrics(audits)


@pytest.mark.parametrize(
    ("now", "night"),
    [
        (datetime(2026, 3, 15, 2, 59, tzinfo=UTC), datetime(2026, 3, 15, 3, tzinfo=UTC)),
        (datetime(2026, 3, 15, 3, tzinfo=UTC), datetime(2026, 3, 16, 3, tzinfo=UTC)),
        (datetime(2026, 12, 31, 23, tzinfo=UTC), datetime(2027, 1, 1, 3, tzinfo=UTC)),
    ],
)
def test_an_audit_a_night(now: datetime, night: datetime) -> None:
    assert next_night(now) == night


async def test_once_after_the_start_and_once_a_night(club: None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "zaria.club.ledger.audits")
    clock = Clock()
    audits = LedgerAudits(clock)
    assert metrics(audits) == [None, None, None]
    seen = []
    for hours in (0, 1, 15, 16, 39):
        clock.now = datetime(2026, 3, 15, 12, tzinfo=UTC) + timedelta(hours=hours)
        await after_a_round(audits)
        seen.append(len(caplog.records))
    await audits.close()
    assert seen == [1, 1, 2, 2, 3]
    assert {record.levelname for record in caplog.records} == {"INFO"}


async def starts_with_an_audit(clock: Clock, *, is_killed: bool = False) -> bool:
    """Start a server's audits, and stop them again; return whether the start read every transfer."""
    audits = LedgerAudits(clock)
    before = clock.now.timestamp()
    assert (await after_a_round(audits))[:2] == [0, 0]
    _, _, at = metrics(audits)
    await audits.close()
    if is_killed:
        database = DatabaseThread("killer")
        await database.run(SoundAudit.objects.update, run="killed")
        await database.close()
    return at == before


async def test_a_start_soon_after_a_sound_audit_has_none(club: None) -> None:
    clock = Clock()
    assert await starts_with_an_audit(clock)
    clock.now += timedelta(hours=1)
    assert not await starts_with_an_audit(clock)
    clock.now += VALID
    assert await starts_with_an_audit(clock)


async def test_a_start_after_a_kill_or_of_another_version_has_an_audit(club: None) -> None:
    clock, database = Clock(), DatabaseThread("version")
    assert await starts_with_an_audit(clock, is_killed=True)
    clock.now += timedelta(hours=1)
    assert await starts_with_an_audit(clock)
    clock.now += timedelta(hours=1)
    assert not await starts_with_an_audit(clock, is_killed=True), "stopped in order before"
    clock.now += timedelta(hours=1)
    assert await starts_with_an_audit(clock)
    await database.run(SoundAudit.objects.update, version="0.1")
    clock.now += timedelta(hours=1)
    assert await starts_with_an_audit(clock)
    await database.close()


async def test_a_fault_is_looked_for_again_at_the_next_start(club: None) -> None:
    clock, database = Clock(), DatabaseThread("spoiler")
    assert await starts_with_an_audit(clock)
    await database.run(SoundAudit.objects.update, run="another")
    await database.run(spoil)
    for _ in range(2):
        audits = LedgerAudits(clock)
        assert (await after_a_round(audits))[0] == 2
        await audits.close()
        clock.now += timedelta(hours=1)
    await database.close()


async def test_a_process_that_records_no_more_does_not_vouch_for_the_next(club: None) -> None:
    clock = Clock()
    first, second = LedgerAudits(clock), LedgerAudits(clock)
    for audits in (first, second):
        await after_a_round(audits)
    await first.close()
    clock.now += timedelta(hours=1)
    assert await starts_with_an_audit(clock), "the second may still run"
    await second.close()


async def test_a_process_that_records_no_more_does_not_vouch_for_one_that_was_killed(club: None) -> None:
    """The second is killed before its first audit has ended, and the first is stopped in order after that."""
    clock, database = Clock(), DatabaseThread("killed")
    first = LedgerAudits(clock)
    await after_a_round(first)
    clock.now += timedelta(hours=1)
    assert await database.run(sound_audits.resume, "killed", clock.now) is None
    await first.close()
    assert await starts_with_an_audit(clock)
    await database.close()


def spoil() -> None:
    """Change a balance behind the ledger's back."""
    actions.ensure_member("ann")
    Account.objects.filter(code="member:ann").update(balance=7)


async def test_faults_are_logged_and_counted(club: None, caplog: pytest.LogCaptureFixture) -> None:
    database = DatabaseThread("spoiler")
    await database.run(spoil)
    audits = LedgerAudits(Clock())
    faults, transfers, at = await after_a_round(audits)
    assert (faults, transfers) == (2, 1)
    assert at is not None
    assert at > 0
    await audits.close()
    await database.close()
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert errors == [
        "ledger: the accounts in credits sum to -999.93, not to 0.00",
        "ledger: member:ann: 0.07 is kept, its transfers sum to 1000.00",
        "ledger: audited 1 transfers, 2 faults",
    ]


async def test_a_database_that_is_away_is_asked_again(club: None, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    audits = LedgerAudits(clock)
    database = DatabaseThread("renamer")
    await database.run(_rename, "ledger_transfer", "ledger_gone")
    assert await after_a_round(audits) == [None, None, None]
    await database.run(_rename, "ledger_gone", "ledger_transfer")
    assert await after_a_round(audits) == [None, None, None], "not yet"
    clock.now += timedelta(seconds=RETRY_S)
    assert (await after_a_round(audits))[:2] == [0, 0]
    await audits.close()
    await database.close()
    assert "cannot audit" in caplog.text


def _rename(table: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO {name}")


def test_a_server_audits_after_its_start(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while "zaria_ledger_audited_at" not in (text := fetch(f"{server.url}/metrics").text):
        assert time.monotonic() < end
    assert "zaria_ledger_faults 0.0" in text
    assert "zaria_ledger_transfers " in text


async def test_faults_are_logged_even_if_nothing_can_be_stored(
    club: None, caplog: pytest.LogCaptureFixture
) -> None:
    """The disk may be full; here the table is away."""
    clock, database = Clock(), DatabaseThread("spoiler")
    audits = LedgerAudits(clock)
    assert (await after_a_round(audits))[0] == 0
    clock.now += timedelta(days=1)
    await database.run(spoil)
    await database.run(rename, "ledger_soundaudit", "away")
    assert (await after_a_round(audits))[0] == 2
    assert "ERROR" in {record.levelname for record in caplog.records}
    await database.run(rename, "away", "ledger_soundaudit")
    await audits.close()
    await database.close()


def rename(table: str, new_name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO {new_name}")
