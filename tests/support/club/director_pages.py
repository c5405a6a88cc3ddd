"""A director's page in a test: the browser of an owner, the tools they use, and the state after them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from zaria.club.accounts.models import Member
from zaria.club.tournaments import history
from zaria.club.tournaments.models import Tournament
from zaria.tournaments.tournament import TournamentState


@pytest.fixture(autouse=True)
def english_pages(db: None, plain_files: None) -> Iterator[None]:
    """Pages in English, over an empty database."""
    with translation.override("en"):
        yield


@pytest.fixture
def boss() -> Client:
    """The browser of an owner."""
    member = Member.objects.create(
        username="Bosss", email="b@example.org", player="p-boss", is_staff=True, is_superuser=True
    )
    return browser(member)


def browser(member: Member) -> Client:
    client = Client(HTTP_ACCEPT="text/html")
    client.force_login(member)
    return client


def page(row: Tournament) -> str:
    return f"/tournaments/{row.pk}/director"


def state_of(row: Tournament) -> TournamentState:
    return history.state(Tournament.objects.get(pk=row.pk))


def seen(row: Tournament) -> int:
    return Tournament.objects.get(pk=row.pk).events


def do(client: Client, row: Tournament, tool: str, **more: Any) -> Any:
    """Use a tool, as a page shows it now."""
    fields = {"tool": tool, "seen": seen(row), "reason": "Because", **more}
    return client.post(page(row), fields)


def done(client: Client, row: Tournament, tool: str, **more: Any) -> TournamentState:
    """Use a tool that does its work; the state after it."""
    answer = do(client, row, tool, **more)
    assert answer.status_code == 302, refusal(answer)
    return state_of(row)


def refusal(answer: Any) -> list[str]:
    """The complaints of a page."""
    text = answer.content.decode()
    messages = re.findall(r'<p class="wrong"[^>]*>(.*?)</p>', text, re.DOTALL)
    return [*messages, *re.findall(r'<div class="alert" role="alert">\s*<p>(.*?)</p>', text)]
