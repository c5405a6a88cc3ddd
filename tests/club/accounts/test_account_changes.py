"""The registry of one process notices the changes that another one has stored."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from zaria.club.accounts.models import AccountChange, Member, Token
from zaria.club.accounts.registry import AT_ONCE, Registry

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


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


def test_blocks_and_their_ends_reach_other_processes() -> None:
    ann, shut_out = member("Ann"), list[str]()
    registry = Registry(shut_out.append)
    registry.read()
    shut_out.clear()
    Member.objects.filter(pk=ann.pk).update(blocked_until=timezone.now() + HOUR)
    AccountChange.add(ann.player)
    registry.read()
    registry.read()
    assert shut_out == [ann.player]
    assert registry.refuses(ann.player, "")
    Member.objects.filter(pk=ann.pk).update(blocked_until=None)
    registry.read()
    assert not registry.refuses(ann.player, "")


def test_those_blocked_and_closed_before_the_start_are_refused() -> None:
    ann = member("Ann", blocked_until=timezone.now() + HOUR)
    bob = member("Bob", is_active=False)
    cid = member("Cid", blocked_until=timezone.now() - HOUR)
    registry = Registry()
    registry.read()
    assert [registry.refuses(one.player, "") for one in (ann, bob, cid)] == [True, True, False]


def test_tokens_made_and_revoked_elsewhere_are_noticed_at_the_next_read() -> None:
    owner, registry = member("Robot", robot=True), Registry()
    for number in range(2 * AT_ONCE):
        token(owner, number)
    registry.read()
    assert admits(registry, owner, "token hash7")
    with_change = token(owner, 2 * AT_ONCE)
    Token.objects.filter(hash="hash7").delete()
    AccountChange.add(owner.player)
    registry.read()
    assert admits(registry, owner, f"token {with_change.hash}")
    assert not admits(registry, owner, "token hash7")


def test_a_token_revoked_without_a_note_is_noticed_after_some_reads() -> None:
    owner, registry = member("Robot", robot=True), Registry()
    for number in range(2 * AT_ONCE):
        token(owner, number)
    registry.read()
    Token.objects.filter(hash=f"hash{2 * AT_ONCE - 1}").delete()
    for _ in range(2):
        registry.read()
    assert not admits(registry, owner, f"token hash{2 * AT_ONCE - 1}")


def rows_in_a_read(registry: Registry) -> tuple[int, int]:
    """The statements of a read, and the rows that SQLite or PostgreSQL returns for the same statements."""
    with CaptureQueriesContext(connection) as statements:
        registry.read()
    rows = 0
    with connection.cursor() as cursor:
        for statement in statements.captured_queries:
            cursor.execute(statement["sql"].replace("%", "%%"))
            rows += len(cursor.fetchall())
    return len(statements), rows


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
