"""Waiting times of the host for people, programs and stores, in milliseconds."""

from typing import NamedTuple

from zaria.match.terms import Speed, Terms, speed


class Timeouts(NamedTuple):
    """The defaults; tests use shorter ones.

    * notice: an absence is announced after this time, as the connection may just have been lost;
    * fast, normal, slow: then the opponent may claim the match after this time, by the speed of the game;
      departure: after this time if the player left deliberately;
    * idle: how long a side may do nothing at a table without a clock; hurry: how long again, announced;
    * rematch: how long an offer of another match stands;
    * slow_store: a commit that took longer is not charged to the clock;
    * store_first, store_last: between attempts to reach an unavailable store; they double;
    * page: how long a page waits for an unavailable store.
    """

    notice: int = 3_000
    fast: int = 30_000
    normal: int = 60_000
    slow: int = 120_000
    departure: int = 10_000
    idle: int = 180_000
    hurry: int = 60_000
    rematch: int = 30_000
    slow_store: int = 1_000
    store_first: int = 200
    store_last: int = 2_000
    page: int = 5_000

    def away(self, terms: Terms) -> int:
        """Return the time (ms) to wait for a player who lost their connection."""
        return self._by_speed()[speed(terms.clock)]

    def _by_speed(self) -> dict[Speed, int]:
        return {
            "fast": self.fast,
            "normal": self.normal,
            "slow": self.slow,
            "unlimited": self.slow,
            "days": self.slow,
        }
