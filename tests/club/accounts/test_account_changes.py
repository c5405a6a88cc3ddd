"""The registry of one process notices the changes that others have stored, in whatever way."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.club.database_schema import trigger_names
from tests.support.club.site_database import furnished, instead, site
from zaria.club.accounts import triggers
from zaria.club.accounts.models import AccountChange, EndedSession, Member, Token
from zaria.club.accounts.registry import AT_ONCE, Registry, delete_old_changes
from zaria.club.api import actions
from zaria.club.personal_data import deletion
from zaria.club.site.database import databases
from zaria.club.staff.actions import sanctions

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
ENGINES = ("sqlite", "postgresql")


@pytest.fixture(params=ENGINES)
def club(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """An empty club in each engine."""
    url = request.getfixturevalue("postgres").url("site") if request.param == "postgresql" else None
    with site(url, tmp_path):
        yield


def member(name: str, **fields: object) -> Member:
    """A member of the club."""
    return Member.objects.create(
        username=name, email=f"{name}@example.org", since=timezone.now(), player=f"p-{name}", **fields
    )


def token(owner: Member, number: int) -> Token:
    """A stored token, whose hash is no secret's."""
    return Token.objects.create(owner=owner, name="mine", hash=f"hash{number}", start="zt")


def admits(registry: Registry, owner: Member, key: str) -> bool:
    return registry.admits(owner.as_player(), key)


