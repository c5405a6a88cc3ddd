"""The money of a tournament in the ledger: fees, the sponsor's bonus, prizes, refunds.

A fee is held when a player enters. At the start all holds go to the pool of the tournament, to which the
sponsor's bonus is added; at the end the pool is paid out, to the last hundredth. Each function is called in a
transaction that has locked the row of the tournament.
"""

from collections.abc import Iterable

from django.db.models import QuerySet, Sum

from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError
from zaria.club.ledger.kinds import FEES, SPONSORS, TransferKind, federation_code, member_code, pool_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.ledger.subjects import TOURNAMENT
from zaria.club.player_limits.queries import stake_objection
from zaria.club.stakes import newcomers
from zaria.club.tournaments.models import Tournament
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.prizes import Payout

MOST_AT_ONCE = 500
"""Holds that are collected in one booking."""


def subject(tournament_id: str) -> str:
    """The subject of a tournament's transfers."""
    return f"{TOURNAMENT}{tournament_id}"


def hold_fee(row: Tournament, player: str, fee: int) -> None:
    """Hold the fee of a player who enters; raises `TournamentRefusedError`."""
    objection = stake_objection(player, fee)
    if objection is not None:
        raise TournamentRefusedError(objection)
    try:
        hold_late(row, player, fee)
    except NotEnoughCreditsError as error:
        raise TournamentRefusedError("not_enough_credits") from error
    if newcomers.exceeds_limit(player):
        raise TournamentRefusedError(newcomers.CODE)


def hold_late(row: Tournament, player: str, fee: int) -> None:
    """Hold the fee of a player, whatever their limits; raises `NotEnoughCreditsError`."""
    earlier = _holds(row).filter(debit__code=member_code(player)).count()
    ledger.hold(player, fee, f"{subject(row.pk)}:fee:{player}:{earlier}", subject=subject(row.pk))


def release_fees(row: Tournament, players: Iterable[str] | None = None) -> None:
    """Release the held fees of these players, or of all (None)."""
    held = ledger.lock_holds(subject=subject(row.pk))
    if players is not None:
        held = held.filter(debit__code__in=[member_code(player) for player in players])
    ledger.resolve_holds([(hold, []) for hold in held])


def collect_fees(row: Tournament) -> None:
    """Move all held fees to the pool."""
    held = list(ledger.lock_holds(subject=subject(row.pk)))
    for start in range(0, len(held), MOST_AT_ONCE):
        part = held[start : start + MOST_AT_ONCE]
        ledger.resolve_holds([(hold, [_entry(row, hold)]) for hold in part])


def add_bonus(row: Tournament, bonus: int) -> None:
    """Add the sponsor's bonus to the pool."""
    if bonus:
        ledger.post([_booking(row, "bonus", TransferKind.BONUS, SPONSORS, pool_code(row.pk), bonus)])


def pay(row: Tournament, payout: Payout, federation: str) -> None:
    """Pay the prizes and the shares of the house and of the federation out of the pool."""
    pool = pool_code(row.pk)
    bookings = [
        _booking(row, f"prize:{player}", TransferKind.PRIZE, pool, member_code(player), amount)
        for player, amount in payout.prizes.items()
    ]
    bookings.append(_booking(row, "house", TransferKind.FEE, pool, FEES, payout.house))
    if federation:
        bookings.append(
            _booking(
                row, "federation", TransferKind.FEE, pool, federation_code(federation), payout.federation
            )
        )
    bookings = [booking for booking in bookings if booking.amount]
    if bookings:
        ledger.post(bookings)


def return_fees(row: Tournament, players: Iterable[str]) -> None:
    """Return the fees of these players from the pool."""
    codes = [member_code(player) for player in players]
    bookings = [booking for booking in _returns(row) if booking.credit in codes]
    if bookings:
        ledger.post(bookings)


def return_pool(row: Tournament) -> None:
    """Return all fees of a cancelled tournament to the players, and the bonus to its sponsor."""
    pool = pool_code(row.pk)
    transfers = Transfer.objects.filter(credit__code=pool, kind=TransferKind.BONUS)
    bonus = [
        _booking(row, f"return:{transfer.pk}", TransferKind.BONUS, pool, SPONSORS, transfer.amount)
        for transfer in transfers
    ]
    if bookings := [*_returns(row), *bonus]:
        ledger.post(bookings)


def number_of_fees(row: Tournament) -> int:
    """Return the number of fees in the pool."""
    return len(_returns(row))


def payers(row: Tournament) -> set[str]:
    """Return the players whose fee is held or in the pool."""
    held = _holds(row).filter(state=ledger.PENDING).values_list("debit__code", flat=True)
    codes = {*held, *(booking.credit for booking in _returns(row))}
    return {code.removeprefix("member:") for code in codes}


def has_holds(row: Tournament) -> bool:
    """Return whether a fee is held."""
    return _holds(row).filter(state=ledger.PENDING).exists()


def pool(row: Tournament) -> int:
    """Return the amount in the pool and held for it."""
    paid = Account.objects.filter(code=pool_code(row.pk)).aggregate(sum=Sum("balance"))["sum"]
    held = _holds(row).filter(state=ledger.PENDING).aggregate(sum=Sum("amount"))["sum"]
    return (paid or 0) + (held or 0)


def _holds(row: Tournament) -> "QuerySet[Transfer]":
    return Transfer.objects.filter(subject=subject(row.pk), kind=TransferKind.HOLD)


def _returns(row: Tournament) -> list[Booking]:
    """Return the bookings that refund all fees in the pool that were not refunded before."""
    pool = pool_code(row.pk)
    paid = Transfer.objects.filter(credit__code=pool, kind=TransferKind.ENTRY).select_related("hold__debit")
    all_of_them = [
        _booking(
            row, f"return:{transfer.pk}", TransferKind.REFUND, pool, transfer.hold.debit.code, transfer.amount
        )
        for transfer in paid
        if transfer.hold is not None
    ]
    refunds = Transfer.objects.filter(debit__code=pool, kind=TransferKind.REFUND)
    refunded_keys = set(refunds.values_list("key", flat=True))
    return [booking for booking in all_of_them if booking.key not in refunded_keys]


def _entry(row: Tournament, held: Transfer) -> Booking:
    return _booking(row, f"entry:{held.pk}", TransferKind.ENTRY, "", pool_code(row.pk), held.amount)


def _booking(row: Tournament, key: str, kind: TransferKind, debit: str, credit: str, amount: int) -> Booking:
    return Booking(f"{subject(row.pk)}:{key}", kind, debit, credit, amount, subject=subject(row.pk))
