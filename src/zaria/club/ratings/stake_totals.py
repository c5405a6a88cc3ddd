"""Keeps the credits that members win and lose in staked matches, for the ranking by winnings."""

from collections import Counter
from collections.abc import Collection, Mapping

from django.conf import settings
from django.db.models import F

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import OVERALL, StakeTotal
from zaria.club.ratings.seasons import periods

EVER = ""
"""The period of all time."""


def add(match: Played, gains: Mapping[str, int], unit: str) -> None:
    """Add what players have gained by a match (hundredths, below zero for a loss), in one transaction."""
    members = dict(Member.objects.filter(player__in=gains).values_list("player", "pk"))
    games, spans = (match.game, OVERALL), (*periods(match.ended), EVER)
    StakeTotal.objects.bulk_create(
        [
            StakeTotal(member_id=members[player], game=game, period=period, unit=unit)
            for player in sorted(members)
            for game in games
            for period in spans
        ],
        ignore_conflicts=True,
    )
    for player in sorted(members):
        rows = StakeTotal.objects.filter(member=members[player], game__in=games, period__in=spans, unit=unit)
        rows.update(amount=F("amount") + gains[player])


def totals(members: Collection[int], game: str, period: str) -> Counter[int]:
    """The credits won by each of these members; 0 for those without a staked match."""
    rows = StakeTotal.objects.filter(
        member__in=members, game=game, period=period, unit=settings.LEDGER.unit
    ).values_list("member", "amount")
    return Counter(dict(rows))
