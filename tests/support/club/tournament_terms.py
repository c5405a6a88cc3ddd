"""Tournaments of tests, with members who enter them."""

from typing import Any

from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Tournament
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments.terms import TournamentTerms

TABLA = Terms("tabla", length=3, clock=ClockTerms(delay=20_000, bank=240_000), rated=True)


def terms(format_: str = "knockout", **more: Any) -> TournamentTerms:
    """Terms of a tournament that may begin now."""
    fields = {"match": TABLA, "starts_at": now_ms(), "title": "Friday eight", **more}
    return TournamentTerms(format_, **fields)


def members(number: int, since: int = 0) -> list[Member]:
    """New members: Ann0, Ann1 and so on, or from a later number on."""
    return [
        Member.objects.create(username=f"Ann{place}", email=f"ann{place}@example.org", since=timezone.now())
        for place in range(since, since + number)
    ]


def entered(number: int, format_: str = "knockout", **more: Any) -> tuple[Tournament, list[Member]]:
    """A tournament with so many entrants, which has not begun."""
    row, players = actions.create(terms(format_, **more), "director"), members(number)
    for member in players:
        actions.enter(row.pk, member)
    return row, players
