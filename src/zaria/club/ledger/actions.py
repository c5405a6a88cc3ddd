"""Writes of the ledger: transfers, holds and their resolution.

Each function is one transaction, or part of the caller's. Call them in a thread: they wait for the database.

All transactions of the club lock in one order, so they wait for each other and do not deadlock: the rows of
members, matches, gifts and holds first, then accounts of members, then accounts of the house. So a caller
may lock the account of a member, decide by its balance and post afterwards, but it locks nothing of another
member any more after a post. A provider's account is locked before all others (`top_up.actions.apply`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from zaria.club.accounts import address_records
from zaria.club.accounts.models import Member
from zaria.club.ledger.announcements import announce_balances
from zaria.club.ledger.kinds import FORCED, ISSUED, TransferKind, held_code, is_guarded, member_code
from zaria.club.ledger.models import Account, Transfer, TransferState, WelcomedAddress
from zaria.club.site.clock import now_ms

PENDING, POSTED, VOIDED = TransferState.PENDING, TransferState.POSTED, TransferState.VOIDED


class LedgerError(Exception):
    """A transfer that the ledger does not accept."""


class NotEnoughCreditsError(LedgerError):
    """The account has less than the transfer would take; `available` and `needed` are in hundredths."""

    def __init__(self, available: int, needed: int) -> None:
        super().__init__(f"{needed} needed, {available} available")
        self.available, self.needed = available, needed


class KeyReusedError(LedgerError):
    """A key of another transfer: other accounts, another kind or amount."""


class HoldResolvedError(LedgerError):
    """The hold was posted or voided before."""


class Booking(NamedTuple):
    """A transfer to be made: see `models.Transfer` for the fields. `debit` and `credit` are codes."""

    key: str
    kind: TransferKind
    debit: str
    credit: str
    amount: int
    state: TransferState = POSTED
    hold: Transfer | None = None
    until: int | None = None
    match_id: str = ""
    subject: str = ""
    note: str = ""
    by: str = ""


def ensure_member(player: str) -> Account:
    """The account of a member; the first one with an e-mail address gets the club's welcome credits."""
    unit = settings.LEDGER.unit
    account = Account.objects.filter(code=member_code(player), unit=unit).first()
    if account is None:
        with transaction.atomic():
            account = lock_accounts([member_code(player)])[member_code(player)]
            lock_accounts([ISSUED])  # of two new accounts with an address one gets the welcome
            if _is_welcomed_now(player, account):
                post([_welcome(player)])
                account.refresh_from_db()
    return account


def _is_welcomed_now(player: str, account: Account) -> bool:
    """Return whether a new account gets the welcome, as the first one with its addresses."""
    if Member.objects.filter(player=player, is_pupil=True).exists():
        return False
    if not settings.LEDGER.welcome or Transfer.objects.filter(credit=account).exists():
        return False
    hashes = address_records.fingerprints(player)
    was_welcomed = WelcomedAddress.objects.filter(fingerprint__in=hashes, unit=account.unit).exists()
    remember_welcome(hashes, account.unit)
    return not was_welcomed


def _welcome(player: str) -> Booking:
    key = f"welcome:{settings.LEDGER.unit}:{player}"
    return Booking(key, TransferKind.WELCOME, ISSUED, member_code(player), settings.LEDGER.welcome)


def remember_welcome(hashes: Iterable[str], unit: str) -> None:
    """Note that the owner of these addresses got the welcome."""
    WelcomedAddress.objects.bulk_create(
        [WelcomedAddress(fingerprint=hash_, unit=unit) for hash_ in sorted(hashes)], ignore_conflicts=True
    )


@transaction.atomic
def post(bookings: Sequence[Booking], at: int | None = None, unit: str | None = None) -> list[Transfer]:
    """Make all these transfers, or none; return them, or those that were made before under the same keys.

    `unit`: of the accounts (None: the club's). Raises `NotEnoughCreditsError`, or `KeyReusedError` where a
    key belongs to a transfer of another kind.
    """
    accounts = lock_accounts({code for booking in bookings for code in (booking.debit, booking.credit)}, unit)
    # A hold is resolved once, so the keys of what is paid out of a pending one are new.
    keys = [booking.key for booking in bookings if booking.hold is None]
    stored = (
        Transfer.objects.select_related("debit", "credit").in_bulk(keys, field_name="key") if keys else {}
    )
    transfers = []
    for booking in bookings:
        earlier = stored.get(booking.key)
        transfers.append(
            _transfer(booking, accounts, at or now_ms()) if earlier is None else _same(earlier, booking)
        )
    Transfer.objects.bulk_create([transfer for transfer in transfers if transfer.pk is None])
    announce_balances(accounts)
    return transfers


def hold(
    player: str, amount: int, key: str, *, match_id: str = "", subject: str = "", until: int | None = None
) -> Transfer:
    """Hold an amount of a member's; raises `NotEnoughCreditsError`."""
    ensure_member(player)
    booking = Booking(
        key,
        TransferKind.HOLD,
        member_code(player),
        held_code(player),
        amount,
        PENDING,
        until=until,
        match_id=match_id,
        subject=subject,
    )
    return post([booking])[0]


