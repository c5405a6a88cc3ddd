"""Each table has a reason to grow, or an age at which its rows are deleted, in slices."""

import asyncio
import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from tests.support.club.rating_records import played
from zaria.club.accounts.models import EndedSession, Member
from zaria.club.agreements.models import SealedActs
from zaria.club.matches.analysis.models import DONE, WAITING, Analysis
from zaria.club.notifications.actions import notify
from zaria.club.notifications.models import Notification
from zaria.club.notifications.notice_kinds import STAFF, StaffBody
from zaria.club.storage.models import TableSize
from zaria.club.storage.retention import AGES, AT_ONCE, GROWTH, ROOM_AGES, delete_slice
from zaria.club.studies.models import Study, StudyChange
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.live.journal.sqlite import SqliteJournal

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "retention.md"
KEPT = [table for growth in GROWTH for table in growth.tables]


def test_every_table_has_a_reason_to_grow_or_an_age(tmp_path: Path) -> None:
    async def journal_tables() -> list[str]:
        journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = await asyncio.to_thread(lambda: journal._reading.execute(query).fetchall())
        await journal.close()
        return [name for (name,) in tables]

    tables = {*connection.introspection.table_names(), *asyncio.run(journal_tables())}
    named = Counter([*KEPT, *AGES, *ROOM_AGES])
    assert set(named) == tables
    assert max(named.values()) == 1


def test_the_page_names_each_table_with_its_age() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    tables = {name: row for row in rows for name in re.findall(r"`([a-z_0-9]+)`", row.rpartition("|")[0])}
    assert set(tables) == {*KEPT, *AGES, *ROOM_AGES}
    ages = {**{table: rule.age for table, rule in AGES.items()}, **ROOM_AGES}
    for table, age in ages.items():
        assert not age or f"{age.days}" in re.findall(r"\d+", tables[table]), table


def member(name: str) -> Member:
    return Member.objects.create(username=name, email=f"{name}@example.org", since=timezone.now())


def test_rows_go_once_they_have_reached_their_age() -> None:
    ann, bob = member("ann"), member("bob")
    young_rows: dict[str, Model] = {}
    for table, rule in AGES.items():
        age = rule.age
        for name, earlier in (("old", timedelta(days=2)), ("young", timedelta(hours=-1))):
            row = _row(table, name, ann, bob)
            field = FIELDS[table]
            at = timezone.now() - age - earlier
            ms = round(at.timestamp() * 1000)
            value = {"asked": ms, "day": at.date()}.get(field, ms if table in IN_MS else at)
            type(row)._default_manager.filter(pk=row.pk).update(**{field: value})
            if name == "young":
                young_rows[table] = row
    assert set(young_rows) == set(AGES)
    assert not delete_slice(timezone.now())
    for table, row in young_rows.items():
        assert [stored.pk for stored in type(row)._default_manager.all()] == [row.pk], table


FIELDS = {
    "agreements_sealedacts": "at",
    "analysis_analysis": "asked",
    "django_session": "expire_date",
    "members_endedsession": "at",
    "notifications_notification": "at",
    "storage_tablesize": "day",
    "studies_study": "removed_at",
    "studies_studychange": "at",
    "table_offers_tableoffer": "at",
    "usersessions_usersession": "last_seen_at",
}
"""The moment from which the age of a row counts."""
IN_MS = {"studies_study", "studies_studychange"}
"""Tables whose moments are in ms."""


def _row(table: str, name: str, ann: Member, bob: Member) -> Model:
    now = timezone.now()
    if table == "agreements_sealedacts":
        played(name).save()
        return SealedActs.objects.create(match_id=name, player=ann.player, acts={}, at=now)
    if table == "analysis_analysis":
        return Analysis.objects.create(match_id=name, depth="quick", version=1, asked=0, state=DONE)
    if table == "django_session":
        return Session.objects.create(session_key=name, session_data="", expire_date=now)
    if table == "members_endedsession":
        return EndedSession.objects.create(tag=name)
    if table == "notifications_notification":
        notify([ann.pk], STAFF, StaffBody())
        notice: Model = Notification.objects.latest("pk")
        return notice
    if table == "storage_tablesize":
        return TableSize.objects.create(table=name, day=now.date(), size=1)
    if table == "studies_study":
        return Study.objects.create(pk=name, created=0, changed=0)
    if table == "studies_studychange":
        study, _is_new = Study.objects.get_or_create(pk="young", defaults={"created": 0, "changed": 0})
        chapter, _is_new = study.chapters.get_or_create(place=0)
        return StudyChange.objects.create(chapter=chapter, revision=len(name), at=0, author=ann)
    if table == "usersessions_usersession":
        key = f"visit-{name}"
        visit: Model = UserSession.objects.create(user=ann, ip="::1", user_agent="x", session_key=key)
        return visit
    return TableOffer.objects.create(
        match_id=name,
        owner=ann,
        reader=bob,
        owner_side=0,
        public=True,
        round=1,
        terms={},
        at=now,
        state=TableOfferState.DECLINED,
    )


def test_rows_in_use_stay_however_old() -> None:
    ann, bob = member("ann"), member("bob")
    analysis = Analysis.objects.create(match_id="m", depth="quick", version=1, asked=0, state=WAITING)
    offer = _row("table_offers_tableoffer", "m", ann, bob)
    long_ago = timezone.now() - timedelta(days=4000)
    TableOffer.objects.update(at=long_ago, state=TableOfferState.OPEN)
    delete_slice(timezone.now())
    assert Analysis.objects.filter(pk=analysis.pk).exists()
    assert TableOffer.objects.filter(pk=offer.pk).exists()


def test_a_slice_ends_after_its_time() -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Session.objects.bulk_create(
        Session(session_key=f"s{number}", session_data="", expire_date=long_ago)
        for number in range(2 * AT_ONCE + 1)
    )
    assert delete_slice(timezone.now(), 0)
    assert Session.objects.count() == AT_ONCE + 1
    assert delete_slice(timezone.now(), 0)
    assert not delete_slice(timezone.now(), 0)
    assert not Session.objects.exists()
