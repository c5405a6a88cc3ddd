"""Browsers in which several members have signed in, so that the staff notices two accounts of one person.

A browser itself is not stored, only that two members have used the same one, for `ZARIA_ADDRESS_DAYS` days.
"""

from collections.abc import Collection

from django.conf import settings
from django.http import HttpRequest

from zaria.club.accounts.flows import devices
from zaria.club.accounts.models import Member
from zaria.club.ratings.models import SharedBrowser
from zaria.club.ratings.pairs import Pair
from zaria.club.site.clock import DAY_MS, now_ms

_CHUNK = 500
"""Ids of a query."""


def note(request: HttpRequest, member: Member) -> None:
    """Store which other members have signed in before in the browser in which `member` signs in now."""
    now = now_ms()
    purge(now)
    earlier_members = Member.objects.filter(pk__in=devices.members(request)).exclude(pk=member.pk)
    if not settings.RATING_LIMITS.address_days:
        return
    for player in earlier_members.values_list("player", flat=True):
        first, second = sorted((member.player, player))
        SharedBrowser.objects.update_or_create(one=first, two=second, defaults={"at": now})


def purge(now: int) -> None:
    """Forget what is older than it is to be kept."""
    SharedBrowser.objects.filter(at__lt=now - settings.RATING_LIMITS.address_days * DAY_MS).delete()


def shared(players: Collection[str]) -> set[Pair]:
    """The pairs of these players who have used the same browser; each in the order of their ids."""
    # Two lists of ids in one condition would make SQLite try each pair of them.
    ids, pairs = sorted(players), set()
    for start in range(0, len(ids), _CHUNK):
        rows = SharedBrowser.objects.filter(one__in=ids[start : start + _CHUNK])
        pairs |= {(first, second) for first, second in rows.values_list("one", "two") if second in players}
    return pairs
