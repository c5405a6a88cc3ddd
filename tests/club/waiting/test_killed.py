"""Killed at any point between a turn and its knock, the worker loses and doubles none."""

import asyncio
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.club.by_day_club import DayMatch, day_terms, play_all
from tests.support.club.signed_in_members import sign_in
from tests.support.club.site_database import site
from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE
from tests.support.servers import environment
from zaria.club.notifications.models import Notification
from zaria.club.waiting.models import KnockMark, TurnReminder
from zaria.live.journal.factory import FILE

pytestmark = pytest.mark.service


def worker(data: Path, dies_at: str = "") -> ForkedProcess:
    environ = environment(data, DJANGO_SETTINGS_MODULE="zaria.club.site.settings", DIES_AT=dies_at)
    return ForkedProcess("tests.support.club.knocks_process", env=environ)


def test_no_knock_is_lost_or_doubled(transactional_db: None, tmp_path: Path) -> None:
    with site(None, tmp_path):
        players = sign_in(2)
        matches = [DayMatch(day_terms(), turns, side) for turns, side in ((1, 0), (2, 1), (3, 0))]
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, play_all(tmp_path / FILE, players, matches)).result()
        stored = []
        for point in ("read", "noted", "stored"):
            process = worker(tmp_path, point)
            assert process.wait(PATIENCE) == -signal.SIGKILL
            stored.append((Notification.objects.count(), KnockMark.objects.count()))
        assert stored == [(0, 0), (0, 0), (3, 1)]
        process, end = worker(tmp_path), time.monotonic() + PATIENCE
        try:
            TurnReminder.objects.all().delete()  # it looks at all three once more
            while TurnReminder.objects.count() < 3:
                assert time.monotonic() < end
                time.sleep(0.01)
        finally:
            process.kill()
            process.wait()
        keys = Notification.objects.values_list("to__player", "key")
        assert sorted(player for player, _ in keys) == sorted(players[side].player.id for side in (0, 0, 1))
        assert len({key for _, key in keys}) == 3