@transaction.atomic
def post_hold(held: Transfer, shares: Sequence[Booking], at: int | None = None) -> list[Transfer]:
    """Pay these shares out of a hold, release the rest to its owner, and post the hold.

    Each share is a booking that is taken from the held account. Raises `HoldResolvedError`.
    """
    return resolve_holds([(_pending(held), shares)], at)


@transaction.atomic
def void_hold(held: Transfer, at: int | None = None) -> Transfer:
    """Return a hold to its owner, in whole. Raises `HoldResolvedError`."""
    return resolve_holds([(_pending(held), [])], at)[0]


def lock_holds(**conditions: object) -> "QuerySet[Transfer]":
    """The pending holds that meet these conditions of a query, to be locked in the order of their keys."""
    holds = Transfer.objects.filter(**conditions, state=PENDING).order_by("pk")
    return holds.select_for_update(of=("self",)).select_related("debit", "credit")


@transaction.atomic
def resolve_holds(
    resolutions: Sequence[tuple[Transfer, Sequence[Booking]]], at: int | None = None
) -> list[Transfer]:
    """Resolve holds of `lock_holds`: pay the shares of each, release the rest; one without shares is voided.

    The amounts stay in the unit of the hold, even if the club's is another one by now.
    """
    by_unit: defaultdict[str, list[Booking]] = defaultdict(list)
    for held, shares in resolutions:
        bookings = by_unit[held.credit.unit]
        bookings += [share._replace(debit=held.credit.code, hold=held) for share in shares]
        remainder = held.amount - sum(share.amount for share in shares)
        if remainder < 0:
            raise LedgerError("the shares are more than the hold")
        if remainder:
            bookings.append(_release(held, remainder, POSTED if shares else VOIDED))
    transfers = [transfer for unit in sorted(by_unit) for transfer in post(by_unit[unit], at, unit)]
    for state in (POSTED, VOIDED):
        holds = [held.pk for held, shares in resolutions if bool(shares) is (state == POSTED)]
        if holds:
            Transfer.objects.filter(pk__in=holds).update(state=state)
    return transfers


def lock_accounts(codes: Iterable[str], unit: str | None = None) -> Mapping[str, Account]:
    """The accounts with these codes, in a unit (the club's), locked; those that are missing are opened.

    Members' accounts come first, in the order of their keys, then those of the house.
    """
    unit, codes = unit or settings.LEDGER.unit, sorted(codes)
    accounts = (
        Account.objects.filter(code__in=codes, unit=unit).select_for_update().order_by("-guarded", "pk")
    )
    by_code = {account.code: account for account in accounts}
    missing = [code for code in codes if code not in by_code]
    if missing:  # nobody waits for them but to open the same ones
        Account.objects.bulk_create(
            [Account(code=code, unit=unit, guarded=is_guarded(code)) for code in missing],
            ignore_conflicts=True,
        )
        by_code = {account.code: account for account in accounts.all()}
    return by_code


def lock_accounts_of(players: Iterable[str]) -> None:
    """Lock the accounts that players have, in all units, in the order of `lock_accounts`."""
    codes = [code for player in players for code in (member_code(player), held_code(player))]
    accounts = Account.objects.filter(code__in=codes).select_for_update().order_by("-guarded", "pk")
    list(accounts.values_list("pk", flat=True))


def _pending(held: Transfer) -> Transfer:
    """A hold as it is now, locked; raises `HoldResolvedError` if it was resolved before."""
    current = lock_holds(pk=held.pk).first()
    if current is None:
        raise HoldResolvedError(held.key)
    return current


def _release(held: Transfer, amount: int, state: TransferState) -> Booking:
    return Booking(
        f"{held.key}:release",
        TransferKind.RESERVE if held.kind == TransferKind.RESERVE else TransferKind.RELEASE,
        held.credit.code,
        held.debit.code,
        amount,
        state,
        hold=held,
        match_id=held.match_id,
        subject=held.subject,
    )


def _transfer(booking: Booking, accounts: Mapping[str, Account], at: int) -> Transfer:
    """The row of a booking; the accounts follow in memory, as the triggers change them in the database."""
    debit, credit = accounts[booking.debit], accounts[booking.credit]
    forced = booking.kind in FORCED
    if debit.guarded and debit.balance < booking.amount and not forced:
        raise NotEnoughCreditsError(debit.balance, booking.amount)
    debit.balance -= booking.amount
    credit.balance += booking.amount
    fields = booking._asdict() | {"debit": debit, "credit": credit}
    return Transfer(**fields, at=at, debit_after=debit.balance, credit_after=credit.balance, forced=forced)


def _same(earlier: Transfer, booking: Booking) -> Transfer:
    """The transfer that was made under this key, if it is the same one."""
    stored = (earlier.kind, earlier.debit.code, earlier.credit.code, earlier.amount)
    if stored != (booking.kind, booking.debit, booking.credit, booking.amount):
        raise KeyReusedError(booking.key)
    return earlier
