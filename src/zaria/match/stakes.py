"""The arithmetic of stakes. The club's ledger moves the amounts; nothing is moved here.

All amounts are whole numbers of hundredths of the unit.
"""

from typing import Literal

import msgspec

HIGHEST = 1_000_000_000
"""No stake and no limit is higher: what is lost stays exact in a browser, too."""

Fee = Literal["none", "pot", "profit"]
"""The winner's fee: nothing, a part of both stakes (anafeds), or of the winnings (5Stars)."""

RATES: dict[Fee, int] = {"none": 0, "pot": 5_00, "profit": 10_00}
"""The usual rate of each fee in hundredths of a per cent: 5 % of both stakes, 10 % of the winnings."""

_WHOLE = 100_00


class Stakes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stakes: `stake` a point in a single game, at most `most`; in a match just `stake`.

    `unit` is "credits" or an ISO 4217 code where the club holds and pays them; "": they only count. `rate`
    is the fee in hundredths of a per cent, None the usual one of its kind.
    """

    stake: int
    most: int | None = None
    fee: Fee = "none"
    unit: str = ""
    rate: int | None = None

    @property
    def paid(self) -> bool:
        """True if the club holds the stakes and pays them out."""
        return bool(self.unit)

    def sound(self) -> bool:
        """Return whether there can be such stakes."""
        most = self.stake if self.most is None else self.most
        rate = 0 if self.rate is None else self.rate
        return 0 < self.stake <= most <= HIGHEST and self.fee in RATES and 0 <= rate <= _WHOLE // 2

    def held(self, length: int) -> int:
        """The amount that each side puts aside for a match of this length: the most that it can lose."""
        return self.stake if length > 1 or self.most is None else self.most


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
    elif stakes.paid:
        stake = stakes.stake
    rate = RATES[stakes.fee] if stakes.rate is None else stakes.rate
    base = 2 * stake if stakes.fee == "pot" else stake
    fee = (base * rate + _WHOLE // 2) // _WHOLE if stakes.fee != "none" else 0
    return Settlement(stake, fee, won=stake - fee, lost=stake)
