"""Members, and their tokens, that are older than some of what is stored about them today."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import Grant, Registry, token_hash


@pytest.mark.django_db(transaction=True)
def test_tokens_keep_all_that_they_could_do_and_members_have_chosen_nothing() -> None:
    paul = Member.objects.create(username="Paul2", email="paul2@example.org", robot=True)
    with connection.cursor() as cursor:
        call_command("migrate", "members", "0005", verbosity=0)
        cursor.execute(
            "INSERT INTO members_token(name, hash, start, made_at, owner_id)"
            " VALUES('Old', %s, 'old', %s, %s)",
            [token_hash("old"), timezone.now(), paul.pk],
        )
        call_command("migrate", "members", verbosity=0)
    token = Token.objects.get(hash=token_hash("old"))
    assert (token.scope_list, token.may_play) == (["read", "play"], True)
    registry = Registry()
    registry.read()
    assert registry.grant("old") == Grant(paul.as_player(), plays=True)
    paul = Member.objects.get(pk=paul.pk)
    assert (paul.last_terms, paul.presets) == ([], [])
