"""The page /metrics: the counters of a process in the format of Prometheus."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from zaria.live.app import Live
from zaria.live.counts import LATE_MS, Histogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
EVERY_S = 0.5
"""Seconds between two measurements of the event loop's lateness."""


class Lateness:
    """The lateness of the event loop in ms."""

    def __init__(self, loop: asyncio.AbstractEventLoop, interval: float = EVERY_S) -> None:
        """Measure at this `interval` (s) from now on, until `close`."""
        self.seen = Histogram(LATE_MS)
        self._loop = loop
        self._interval = interval
        self._worst = 0.0
        self._plan()

    def worst(self) -> float:
        """The worst since the last call."""
        worst, self._worst = self._worst, 0.0
        return worst

    def close(self) -> None:
        """Stop measuring."""
        self._timer.cancel()

    def _plan(self) -> None:
        self._due = self._loop.time() + self._interval
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        # The loop's clock counts whole milliseconds, and a timer may be early by less than one.
        late = max(0.0, (self._loop.time() - self._due) * 1000)
        self.seen.add(late)
        self._worst = max(self._worst, late)
        self._plan()


class Metrics(Collector):
    """Reads the counters of a process on request. All methods belong to its event loop."""

    def __init__(self, live: Live, roles: Iterable[str]) -> None:
        """`roles`: the roles of the process."""
        self._live = live
        self._roles = ",".join(sorted(roles))
        self._late = Lateness(asyncio.get_running_loop())
        self._ours, self._system = CollectorRegistry(), CollectorRegistry()
        self._ours.register(self)
        ProcessCollector(registry=self._system)
        GCCollector(registry=self._system)

    def register(self, collector: Collector) -> None:
        """Add the metrics of another part of this process, which are collected on its event loop."""
        self._ours.register(collector)

    async def text(self) -> bytes:
        """The page."""
        system = await asyncio.to_thread(generate_latest, self._system)  # it reads files
        return generate_latest(self._ours) + system

    def close(self) -> None:
        """Stop measuring."""
        self._late.close()

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering reads nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Read all counters."""
        yield self._about()
        yield from self._sockets()
        yield from self._matches()
        yield from self._storage()
        yield from self._engines()
        yield _times("zaria_loop_late", "How late the event loop is, twice a second", self._late.seen)
        yield _gauge("zaria_loop_late_worst_seconds", "Since the last scrape", self._late.worst() / 1e3)

    def _about(self) -> Metric:
        process = self._live.process
        about = GaugeMetricFamily("zaria_process", "This process", labels=["roles", "id"])
        about.add_metric([self._roles, "" if process is None else process.node.id], 1)
        return about

    def _sockets(self) -> Iterator[Metric]:
        endpoint = self._live.endpoint
        counts = endpoint.counts
        yield _gauge("zaria_sockets", "Sockets that are open", len(endpoint.sessions))
        yield _gauge("zaria_answering", "Requests over HTTP that are being answered", counts.answering)
        yield _counter("zaria_commands", "Commands that came in over sockets", counts.commands)
        yield _counter("zaria_acknowledged", "Commands that were stored and acknowledged", counts.acks)
        yield _counter("zaria_resumed", "Matches taken up again where a client had left", counts.resumed)
        yield _by("zaria_refused", "What clients were refused", "code", counts.refused)
        yield _by("zaria_closed", "Sockets that we closed for what they did", "reason", counts.closed)
        yield _by("zaria_turned_away", "Whoever was not let in", "reason", counts.turned_away)

    def _matches(self) -> Iterator[Metric]:
        live, host = self._live, self._live.host
        yield _gauge("zaria_paused", "1 while play is paused because a store is away", int(live.paused))
        if host is not None:
            yield _gauge("zaria_matches", "Matches in memory", len(host))
            yield _gauge("zaria_matches_playing", "Those in which a game is played", host.playing())
            yield _times("zaria_store", "From append to commit; its count: moves", host.pipeline.stored)

    def _engines(self) -> Iterator[Metric]:
        engines = self._live.engines
        tally = engines.tally
        yield _by(
            "zaria_engine_answers", "Questions to programs, by how they were answered", "how", tally.answered
        )
        yield _by("zaria_engine_replaced", "Engine processes that were replaced", "reason", tally.replaced)
        waiting = GaugeMetricFamily(
            "zaria_engine_waiting", "Questions to programs that wait", labels=["line"]
        )
        for line, number in engines.waiting().items():
            waiting.add_metric([line], number)
        yield waiting
        yield _times("zaria_engine_answered", "From question to answer", tally.took)

    def _storage(self) -> Iterator[Metric]:
        journal = self._live.journal
        yield _gauge("zaria_journal_queue", "Appends that wait", journal.waiting())
        yield _counter(
            "zaria_journal_appends", "Appends that were committed, or refused", journal.counts.appends
        )
        yield _times("zaria_journal_batch", "How long a batch took to commit", journal.counts.batches)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(name, text, value)


def _by(name: str, text: str, label: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, text, labels=[label])
    for key, value in sorted(counts.items()):
        family.add_metric([key], value)
    return family


def _times(name: str, text: str, histogram: Histogram) -> Metric:
    """A histogram in ms, converted to seconds as is the custom."""
    buckets, so_far = [], 0
    for bound, count in zip((*histogram.bounds, float("inf")), histogram.counts, strict=True):
        so_far += count
        buckets.append((str(bound / 1000) if bound != float("inf") else "+Inf", so_far))
    return HistogramMetricFamily(f"{name}_seconds", text, buckets, histogram.total / 1000)
