"""Reads of requests for pay-outs."""

from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from zaria.club.ledger.amounts import amount_string
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.stakes import newcomers

SHOWN = 50
"""Requests on the page of a member."""


class Panel(NamedTuple):
    """The part of a page that is about pay-outs.

    `last` is the latest request of the member, which alone may be open. `payable` and `least` are the highest
    and lowest amount that they can ask for, in hundredths; 0 where they cannot ask.
    """

    is_allowed: bool
    last: PayoutRequest | None
    payable: int
    least: int

    @property
    def request(self) -> PayoutRequest | None:
        """The open request."""
        return self.last if self.last is not None and self.last.is_open else None

    @property
    def has_content(self) -> bool:
        """Return whether there is anything to show."""
        return self.is_allowed or self.last is not None

    @property
    def has_form(self) -> bool:
        """Return whether the member can ask now."""
        return self.is_allowed and self.request is None and self.payable >= self.least


def panel(player: str) -> Panel:
    """Read what a page shows a member about pay-outs."""
    last = latest(player).first()
    is_allowed, least = settings.PAYOUTS
    asks = is_allowed and (last is None or not last.is_open)
    return Panel(is_allowed, last, payable(player) if asks else 0, least)


def payable(player: str) -> int:
    """The amount (hundredths) that a member can ask for: not what the club gave them, nor what is held."""
    return newcomers.own_credits(player)


def latest(player: str) -> "QuerySet[PayoutRequest]":
    """The latest requests of a member."""
    return PayoutRequest.objects.filter(player=player).order_by("-pk")[:SHOWN]


def open_requests() -> int:
    """The number of requests that wait for the staff."""
    return PayoutRequest.objects.filter(state=PayoutState.OPEN).count()


def has_open_request(player: str) -> bool:
    """Return whether a request of a member waits for the staff."""
    return PayoutRequest.objects.filter(player=player, state=PayoutState.OPEN).exists()


def stored_data(player: str) -> list[dict[str, Any]]:
    """The requests of a member, for the file of their data."""
    names = ("at", "unit", "note", "state", "decided_at", "reference", "reason")
    rows = PayoutRequest.objects.filter(player=player).order_by("pk").values(*names, "amount")
    return [{**row, "amount": amount_string(row["amount"])} for row in rows]
