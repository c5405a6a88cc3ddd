"""The arithmetic of stakes. No money is moved here.

All sums are whole numbers of the smallest unit (cents).
"""

from typing import Literal

import msgspec

HIGHEST = 1_000_000_000
"""No stake and no limit is higher: what is lost stays exact in a browser, too."""

Fee = Literal["none", "pot", "profit"]
"""The winner's fee: nothing, 5 % of both stakes (anafeds), or 10 % of the winnings (5Stars)."""

FEES: dict[str, int] = {"none": 0, "pot": 2 * 5, "profit": 10}
"""The same in hundredths of the final stake: both stakes are two of it, what is won is one."""


class Stakes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stakes: `stake` a point in a single game, at most `most`; in a match just `stake`."""

    stake: int
    most: int | None = None
    fee: Fee = "none"

    def sound(self) -> bool:
        """Return whether there can be such stakes."""
        most = self.stake if self.most is None else self.most
        return 0 < self.stake <= most <= HIGHEST and self.fee in FEES


class Settlement(msgspec.Struct, frozen=True):
    """The settlement of a finished match: `stake` is the final one, and `lost` = `won` + `fee`."""

    stake: int
    fee: int
    won: int
    lost: int


def settle(stakes: Stakes, points: int, length: int) -> Settlement:
    """Settle a match of this length whose deciding game counted `points`.

    The points of a single game (length 1) multiply the stake up to the agreed most. A fee is rounded to
    the nearest unit, halves up.
    """
    stake = stakes.stake * points if length == 1 else stakes.stake
    if stakes.most is not None:
        stake = min(stake, stakes.most)
    fee = (stake * FEES[stakes.fee] + 50) // 100
    return Settlement(stake, fee, won=stake - fee, lost=stake)
