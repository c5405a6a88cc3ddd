"""Members are looked up by login and address through an index, in both engines, whatever the case."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.internal.userkit import filter_users_by_username
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.club.site_database import site
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import Registry, token_hash
from zaria.club.federations.models import Membership

SOURCES = Path(__file__).parents[3] / "src"
LOOK_UPS: dict[str, Callable[[], "QuerySet[Member] | QuerySet[AbstractBaseUser]"]] = {
    "login": lambda: Member.objects.by_login("MEMBER77"),
    "logins": lambda: Member.objects.by_logins(["MEMBER77", "Member77"]),
    "address": lambda: Member.objects.by_email("Member77@EXAMPLE.org"),
    "sign-in": lambda: filter_users_by_username("mEMBER77"),
}


@pytest.fixture(params=["sqlite", "postgresql"])
def crowd(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Some hundred members."""
    url = request.getfixturevalue("postgres").url("look_ups") if request.param == "postgresql" else None
    with site(url, tmp_path):
        Member.objects.bulk_create(
            Member(
                username=f"Member{number}",
                email=f"Member{number}@example.org",
                since=timezone.now() - timedelta(days=number),
            )
            for number in range(500)
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
            if url:
                cursor.execute("SET enable_seqscan = off")  # of few members PostgreSQL reads all
        yield


@pytest.mark.parametrize("name", LOOK_UPS)
@pytest.mark.service
def test_a_look_up_uses_an_index(crowd: None, name: str) -> None:
    members = LOOK_UPS[name]()
    assert [member.get_username() for member in members] == ["Member77"]
    for query in (members, Membership.objects.filter(member__in=members)):
        plan = query.explain()
        assert re.search(r"\w+_whatever_its_case", plan), plan
        assert "SCAN members_member" not in plan
        assert "Seq Scan on members_member" not in plan


@pytest.mark.service
def test_the_registry_reads_only_changes(crowd: None) -> None:
    """The queries of every few seconds cost nothing that grows with the members."""
    blocked, inactive, owner = Member.objects.order_by("pk")[:3]
    Member.objects.filter(pk=blocked.pk).update(blocked_until=timezone.now() + timedelta(hours=1))
    Member.objects.filter(pk=inactive.pk).update(is_active=False)
    Token.objects.create(owner=owner, hash=token_hash("secret"))
    registry = Registry()
    registry.read()
    with CaptureQueriesContext(connection) as idle:
        registry.read()
    assert len(idle) == 3
    Member.objects.filter(pk=blocked.pk).update(colour="#123456")
    with CaptureQueriesContext(connection) as captured:
        registry.read()
    assert registry.refuses(blocked.player, "")
    assert registry.refuses(inactive.player, "")
    assert registry.bearer("secret") == owner.as_player()
    assert len(captured) == 5
    for query in captured.captured_queries:
        sql = query["sql"]
        assert "password" not in sql
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql}")
            plan = "\n".join(str(row) for row in cursor.fetchall())
        assert not re.search(r"SCAN members_(member|endedsession)(?! USING \w* ?INDEX \w+_members)", plan), (
            plan
        )
        assert not re.search(r"Seq Scan on members_(member|endedsession)", plan), plan


def test_no_look_up_reads_all_members() -> None:
    look_ups = [
        f"{path.relative_to(SOURCES)}: {line.strip()}"
        for path in SOURCES.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"(username|email)__iexact", line)
    ]
    assert look_ups == []
