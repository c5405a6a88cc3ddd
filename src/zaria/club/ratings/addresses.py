"""Shared addresses at rated matches, so that the staff notices two accounts of one person.

No address is kept: only a hash under the club's own key, which tells that two are the same and nothing else,
and for `ZARIA_ADDRESS_DAYS` days. In a thread: it waits for the database.
"""

from collections import defaultdict
from collections.abc import Collection

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac

from zaria.club.matches.results.models import LastMeeting
from zaria.club.ratings.models import SeatAddress
from zaria.club.ratings.pairs import Pair
from zaria.club.site.clock import DAY_MS
from zaria.live.sockets.connection_limits import group, is_local

_SALT = "zaria.club.ratings.addresses"
_DIGITS = 16
MOST_MATCHES = 20
"""Seats of an address that are looked at: a café has many."""

_SHARED_PAIRS = f"""
    WITH seats AS (SELECT DISTINCT player, address FROM {SeatAddress._meta.db_table})
    SELECT DISTINCT m.player, m.opponent FROM seats a
    JOIN seats b ON b.address = a.address AND a.player < b.player
    JOIN {LastMeeting._meta.db_table} m ON m.player = a.player AND m.opponent = b.player
    ORDER BY m.player, m.opponent
"""


def fingerprint(address: str) -> str:
    """Stored fingerprint of an address: the same for a whole /64 of IPv6; "" for those of this machine."""
    if not address or is_local(address):
        return ""
    return salted_hmac(_SALT, group(address), algorithm="sha256").hexdigest()[:_DIGITS]


def note(match_id: str, player: str, address: str, at: int) -> None:
    """A member sits down to a rated match from `address`, at `at` (ms)."""
    hashed = fingerprint(address)
    if hashed and settings.RATING_LIMITS.address_days:
        SeatAddress.objects.update_or_create(
            match_id=match_id, player=player, defaults={"address": hashed, "at": at}
        )


def matches_from(address: str, since: int, most: int = MOST_MATCHES) -> list[str]:
    """Return the newest rated matches at which a member sat down from `address` since a time (ms)."""
    hashed = fingerprint(address)
    if not hashed:
        return []
    rows = SeatAddress.objects.filter(address=hashed, at__gte=since).order_by("-at")
    return list(dict.fromkeys(rows.values_list("match_id", flat=True)[:most]))


def purge(now: int) -> None:
    """Forget what is older than it is to be kept."""
    SeatAddress.objects.filter(at__lt=now - settings.RATING_LIMITS.address_days * DAY_MS).delete()


def shared(pairs: Collection[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Number of common addresses of each two of these players."""
    players = {player for pair in pairs for player in pair}
    seen: dict[str, set[str]] = defaultdict(set)
    rows = SeatAddress.objects.filter(player__in=players).values_list("player", "address").distinct()
    for player, address in rows:
        seen[player].add(address)
    return {pair: len(seen[pair[0]] & seen[pair[1]]) for pair in pairs}


def shared_pairs() -> list[Pair]:
    """Return the members who have played against each other and have an address in common.

    Each pair is in the order of its ids. The members at each address are compared, not those of each match.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SHARED_PAIRS)
        return [(first, second) for first, second in cursor.fetchall()]
