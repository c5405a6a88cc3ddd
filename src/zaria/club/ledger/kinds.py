"""The kinds of transfers and the codes of accounts."""

from enum import StrEnum


class TransferKind(StrEnum):
    """The reason for which an amount was moved."""

    WELCOME = "welcome"
    HOLD = "hold"
    RELEASE = "release"
    WIN = "win"
    FEE = "fee"
    GIFT = "gift"
    PURCHASE = "purchase"
    TOP_UP = "top_up"
    GRANT = "grant"
    PAYOUT = "payout"
    RESERVE = "reserve"
    CLOSURE = "closure"
    ENTRY = "entry"
    BONUS = "bonus"
    PRIZE = "prize"
    REFUND = "refund"
    CORRECTION = "correction"
    REVERSAL = "reversal"


FORCED = frozenset({TransferKind.CORRECTION, TransferKind.REVERSAL})
"""Kinds that may leave a member in debt: the staff's corrections, and payments that were taken back."""

ISSUED, FEES, SHOP, CLOSED = "house:issued", "house:fees", "house:shop", "house:closed"
"""Accounts of the house: where credits come from, what stakes, goods and closed balances have brought in."""

SPONSORS = "house:sponsors"
"""The debt of the sponsors of tournaments to the club, below zero."""


def member_code(player: str) -> str:
    """The account of a member, by the id under which they play."""
    return f"member:{player}"


def held_code(player: str) -> str:
    """The account of what is held from a member."""
    return f"held:{player}"


def payout_code(player: str) -> str:
    """The account of what is set aside for a pay-out that a member has asked for."""
    return f"payout:{player}"


def pool_code(tournament_id: str) -> str:
    """The prize pool of a tournament."""
    return f"pool:{tournament_id}"


def federation_code(slug: str) -> str:
    """The account of a federation."""
    return f"federation:{slug}"


def clearing_code(provider: str) -> str:
    """The account of a provider of payments."""
    return f"clearing:{provider}"


PAID_OUT = clearing_code("payouts")
"""The account of payments to members that the staff made outside of the club."""


def is_guarded(code: str) -> bool:
    """Return whether the account may not fall below zero: all but those of the house and of payments."""
    return not code.startswith(("house:", "clearing:"))
