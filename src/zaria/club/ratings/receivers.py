"""Subscribes ratings to results and their stakes, and to sign-ins, which show shared browsers."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.ratings import browsers, stake_totals
from zaria.club.ratings.followers import notify_followers
from zaria.club.ratings.recompute import mark_due
from zaria.club.stakes.actions import stakes_booked
from zaria.match.terms import Terms


@receiver(matches_recorded)
def rate_matches(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Mark the ratings as due, and notify followers, in the transaction of the results."""
    rated = [match for match, _ in results if match.rated and not match.void]
    if rated:
        mark_due(min(match.ended for match in rated))
        notify_followers(rated)


@receiver(stakes_booked)
def count_stakes(match_id: str, gains: Mapping[str, int], unit: str, **_kwargs: Any) -> None:
    """Add the gains of a staked match to those of its players, in the transaction of its settlement."""
    match = Played.objects.filter(pk=match_id).only("game", "ended").first()
    if match is not None:
        stake_totals.add(match, gains, unit)


@receiver(user_logged_in)
def note_browser(request: HttpRequest, user: Member, **_kwargs: Any) -> None:
    """Store with whom the member shares this browser."""
    browsers.note(request, user)
