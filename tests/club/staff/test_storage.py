"""The staff sees the size of each table and its growth, and when the disk is full."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.club.staff.conftest import People, SignIn
from tests.support.http_client import html_of
from zaria.club.staff.pages.storage import days_left
from zaria.club.storage.models import TableSize

TODAY = date(2026, 3, 31)


def test_the_page_is_empty_until_the_first_measurement(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["moder"])
    assert 'href="/staff/storage"' in html_of(client.get("/staff/"))
    assert "Nothing has been measured yet." in html_of(client.get("/staff/storage"))


def test_the_largest_table_comes_first(people: People, sign_in: SignIn) -> None:
    for days, event, match in ((10, 1024**2, 2048), (0, 11 * 1024**2, 1024)):
        day = TODAY - timedelta(days=days)
        TableSize.objects.create(table="event", day=day, size=event)
        TableSize.objects.create(table="match", day=day, size=match)
    page = " ".join(html_of(sign_in(people["moder"]).get("/staff/storage")).replace("\xa0", " ").split())
    assert "last on 31 March 2026" in page
    assert page.index(">All tables<") < page.index(">event<") < page.index(">match<")
    for growth in (">1023.9 KB<", ">1.0 MB<", ">-102 bytes<"):
        assert growth in page


def test_the_page_is_for_the_staff_alone(people: People, sign_in: SignIn) -> None:
    assert sign_in(people["ann"]).get("/staff/storage").status_code == 302


def test_the_disk_is_full_when_its_space_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    days = days_left(1)
    assert days is not None
    assert days > 1
    assert days_left(days + 1) in (0, 1)
    assert [days_left(daily) for daily in (None, 0, -5)] == [None] * 3
    monkeypatch.setenv("ZARIA_DATABASE_URL", "postgresql://somewhere/club")
    assert days_left(1) is None
