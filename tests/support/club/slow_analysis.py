"""The process that makes analyses, with a judge that is simple and takes its time.

`python -m tests.support.club.slow_analysis LEASE`; ZARIA_SLOW: seconds for each roll that is judged.
"""

import os
import time
from functools import partial

from tests.support.bots.simple_evaluator import Simple
from zaria.bots import analysis
from zaria.bots.tables import Candidate
from zaria.club.matches.analysis import worker
from zaria.games.protocols import Position

PAUSE = float(os.environ.get("ZARIA_SLOW", "0"))
LEASE = 2000
"""Milliseconds."""
MODULE = "tests.support.club.slow_analysis"


class Slow(Simple):
    def ranked(self, position: Position, ply: int = 0, most: int | None = None) -> list[Candidate]:
        time.sleep(PAUSE)
        return super().ranked(position, ply, most)


def work(lease: str) -> None:
    """Work left by killed processes is taken up soon."""
    from zaria.club.matches.analysis import actions

    actions.LEASE = LEASE
    make_all(lease)


if __name__ == "__main__":
    make_all, worker.work = worker.work, work
    analysis.analyse = partial(analysis.analyse, evaluators=Slow)
    worker.IDLE_S, worker.LOOK_S, worker.KEEP_S = 5.0, 0.05, 0.05
    worker.main()
