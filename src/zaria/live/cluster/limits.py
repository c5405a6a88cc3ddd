"""Waiting times and limits of a process of the cluster."""

from typing import NamedTuple

from zaria.live.engines import queues


class ClusterLimits(NamedTuple):
    """The defaults, times in milliseconds; tests use others.

    * sweep: a host compares the next slice of its matches with the journal after this time;
    * compare: a process compares the next slice of its copies with the journal after this time;
    * digest: a host announces to all processes which matches got events, at most that often;
    * announce: a process repeats to hosts of an older version which matches it watches, and which players are
      present, as these hosts forget what is not repeated;
    * present: a player whom a process of an older version announced counts as gone if that is not repeated;
    * readers: matches of a list of questions that are read at once;
    * questions: those of a list that one process gives its engines. Each then has the least time, and all are
      answered within `queues.SOON`: more would be late here, and another process may have time;
    * patience: a factor on the hard limit of a question for which the host waits. Its taker answers at that
      limit, if only by the fallback player, and the answer takes a moment to travel.
    """

    sweep: int = 1_000
    compare: int = 1_000
    digest: int = 1_000
    announce: int = 5_000
    present: int = 20_000
    readers: int = 2
    questions: int = round(queues.SOON / queues.LEAST)
    patience: float = 1.25
