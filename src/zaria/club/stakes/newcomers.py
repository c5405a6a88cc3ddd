"""The bound of what new members stake of credits that the club gave them.

Until a member has finished a few rated matches they may stake, in 24 hours, at most `ZARIA_NEWCOMER_STAKES`
of the welcome and of gifts, over tables, entry fees and treats together. So it pays nobody to gather the
welcome of many accounts. Credits that they bought, won or were granted by the staff are not bound.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from zaria.club.ledger.kinds import TransferKind, held_code, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.matches.results.models import Played
from zaria.club.shop.goods import TREATS
from zaria.club.site.clock import DAY_MS

CODE = "newcomer_limit"
"""The code of the refusal, in `zaria.match.refusals.SENTENCES`."""
MATCHES, OPPONENTS, DAYS = 5, 3, 2
"""Rated matches, different opponents and days (UTC) after which a member is bound no more."""
LATEST = 200
"""Matches on each side that are looked at."""
WINDOW = timedelta(hours=24)


class FreeCredits(NamedTuple):
    """The credits of a member in hundredths.

    `gifts`: the welcome and all gifts. `available`: the balance without what is held. `staked`: held now, or
    spent in the window. `spent_before`: spent before the window.
    """

    gifts: int
    available: int
    staked: int
    spent_before: int

    @property
    def free_staked(self) -> int:
        """The part of `staked` that the club gave: what was spent before was the club's, the rest is won."""
        unspent = max(0, self.gifts - max(0, self.spent_before))
        earned = max(0, self.available + self.staked - unspent)
        return self.staked - earned


def exceeds_limit(player: str) -> bool:
    """Return whether a new member has staked more of the club's credits than they may.

    Call it after the booking, in its transaction: the account of the member is locked, and the caller undoes
    what was too much.
    """
    most = settings.LEDGER.newcomer
    return most is not None and not has_proven(player) and credits_of(player).free_staked > most


def room_left(player: str) -> int | None:
    """Return how much of the club's credits a member may still stake now (hundredths); None: any sum."""
    most = settings.LEDGER.newcomer
    if most is None or has_proven(player):
        return None
    return max(0, most - credits_of(player).free_staked)


def has_proven(player: str) -> bool:
    """Return whether a member has finished enough rated matches, none of them early."""
    opponents: set[str] = set()
    days: set[int] = set()
    matches = 0
    rated = Played.objects.filter(rated=True, void=False, voided=False, early=False)
    for player_field, opponent_field in (("player0", "player1"), ("player1", "player0")):
        rows = rated.filter(**{player_field: player}).order_by("-ended").values_list(opponent_field, "ended")
        for opponent, ended in rows[:LATEST]:
            matches += 1
            opponents.add(opponent)
            days.add(ended // DAY_MS)
    return matches >= MATCHES and len(opponents) >= OPPONENTS and len(days) >= DAYS


def credits_of(player: str) -> FreeCredits:
    """Read what a member has and has staked, from the ledger."""
    available, held = _balances(player)
    since = Q(at__gte=int((timezone.now() - WINDOW).timestamp() * 1000))
    spent_now, spent_ever = _spent(player, since), _spent(player, Q())
    return FreeCredits(
        gifts=_gifts(player),
        available=available,
        staked=held + max(0, spent_now),
        spent_before=spent_ever - spent_now,
    )


def own_credits(player: str) -> int:
    """The part of what a member can use that the club did not give; what they spent counts as given.

    Everything they ever spent counts, goods for themselves too.
    """
    available, held = _balances(player)
    spent = _spent(player, Q()) + _sum(_purchases(player).exclude(subject__in=TREATS))
    unspent = max(0, _gifts(player) - max(0, spent))
    return max(0, min(available, available + held - unspent))


def _balances(player: str) -> tuple[int, int]:
    """The amounts that a member can use, and that are held from them."""
    codes = (member_code(player), held_code(player))
    accounts = Account.objects.filter(code__in=codes, unit=settings.LEDGER.unit)
    balances = dict(accounts.values_list("code", "balance"))
    return balances.get(codes[0], 0), balances.get(codes[1], 0)


def _gifts(player: str) -> int:
    """The welcome and all gifts."""
    to_member = Transfer.objects.filter(credit__code=member_code(player), credit__unit=settings.LEDGER.unit)
    return _sum(to_member.filter(kind__in=(TransferKind.WELCOME, TransferKind.GIFT)))


def _purchases(player: str) -> "QuerySet[Transfer]":
    payer = {"debit__code": member_code(player), "debit__unit": settings.LEDGER.unit}
    return Transfer.objects.filter(kind=TransferKind.PURCHASE, **payer)


def _spent(player: str, when: Q) -> int:
    """Stakes lost, fees paid and treats bought, less what was returned later."""
    unit, transfers = settings.LEDGER.unit, Transfer.objects.filter(when)
    paid = transfers.filter(debit__code=held_code(player), debit__unit=unit).exclude(
        kind=TransferKind.RELEASE
    )
    treats = _purchases(player).filter(when, subject__in=TREATS)
    voided = Q(
        kind=TransferKind.CORRECTION, match_id__gt=""
    )  # other corrections return nothing that was spent
    returned = transfers.filter(
        Q(kind=TransferKind.REFUND) | voided, credit__code=member_code(player), credit__unit=unit
    )
    return _sum(paid) + _sum(treats) - _sum(returned)


def _sum(rows: "QuerySet[Transfer]") -> int:
    return rows.aggregate(sum=Sum("amount"))["sum"] or 0
