"""Members, and their tokens, that are older than some of what is stored about them today."""

from pathlib import Path

from django.utils import timezone

from tests.support.club.older_tables import migrate, set_back
from tests.support.club.site_database import site
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import Grant, Registry, token_hash


def test_tokens_keep_all_that_they_could_do_and_members_have_chosen_nothing(
    transactional_db: None, tmp_path: Path
) -> None:
    with site(None, tmp_path):
        old = set_back(("members", "0005_login_length"))
        fields = {"username": "Paul2", "email": "paul2@example.org", "player": "p-paul", "robot": True}
        owner = old.get_model("members", "Member").objects.create(**fields)
        old.get_model("members", "Token").objects.create(
            name="Old", hash=token_hash("old"), start="old", made_at=timezone.now(), owner=owner
        )
        migrate("members")
        token = Token.objects.get(hash=token_hash("old"))
        assert (token.scope_list, token.may_play) == (["read", "play"], True)
        registry = Registry()
        registry.read()
        paul = Member.objects.get(pk=owner.pk)
        assert registry.grant("old") == Grant(paul.as_player(), plays=True)
        assert (paul.last_terms, paul.presets) == ([], [])
