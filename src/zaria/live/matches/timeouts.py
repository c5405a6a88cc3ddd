"""How long the host waits for people, programs and stores; all in milliseconds."""

from typing import NamedTuple

from zaria.match.terms import Speed, Terms, speed


class Timeouts(NamedTuple):
    """The usual ones; tests are less patient.

    * notice: a player may be gone for so long without anybody being told: his line just dropped;
    * fast, normal, slow: when his opponent may claim the match then, by the speed of the game, and left:
      when he went on purpose;
    * idle: so long a side may do nothing at a table without a clock, and hurry: so long again, announced;
    * rematch: how long an offer of another match stands;
    * slow_store: a commit that took longer is not charged to the clock;
    * store_first, store_last: between tries to reach a store that is away; they double from first to last;
    * page: how long a page waits for a store that is away.
    """

    notice: int = 3_000
    fast: int = 30_000
    normal: int = 60_000
    slow: int = 120_000
    left: int = 10_000
    idle: int = 180_000
    hurry: int = 60_000
    rematch: int = 30_000
    slow_store: int = 1_000
    store_first: int = 200
    store_last: int = 2_000
    page: int = 5_000

    def away(self, terms: Terms) -> int:
        """How long to wait for a player whose line dropped."""
        return self._by_speed()[speed(terms.clock)]

    def _by_speed(self) -> dict[Speed, int]:
        return {"fast": self.fast, "normal": self.normal, "slow": self.slow, "unlimited": self.slow}
