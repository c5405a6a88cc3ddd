"""Members who are signed in, made in the database: the form of registration takes a second for each."""

from typing import NamedTuple

from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.support.http_client import Visitor
from zaria.club.accounts.models import Member
from zaria.match.events import Player


class SignedIn(NamedTuple):
    """A member and the cookie of their session."""

    player: Player
    session: str

    def visit(self, url: str) -> Visitor:
        """Open the front page of the club at `url` as this member: the socket needs a cookie of its own."""
        visitor = Visitor(url)
        visitor.cookies[settings.SESSION_COOKIE_NAME] = self.session
        assert visitor.get("/").status == 200
        return visitor


def sign_in(number: int) -> list[SignedIn]:
    """Make so many more members; the server has to sign with the key of these settings."""
    first = Member.objects.filter(username__startswith="Player").count()
    members = []
    for place in range(first, first + number):
        member = Member.objects.create(
            username=f"Player{place}", email=f"player{place}@example.org", since=timezone.now()
        )
        browser = Client()
        browser.force_login(member)
        members.append(SignedIn(member.as_player(), browser.cookies[settings.SESSION_COOKIE_NAME].value))
    return members
