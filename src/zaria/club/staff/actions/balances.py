"""Members' credits: grants, corrections, pay-outs, closed balances, and the reversal of each.

The form of an act has a nonce, which is part of the key of its transfer: an act that is sent twice is booked,
recorded and notified once.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking, KeyReusedError, NotEnoughCreditsError
from zaria.club.ledger.amounts import amount_string, with_unit
from zaria.club.ledger.kinds import CLOSED, ISSUED, PAID_OUT, TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.ledger.queries import Balance, balance
from zaria.club.payouts.queries import has_open_request
from zaria.club.staff.actions.recording import (
    ActionRefusedError,
    lock_member,
    record,
    record_and_notify,
    require_power,
)
from zaria.club.staff.models import Act, ActKind

Kind = ActKind


def open_accounts(members: Iterable[Member]) -> None:
    """Open the accounts of members, each in its own transaction: a new one locks an account of the house."""
    for member in members:
        if not member.robot:
            ledger.ensure_member(member.player)


@transaction.atomic
def grant(by: Member | None, member: Member, reason: str, amount: int, nonce: str) -> Act:
    """Give a member credits."""
    member = lock_member(by, "credits", member)
    booking = Booking(
        f"grant:{member.pk}:{nonce}", TransferKind.GRANT, ISSUED, member_code(member.player), amount
    )
    return _book(by, Kind.GRANT, member, reason, booking)


@transaction.atomic
def take(
    by: Member | None, member: Member, reason: str, amount: int, nonce: str, *, debt: bool = False
) -> Act:
    """Take credits from a member. With `debt` their balance may fall below zero."""
    member = lock_member(by, "credits", member)
    booking = Booking(
        f"take:{member.pk}:{nonce}", TransferKind.CORRECTION, member_code(member.player), ISSUED, amount
    )
    if not debt and not Transfer.objects.filter(key=booking.key).exists():
        _require_balance(member, amount)
    return _book(by, Kind.TAKE, member, reason, booking)


@transaction.atomic
def pay_out(by: Member | None, member: Member, reason: str, amount: int, reference: str, nonce: str) -> Act:
    """Book a payment to a member that was made outside of the club; `reference` is that of the payment."""
    member = lock_member(by, "credits", member)
    booking = Booking(
        f"payout:{member.pk}:{nonce}",
        TransferKind.PAYOUT,
        member_code(member.player),
        PAID_OUT,
        amount,
        subject=reference,
    )
    return _book(by, Kind.PAYOUT, member, reason, booking, reference=reference)


@transaction.atomic
def close(by: Member | None, member: Member, reason: str, nonce: str) -> Act:
    """Book the balance of a blocked or deleted member to the house; of a debt, the house's loss."""
    member = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
    require_power(by, "credits", member)
    key = f"closure:{member.pk}:{nonce}"
    if (earlier := _act(member, Kind.CLOSE, key)) is not None:
        return earlier
    if member.is_active and (member.blocked_until or timezone.now()) <= timezone.now():
        raise ActionRefusedError(_("This member is neither blocked nor deleted."))
    member_balance = _locked_balance(member)
    if has_open_request(member.player):
        raise ActionRefusedError(_("Decide the member's pay-out request first."))
    if member_balance.held:
        raise ActionRefusedError(_("Credits are held for matches that are not over. Wait for their end."))
    if not member_balance.available:
        raise ActionRefusedError(_("The balance is zero."))
    sides = (member_code(member.player), CLOSED)
    debit, credit = sides if member_balance.available > 0 else sides[::-1]
    booking = Booking(key, TransferKind.CLOSURE, debit, credit, abs(member_balance.available))
    return _book(by, Kind.CLOSE, member, reason, booking)


@transaction.atomic
def book_back(by: Member | None, act: Act, reason: str) -> Act:
    """Reverse the booking of an act of this module, once. The balance may become a debt."""
    member = act.about
    if member is None or act.kind not in BOOKED:
        raise ActionRefusedError(_("There is nothing to book back."))
    member = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
    require_power(by, "credits", member)
    done = Transfer.objects.select_related("debit", "credit").get(key=act.details["after"]["transfer"])
    key = _returning(done.key)
    if Transfer.objects.filter(key=key).exists():
        raise ActionRefusedError(_("This was booked back before."))
    booking = Booking(key, TransferKind.CORRECTION, done.credit.code, done.debit.code, done.amount)
    return _book(by, Kind.RETURN, member, reason, booking, act=act.pk)


def is_returnable(act: Act) -> bool:
    """Return whether an act has booked credits that were not booked back."""
    if act.kind not in BOOKED or act.about_id is None:
        return False
    return not Transfer.objects.filter(key=_returning(act.details["after"]["transfer"])).exists()


def is_closable(member: Member) -> bool:
    """Return whether a member's balance may be booked to the house."""
    blocked = member.blocked_until is not None and member.blocked_until > timezone.now()
    return not member.robot and (blocked or not member.is_active) and balance(member.player) != Balance(0, 0)


BOOKED = frozenset({Kind.GRANT, Kind.TAKE, Kind.PAYOUT, Kind.CLOSE})
"""The acts that can be booked back."""


def _returning(key: str) -> str:
    return f"{key}:return"


def post(booking: Booking) -> Transfer:
    """Make a transfer. Raises `ActionRefusedError`."""
    try:
        return ledger.post([booking])[0]
    except KeyReusedError as error:
        raise ActionRefusedError(_("This form was sent before. Open it again.")) from error
    except NotEnoughCreditsError as error:
        raise _too_little(error.available) from error


def _book(
    by: Member | None, kind: ActKind, member: Member, reason: str, booking: Booking, **details: object
) -> Act:
    """Make the transfer, record and notify; return the earlier act if it exists."""
    if member.robot:
        raise ActionRefusedError(_("A bot has no credits."))
    before = _locked_balance(member)
    earlier = _act(member, kind, booking.key)
    booking = booking._replace(note=reason, by=by.player if by else "")
    transfer = post(booking)
    if earlier is not None:
        return earlier
    amount = transfer.amount if booking.credit == member_code(member.player) else -transfer.amount
    after = {
        "transfer": transfer.key,
        "amount": amount_string(amount),
        "balance": amount_string(before.available + amount),
        **details,
    }
    old = {"balance": amount_string(before.available)}
    if not member.is_active:
        return record(by, kind, reason, member, old, after)
    return record_and_notify(by, kind, reason, member, old, after)


def _act(member: Member, kind: ActKind, key: str) -> Act | None:
    return Act.objects.filter(about=member, kind=kind, details__after__transfer=key).first()


def _locked_balance(member: Member) -> Balance:
    """Lock a member's account and return its balance, which only this transaction changes until its end."""
    ledger.ensure_member(member.player)
    ledger.lock_accounts([member_code(member.player)])
    return balance(member.player)


def _require_balance(member: Member, amount: int) -> None:
    if (available := _locked_balance(member).available) < amount:
        raise _too_little(available)


def _too_little(available: int) -> ActionRefusedError:
    return ActionRefusedError(_("The balance is only %(amount)s.") % {"amount": with_unit(available)})
