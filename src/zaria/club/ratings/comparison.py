"""Compares the credits won in staked matches, as the ranking has them, with the ledger."""

from collections import Counter
from functools import partial

from django.db import transaction
from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.discrepancies import REPAIRABLE, Discrepancy
from zaria.club.ledger.kinds import TransferKind, held_code, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import OVERALL, StakeTotal
from zaria.club.ratings.seasons import periods
from zaria.club.ratings.stake_totals import EVER

Totals = Counter[tuple[str, str, str]]
"""Amounts (hundredths) by game, period and unit."""

_BOOKED = (TransferKind.WIN, TransferKind.FEE, TransferKind.CORRECTION)


def compare() -> list[Discrepancy]:
    """Each total of a member is the sum of the settlements of their matches, and of the corrections."""
    booked = Transfer.objects.filter(match_id__gt="", kind__in=_BOOKED)
    accounts = Account.objects.filter(Q(pk__in=booked.values("credit")) | Q(pk__in=booked.values("debit")))
    owned = accounts.filter(Q(code__startswith=member_code("")) | Q(code__startswith=held_code("")))
    players = {code.partition(":")[2] for code in owned.values_list("code", flat=True)}
    stored = StakeTotal.objects.exclude(amount=0).values_list("member__player", flat=True)
    players.update(stored.distinct())
    return [difference for player in sorted(players) if (difference := _difference(player)) is not None]


def _difference(player: str) -> Discrepancy | None:
    """Return what is wrong with a member's totals; they are read again under the lock if they look wrong."""
    if _booked(player) == _stored(player):
        return None
    with transaction.atomic():
        ledger.lock_accounts([member_code(player), held_code(player)])
        booked, stored = _booked(player), _stored(player)
    if booked == stored or not Member.objects.filter(player=player).exists():
        return None
    game, period, unit = min(key for key in booked | stored if booked[key] != stored[key])
    fault = (
        f"{amount_string(stored[game, period, unit])} stand in the ranking of {game or 'all games'}"
        f" ({period or 'ever'}), and staked matches have brought {amount_string(booked[game, period, unit])}"
    )
    return Discrepancy(member_code(player), fault, REPAIRABLE, partial(_repair, player))


@transaction.atomic
def _repair(player: str) -> None:
    """Store what the ledger says."""
    ledger.lock_accounts([member_code(player), held_code(player)])
    member = Member.objects.get(player=player)
    StakeTotal.objects.filter(member=member).delete()
    StakeTotal.objects.bulk_create(
        StakeTotal(member=member, game=game, period=period, unit=unit, amount=amount)
        for (game, period, unit), amount in _booked(player).items()
    )


def _stored(player: str) -> Totals:
    rows = StakeTotal.objects.filter(member__player=player).exclude(amount=0)
    totals: Totals = Counter()
    for game, period, unit, amount in rows.values_list("game", "period", "unit", "amount"):
        totals[game, period, unit] = amount
    return totals


def _booked(player: str) -> Totals:
    """Add up the settlements of a player's matches, and the corrections."""
    codes = (member_code(player), held_code(player))
    accounts = dict(Account.objects.filter(code__in=codes).values_list("pk", "unit"))
    rows = Transfer.objects.filter(Q(credit__in=accounts) | Q(debit__in=accounts), match_id__gt="")
    gains: Counter[tuple[str, str]] = Counter()
    for match_id, debit, credit, amount in rows.filter(kind__in=_BOOKED).values_list(
        "match_id", "debit", "credit", "amount"
    ):
        unit = accounts.get(credit) or accounts[debit]
        gains[match_id, unit] += amount * ((credit in accounts) - (debit in accounts))
    played = Played.objects.filter(pk__in={match_id for match_id, _unit in gains})
    matches = {match_id: (game, ended) for match_id, game, ended in played.values_list("pk", "game", "ended")}
    totals: Totals = Counter()
    for (match_id, unit), gain in gains.items():
        if match_id in matches:
            game, ended = matches[match_id]
            for name in (game, OVERALL):
                for period in (*periods(ended), EVER):
                    totals[name, period, unit] += gain
    return Counter({key: amount for key, amount in totals.items() if amount})
