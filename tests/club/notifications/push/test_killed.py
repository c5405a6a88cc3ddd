"""Killed at any point between a notice and its knock, the worker loses none and shows none twice."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.utils import timezone

from tests.support.by_day import by_day
from tests.support.club.devices import device_of, member
from tests.support.club.push_service import PushService, push_service, shown
from tests.support.club.site_database import site
from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE
from tests.support.servers import environment
from zaria.club.notifications.actions import notify
from zaria.club.notifications.models import Knock, NoticeSettings, Notification
from zaria.club.notifications.notice_kinds import STAFF, StaffBody
from zaria.club.site import data_directory

pytestmark = pytest.mark.service


@contextmanager
def working(data: Path, url: str | None, service: PushService, dies_at: str = "") -> Iterator[ForkedProcess]:
    """Run the worker, and kill it in the end."""
    more = {} if url is None else {"ZARIA_DATABASE_URL": url}
    environ = environment(
        data,
        DJANGO_SETTINGS_MODULE="zaria.club.site.settings",
        DIES_AT=dies_at,
        PUSH_CERTIFICATES=service.certificates,
        ZARIA_CONTACT="ann@club.example",
        ZARIA_PUSH_KEY=data_directory.new_push_key(),
        **more,
    )
    process = ForkedProcess("tests.support.club.notices_process", env=environ)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_knocks() -> None:
    """Wait until no notice and no knock is due any more."""
    end = time.monotonic() + PATIENCE
    while Knock.objects.exists() or Notification.objects.exclude(push_at=None).exists():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("kind", by_day((None,), (None, "postgres")))
def test_a_knock_comes_once_however_often_its_worker_is_killed(
    kind: str | None,
    transactional_db: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    url = request.getfixturevalue("database") if kind else None
    with push_service(tmp_path) as service, site(url, tmp_path):
        monkeypatch.setenv("ZARIA_PUSH_HOSTS", service.host)
        ann = member("Annxx")
        browser = device_of(ann, service.origin)
        NoticeSettings.objects.create(member=ann, quiet_from=0, quiet_to=0)
        notify([ann.pk], STAFF, StaffBody(path="/me/notices"), key="act:1")
        for point in ("half_planned", "planned", "encrypted"):
            with working(tmp_path, url, service, point) as process:
                assert process.wait(PATIENCE) == -signal.SIGKILL
            assert service.messages == []
            Knock.objects.update(due_at=timezone.now())  # later
        with working(tmp_path, url, service):
            wait_for_knocks()
        (message,) = service.messages
        assert shown(browser.read(message.body))["navigate"].endswith("/me/notices")
        assert service.faults == []

        notify([ann.pk], STAFF, StaffBody(), key="act:2")
        with working(tmp_path, url, service, "knocked") as process:
            assert process.wait(PATIENCE) == -signal.SIGKILL
        Knock.objects.update(due_at=timezone.now())
        with working(tmp_path, url, service):
            wait_for_knocks()
        _, first, second = service.messages
        assert first.headers["topic"] == second.headers["topic"], "the service replaces it"
        tags = {shown(browser.read(message.body))["tag"] for message in (first, second)}
        assert len(tags) == 1, "the device replaces it"
