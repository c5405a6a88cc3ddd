"""The common statistics of the players, and their report."""

import statistics
import time
from collections import Counter
from typing import Any


class LoadCounters:
    """Latencies of moves from sending to acknowledgement, and errors, while `counting`."""

    def __init__(self, *, counting: bool = False) -> None:
        """Start empty."""
        self.counting = counting
        self.took: list[float] = []
        self.refused: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.reconnects = 0
        self.pauses = 0
        self.begun = self.finished = 0  # counted by each of two players

    def add(self, since: float) -> None:
        """Count the acknowledgement of a move sent at `since` (`time.perf_counter`)."""
        if self.counting:
            self.took.append(time.perf_counter() - since)

    def percentile(self, percent: int) -> float:
        """Seconds within which this percentage of moves was acknowledged; 0 if there were none."""
        if len(self.took) < 2:
            return self.took[0] if self.took else 0.0
        return statistics.quantiles(self.took, n=100, method="inclusive")[percent - 1]

    def report(self, seconds: float) -> dict[str, Any]:
        """All results after so many seconds; times in ms."""
        return {
            "seconds": round(seconds, 1),
            "moves": len(self.took),
            "moves_per_second": round(len(self.took) / max(seconds, 0.001), 1),
            **{f"ack_p{n}_ms": round(self.percentile(n) * 1000, 1) for n in (50, 95, 99)},
            "ack_max_ms": round(max(self.took, default=0.0) * 1000, 1),
            "matches_begun": self.begun // 2,
            "matches_finished": self.finished // 2,
            "reconnects": self.reconnects,
            "pauses": self.pauses,
            "refused": dict(self.refused),
            "errors": dict(self.errors),
        }
