"""Changes of payments as providers report them, in words that are the same for all of them."""

from typing import NamedTuple


class Paid(NamedTuple):
    """A payment arrived in whole: `amount` in hundredths of `currency`; `intent` names it to the provider."""

    token: str
    intent: str
    amount: int
    currency: str


class Processing(NamedTuple):
    """The member has paid, but their bank has not confirmed it yet."""

    token: str


class Failed(NamedTuple):
    """The member did not pay in time, or their bank refused."""

    token: str


class Reversed(NamedTuple):
    """An amount (hundredths) of a payment that a refund or a dispute takes back; `number` names that.

    `lifted`: it is over and took nothing, as a refund that failed or a dispute that was won.
    """

    number: str
    intent: str
    amount: int
    lifted: bool


Change = Paid | Processing | Failed | Reversed