def execute(statement: str, *values: datetime | int | str) -> None:
    """Make a change as somebody does who has only the database."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def block_by_hand(player: Member) -> None:
    execute("UPDATE members_member SET blocked_until = %s WHERE id = %s", timezone.now() + HOUR, player.pk)


def block_by_staff(player: Member) -> None:
    sanctions.block(None, player, "Insults", timezone.now() + HOUR)


BLOCKS: dict[str, Callable[[Member], object]] = {
    "one row": lambda player: Member.objects.filter(pk=player.pk).update(blocked_until=timezone.now() + HOUR),
    "closed": lambda player: Member.objects.filter(pk=player.pk).update(is_active=False),
    "by hand": block_by_hand,
    "by the staff": block_by_staff,
    "deleted": lambda player: deletion.delete(player, "-"),
}
"""All that shuts a member out."""


@pytest.mark.parametrize("way", BLOCKS)
def test_a_block_reaches_other_processes_at_the_next_read(club: None, way: str) -> None:
    ann, bob, shut_out = member("Ann"), member("Bob"), list[str]()
    registry = Registry(shut_out.append)
    registry.read()
    shut_out.clear()
    BLOCKS[way](ann)
    registry.read()
    registry.read()
    assert set(shut_out) == {ann.player}
    assert [registry.refuses(player_id, "") for player_id in ("p-Ann", bob.player)] == [True, False]


def test_a_lifted_block_is_noticed(club: None) -> None:
    ann, registry = member("Ann"), Registry()
    registry.read()
    block_by_staff(ann)
    registry.read()
    sanctions.lift(None, ann, "A mistake", ["block"])
    registry.read()
    assert not registry.refuses(ann.player, "")


def test_those_blocked_and_closed_before_the_start_are_refused(club: None) -> None:
    ann = member("Ann", blocked_until=timezone.now() + HOUR)
    bob = member("Bob", is_active=False)
    cid = member("Cid", blocked_until=timezone.now() - HOUR)
    registry = Registry()
    registry.read()
    assert [registry.refuses(player.player, "") for player in (ann, bob, cid)] == [True, True, False]


def test_tokens_made_changed_and_revoked_elsewhere_are_noticed_at_the_next_read(club: None) -> None:
    owner, registry = member("Robot", robot=True), Registry()
    for number in range(3):
        token(owner, number)
    registry.read()
    assert admits(registry, owner, "token hash1")
    secret = actions.make_token(owner, "new", Token.READ)
    execute("DELETE FROM members_token WHERE hash = %s", "hash1")
    registry.read()
    grant = registry.grant(secret)
    assert grant is not None
    assert not grant.plays
    assert [admits(registry, owner, f"token hash{number}") for number in range(3)] == [True, False, True]
    Token.objects.filter(name="new").update(scopes=f"{Token.READ} {Token.PLAY}")
    Member.objects.filter(pk=owner.pk).update(username="Machine")
    registry.read()
    grant = registry.grant(secret)
    assert grant is not None
    assert (grant.plays, grant.player.name) == (True, "Machine")


def test_a_visit_and_the_use_of_a_token_are_no_changes(club: None) -> None:
    ann = member("Ann")
    token(ann, 1)
    stored = AccountChange.objects.count()
    ann.seen_at = timezone.now()
    ann.save()
    Token.objects.update(used_at=timezone.now())
    assert AccountChange.objects.count() == stored


def test_a_change_that_is_rolled_back_leaves_no_note(club: None) -> None:
    ann = member("Ann")
    stored = AccountChange.objects.count()
    with transaction.atomic():
        Member.objects.filter(pk=ann.pk).update(is_active=False)
        transaction.set_rollback(True)
    assert AccountChange.objects.count() == stored


def test_a_change_that_is_committed_after_later_ones_is_noticed(
    request: pytest.FixtureRequest, transactional_db: None
) -> None:
    url = furnished(request, "registry")
    with instead(databases.default(url, Path())), closing(psycopg.connect(url)) as slow_process:
        ann, bob, registry = member("Ann"), member("Bob"), Registry()
        registry.read()
        slow_process.execute("UPDATE members_member SET is_active = false WHERE id = %s", [ann.pk])
        Member.objects.filter(pk=bob.pk).update(is_active=False)
        registry.read()
        assert [registry.refuses(player.player, "") for player in (ann, bob)] == [False, True]
        slow_process.commit()
        registry.read()
        assert registry.refuses(ann.player, "")


@pytest.mark.django_db
def test_rows_of_a_process_whose_clock_is_behind_are_noticed() -> None:
    ann, bob, now = member("Ann"), member("Bob"), timezone.now()
    Member.objects.filter(pk=bob.pk).update(since=None)
    registry = Registry()
    registry.read(now)
    assert not registry.is_member(bob.player)
    Member.objects.filter(pk=bob.pk).update(since=now - 2 * MINUTE)
    EndedSession.objects.create(tag="hers", player=ann.player)
    EndedSession.objects.update(at=now - 2 * MINUTE)
    registry.read(now + 5 * SECOND)
    assert registry.is_member(bob.player)
    assert registry.refuses(ann.player, "hers")


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_the_clock_of_the_database_says_which_changes_are_new(club: None, ahead: timedelta) -> None:
    ann, registry, now = member("Ann"), Registry(), timezone.now() + ahead
    registry.read(now)
    Member.objects.filter(pk=ann.pk).update(is_active=False)
    registry.read(now + 5 * SECOND)
    assert registry.refuses(ann.player, "")


@pytest.mark.django_db
def test_a_read_that_fails_is_repeated() -> None:
    ann, registry = member("Ann"), Registry()
    registry.read()
    Member.objects.filter(pk=ann.pk).update(is_active=False)
    with connection.execute_wrapper(_unavailable), pytest.raises(ConnectionError):
        registry.read()
    registry.read()
    assert registry.refuses(ann.player, "")


def _unavailable(_execute: object, sql: str, *_rest: object) -> None:
    if "blocked_until" in sql:
        raise ConnectionError
    _execute(sql, *_rest)  # type: ignore[operator]


@pytest.mark.django_db
@pytest.mark.parametrize("away", [HOUR, -HOUR])
def test_a_process_that_was_away_or_whose_clock_was_set_reads_everything(away: timedelta) -> None:
    ann, bob, now = member("Ann", is_active=False), member("Bob"), timezone.now()
    token(bob, 1)
    registry = Registry()
    registry.read(now)
    Member.objects.filter(pk=ann.pk).update(is_active=True)
    Member.objects.filter(pk=bob.pk).update(is_active=False)
    Token.objects.all().delete()
    EndedSession.objects.create(tag="his", player=bob.player)
    AccountChange.objects.all().delete()  # so old that they are gone
    registry.read(now + away)
    assert [registry.refuses(player.player, "") for player in (ann, bob)] == [False, True]
    assert not admits(registry, bob, "token hash1")
    assert registry.refuses("", "his")


@pytest.mark.django_db
def test_more_changes_than_are_read_one_by_one_are_read_together() -> None:
    members = [
        Member(username=f"M{number}", email=f"{number}@example.org", player=f"p{number}")
        for number in range(AT_ONCE + 1)
    ]
    Member.objects.bulk_create(members)
    registry = Registry()
    registry.read()
    Member.objects.update(is_active=False)
    registry.read()
    assert all(registry.refuses(player.player, "") for player in members)


@pytest.mark.django_db
def test_a_thousand_members_may_have_tokens() -> None:
    owners = Member.objects.bulk_create(
        Member(username=f"M{number}", email=f"{number}@example.org", player=f"p{number}")
        for number in range(1_001)
    )
    Token.objects.bulk_create(
        Token(owner=owner, name="mine", hash=owner.player, start="zt") for owner in owners
    )
    registry = Registry()
    registry.read()
    assert all(admits(registry, owner, f"token {owner.player}") for owner in owners)


@pytest.mark.django_db
def test_old_notes_are_deleted() -> None:
    ann, registry = member("Ann"), Registry()
    Member.objects.filter(pk=ann.pk).update(is_active=False)
    AccountChange.objects.update(at=timezone.now() - AccountChange.KEPT - HOUR)
    Member.objects.filter(pk=ann.pk).update(is_active=True)
    delete_old_changes()
    assert AccountChange.objects.count() == 1
    registry.read()
    assert not registry.refuses(ann.player, "")


def test_the_database_has_the_triggers(club: None) -> None:
    """A later migration that builds a table anew on SQLite drops its triggers: it has to create them."""
    statements = triggers.STATEMENTS[connection.vendor]
    created = {statement.split()[2] for statement in statements if "CREATE TRIGGER" in statement}
    assert created <= trigger_names()


def rows_in_a_read(registry: Registry) -> tuple[int, int]:
    """The statements of a read, and the rows that SQLite returns for the same statements."""
    with CaptureQueriesContext(connection) as statements:
        registry.read()
    rows = 0
    with connection.cursor() as cursor:
        for statement in statements.captured_queries:
            cursor.execute(statement["sql"].replace("%", "%%"))
            rows += len(cursor.fetchall())
    return len(statements), rows


@pytest.mark.django_db
def test_a_read_costs_the_same_however_many_members_are_blocked_or_closed() -> None:
    costs = []
    for count in (10, 1_000):
        long_ago = timezone.now() - count * HOUR
        Member.objects.bulk_create(
            Member(
                username=f"M{count}x{number}",
                email=f"{count}x{number}@example.org",
                player=f"p{count}x{number}",
                since=long_ago - number * HOUR,
                is_active=number % 2 == 0,
                blocked_until=timezone.now() + HOUR,
            )
            for number in range(count)
        )
        registry = Registry()
        registry.read()
        costs.append(rows_in_a_read(registry))
    assert costs[0] == costs[1]
