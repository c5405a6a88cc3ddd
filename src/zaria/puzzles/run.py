"""A search for puzzles in several processes, which takes turns between games and can be stopped any time."""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from zaria.match import events as ev
from zaria.puzzles import shipped
from zaria.puzzles.files import PuzzleFile
from zaria.puzzles.puzzle import Puzzle
from zaria.puzzles.search import search_match, search_self_play, until

MOST_JOBS = 64
GRACE = 60.0
"""Seconds beyond the end that a process has to finish a proof before it is ended."""

Record = Sequence[ev.Event]


class SearchTask(NamedTuple):
    """One game to be played with a seed, or the match to look at."""

    game: str
    seed: int
    record: Record | None = None


class TaskResult(NamedTuple):
    """The result of a task: how many decisions reached each step, and the seconds it took."""

    task: SearchTask
    counts: Counter[str]
    seconds: float


@dataclass
class GameTotals:
    """The totals of one game in a run."""

    file: PuzzleFile
    next_seed: int
    added: int = 0
    played: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    running: int = 0

    def urgency(self) -> float:
        """Return how long the game can wait: those with few puzzles and little time come first."""
        return self.running + (1.0 + self.seconds) * (1.0 + len(self.file.ids))


Progress = Callable[[Puzzle, GameTotals], None]


class PuzzleSearch:
    """Searches games for puzzles until its time is up."""

    def __init__(
        self,
        names: Iterable[str],
        folder: Path,
        seed: int,
        records: Sequence[Record] = (),
        progress: Progress | None = None,
    ) -> None:
        """Write to `<game>.jsonl` in the folder.

        `records` are matches to look at in place of self-play. Seeds go on after those in the files. Raises
        `InvalidPuzzleError` or `OSError` for a file that cannot be gone on with.
        """
        self.totals: dict[str, GameTotals] = {}
        for name in names:
            file = PuzzleFile(folder / f"{name}.jsonl")
            self.totals[name] = GameTotals(file, max(seed, file.greatest_seed + 1))
        self._records = None if not records else iter(records)
        self._progress = progress

    def run(self, minutes: float, jobs: int) -> dict[str, GameTotals]:
        """Search in so many processes, and return the totals by game.

        A game that is being played when the time is up ends after its present decision.
        """
        deadline = time.monotonic() + 60.0 * minutes
        workers = [_Worker(deadline) for _ in range(jobs)]
        try:
            busy = {worker.connection: worker for worker in workers if self._assign(worker, deadline)}
            while busy and time.monotonic() < deadline + GRACE:
                for connection in wait(list(busy), timeout=1.0):
                    assert isinstance(connection, Connection)
                    if not self._receive(busy[connection], deadline):
                        del busy[connection]
        finally:
            for worker in workers:
                worker.end()
        return self.totals

    def _assign(self, worker: "_Worker", deadline: float) -> bool:
        """Give the worker its next task; False: there is no more to do."""
        if time.monotonic() >= deadline:
            return False
        task = self._next_task()
        if task is None:
            return False
        self.totals[task.game].running += 1
        worker.connection.send(task)
        return True

    def _next_task(self) -> SearchTask | None:
        if self._records is not None:
            return self._next_record(self._records)
        name = min(self.totals, key=lambda game: (self.totals[game].running, self.totals[game].urgency()))
        totals = self.totals[name]
        totals.next_seed += 1
        return SearchTask(name, totals.next_seed - 1)

    def _next_record(self, records: Iterator[Record]) -> SearchTask | None:
        for events in records:
            opened = events[0]
            if isinstance(opened, ev.Opened) and opened.terms.game in self.totals:
                return SearchTask(opened.terms.game, 0, events)
        return None

    def _receive(self, worker: "_Worker", deadline: float) -> bool:
        """Take in what a worker sends; False: it has ended or has nothing more to do."""
        try:
            message = worker.connection.recv()
        except EOFError:
            return False
        if isinstance(message, Puzzle):
            totals = self.totals[message.game]
            if message.id not in shipped.load(message.game) and totals.file.append(message):
                totals.added += 1
                if self._progress is not None:
                    self._progress(message, totals)
            return True
        assert isinstance(message, TaskResult)
        totals = self.totals[message.task.game]
        totals.running -= 1
        totals.played += 1
        totals.seconds += message.seconds
        totals.counts += message.counts
        return self._assign(worker, deadline)


class _Worker:
    """A process that does one task after another."""

    def __init__(self, deadline: float) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, far_end = context.Pipe()
        self._process = context.Process(
            target=_work, args=(far_end, deadline - time.monotonic(), os.getpid()), daemon=True
        )
        self._process.start()
        far_end.close()

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _work(connection: Connection, seconds: float, parent: int) -> None:
    """Do tasks until the time is up or the process that gives them is gone."""
    deadline = time.monotonic() + seconds
    try:
        while True:
            task: SearchTask = connection.recv()
            began = time.process_time()
            counts: Counter[str] = Counter()
            if task.record is None:
                steps = search_self_play(task.game, task.seed, counts)
            else:
                steps = search_match(task.record, counts)
            for puzzle in until(deadline, steps, lambda: os.getppid() != parent):
                connection.send(puzzle)
            connection.send(TaskResult(task, counts, time.process_time() - began))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
