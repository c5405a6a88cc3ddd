"""Subscribes ratings to results, which make them due, and to sign-ins, which show shared browsers."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.ratings import browsers
from zaria.club.ratings.followers import notify_followers
from zaria.club.ratings.recompute import mark_due
from zaria.match.terms import Terms


@receiver(matches_recorded)
def rate_matches(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Mark the ratings as due, and notify followers, in the transaction of the results."""
    rated = [match for match, _ in results if match.rated and not match.void]
    if rated:
        mark_due(min(match.ended for match in rated))
        notify_followers(rated)


@receiver(user_logged_in)
def note_browser(request: HttpRequest, user: Member, **_kwargs: Any) -> None:
    """Store with whom the member shares this browser."""
    browsers.note(request, user)
