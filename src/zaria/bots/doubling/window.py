"""The doubling window: the chances to win from which a double is right, and up to which it is taken."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from zaria.bots.doubling.decision import Decision, decide
from zaria.bots.doubling.efficiency import CONTACT
from zaria.bots.doubling.stake import Stake
from zaria.bots.probabilities import OutcomeProbabilities

STEPS = 20
"""Halvings until an end of the window is known: to a millionth."""


class DoublingWindow(NamedTuple):
    """Chances to win of the side on roll: it doubles from `opens` on, the other side takes up to `closes`.

    `opens` is None where no chances make a double right that is taken. The take point of the other side is
    what remains above `closes`.
    """

    opens: float | None
    closes: float


def doubling_window(
    chances: OutcomeProbabilities, stake: Stake, efficiency: float = CONTACT
) -> DoublingWindow:
    """Return the window for a side on roll with these chances, at a stake that is seen by it.

    Of the wins and of the losses the same shares count double as in `chances`, however many there are.
    """

    def at(win: float) -> Decision:
        return decide(_with_wins(chances, win), stake, efficiency)

    most = 1.0 - chances.draw
    closes = most if at(most).take else _turn_of(lambda win: not at(win).take, 0.0, most)
    last = closes - most / 2**STEPS
    opens = _turn_of(lambda win: at(win).double, 0.0, last) if at(last).double else None
    return DoublingWindow(opens, closes)


def _turn_of(is_so: Callable[[float], bool], low: float, high: float) -> float:
    """Return where something that is so at `high`, and not at `low`, begins to be so."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_so(middle) else (middle, high)
    return (low + high) / 2


def _with_wins(chances: OutcomeProbabilities, win: float) -> OutcomeProbabilities:
    """Return chances with so many wins, and the same shares of wins and losses that count double."""
    wins = win / chances.win if chances.win else 0.0
    losses = (1.0 - win - chances.draw) / chances.lose if chances.lose else 0.0
    return replace(
        chances,
        win=win,
        win2=chances.win2 * wins,
        win3=chances.win3 * wins,
        lose2=chances.lose2 * losses,
        lose3=chances.lose3 * losses,
    )
