"""A chess engine that runs as a process of its own and speaks UCI over pipes.

Source: the protocol as its authors wrote it down (April 2006). Known here: `uci`, `setoption`, `ucinewgame`,
`isready`, `position fen`, `go` with nodes, depth and movetime, `stop`, `quit`; `info` with depth, score,
multipv and pv. No pondering, no clocks.

Every wait has a limit of time. A process that takes longer, ends, or sends invalid lines is killed, and
`EngineError` raised; its owner starts another. No engine outlives this process: it ends when its input does,
and on Linux the kernel kills one that hangs.
"""

import atexit
import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple, NoReturn
from weakref import WeakSet

from zaria.bots.squares.alphabeta import SURE

PATIENCE = 10.0
"""Seconds in which an engine has to be ready."""
_GRACE = 1.0
"""Seconds in which an engine has to obey "quit"."""
_LONGEST = 16_384
"""The most characters of a line of UCI."""
MATE = 499
"""Moves to the longest mate: the value of one yet longer would be none that is seen through."""
_MOST = 4_096
"""The most unread lines."""

_LEASH = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)
if os.getppid() == int(sys.argv[1]):
    os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Becomes the program in `argv`, which is killed (PR_SET_PDEATHSIG, SIGKILL) when who started it has died.

A program of its own, as nothing but exec is safe between fork and exec in a process of many threads.
"""

_running: "WeakSet[Uci]" = WeakSet()


class EngineError(Exception):
    """The engine cannot be started, has ended, is silent or answers invalid lines. The text says which."""


class Info(NamedTuple):
    """A line of play of an engine: `score` in hundredths of a pawn, or `mate` in moves.

    What cannot be, as programs may say, is the nearest that can: ±`SURE`, and `MATE` moves.
    """

    depth: int
    score: int | None
    mate: int | None
    moves: tuple[str, ...]


class UciAnswer(NamedTuple):
    """The move an engine chose, and the last it said of each line, the best first."""

    best: str
    lines: tuple[Info, ...]


class Uci:
    """One engine process. For one thread at a time; unusable after `EngineError`."""

    def __init__(self, command: Sequence[str], patience: float = PATIENCE) -> None:
        """Start it; see `ready`. Raises `EngineError`."""
        self.name = command[0]
        self.options: dict[str, tuple[int, int]] = {}
        self._turned_on: set[str] = set()
        self._patience = patience
        self._limit = time.monotonic() + patience
        self._expected = ["uciok", "readyok"]
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST)
        started: Future[subprocess.Popen[str]] = Future()
        self._reader = threading.Thread(target=self._live, args=(command, started), name="uci", daemon=True)
        self._reader.start()
        try:
            self._process = started.result()
        except (OSError, ValueError) as error:
            raise EngineError(f"{command[0]} cannot be started: {error}") from None
        _running.add(self)
        self._send("uci")

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def alive(self) -> bool:
        """Return whether the process is running."""
        return self._process.poll() is None

    def set(self, option: str, value: int) -> None:
        """Set an option to a number, the nearest the engine allows; one that it has not named is left out."""
        if option not in self.options:
            return
        low, high = self.options[option]
        self._send(f"setoption name {option} value {max(low, min(high, value))}")

    def turn(self, option: str, *, on: bool) -> bool:
        """Turn an option on or off; False: it is to be on, and the engine has not named it.

        It is off at the start of an engine, and nothing is sent where it stands as wanted.
        """
        if on == (option in self._turned_on):
            return True
        if option not in self.options:
            return False
        self._send(f"setoption name {option} value {str(on).lower()}")
        self._turned_on ^= {option}
        return True

    def ready(self, until: float) -> bool:
        """Wait for it to be ready; False: it is not, at the time `until` (of `time.monotonic`).

        Later callers wait too. Raises `EngineError` where it has taken longer than its patience to
        say who it is, or then to be ready.
        """
        self._catch_up()
        while self._expected:
            try:
                self._greeted(self._line(min(until, self._limit)))
            except TimeoutError:
                if time.monotonic() < self._limit:
                    return False
                self._fail("was not ready in time")
        return True

    def ask(self, position: str, go: str, until: float, grace: float) -> UciAnswer:
        """Search a position by itself. Without an answer at the time `until` the engine has failed.

        It is asked to stop `grace` seconds before.
        """
        self._send("ucinewgame")
        self._send("isready")
        try:
            while self._line(until) != "readyok":
                pass
            self._send(f"position {position}")
            self._send(f"go {go}")
            return self._searched(until - grace, until)
        except TimeoutError:
            self._fail("gave no answer in time")

    def close(self) -> None:
        """End the process, at once if it does not want to."""
        if self.alive():
            try:
                self._send("quit")
                self._process.wait(_GRACE)
            except (EngineError, subprocess.TimeoutExpired):
                pass
        self.kill()

    def kill(self) -> None:
        """Kill the process and its children, which may hold its pipes."""
        if self in _running:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._let_go()

    def _catch_up(self) -> None:
        """Read the lines that arrived between two questions: they were in time."""
        for _ in range(_MOST):
            if not self._expected or self._lines.empty():
                return
            self._greeted(self._line(time.monotonic() + self._patience))

    def _greeted(self, line: str) -> None:
        """Read the greeting of the engine."""
        if line.startswith("id name "):
            self.name = line.removeprefix("id name ").strip()[:60]
        elif line.startswith("option name "):
            self._offered(line.removeprefix("option name "))
        elif line == self._expected[0]:
            self._expected.pop(0)
            if self._expected:
                self._limit = time.monotonic() + self._patience
                self._send("isready")

    def _offered(self, line: str) -> None:
        name, _, kind = line.partition(" type ")
        words = kind.split()
        self.options[name.strip()] = _number(words, "min", 0), _number(words, "max", 1)

    def _searched(self, stop: float, until: float) -> UciAnswer:
        """Read what is said of the search up to its move; raises `TimeoutError`."""
        lines: dict[int, Info] = {}
        stopped = False
        while True:
            try:
                line = self._line(until if stopped else stop)
            except TimeoutError:
                if stopped:
                    raise
                stopped = True
                self._send("stop")
                continue
            words = line.split()
            if words[:1] == ["bestmove"] and len(words) > 1:
                return UciAnswer(words[1], tuple([lines[place] for place in sorted(lines)]))
            if words[:1] == ["info"]:
                _note(words, lines)

    def _line(self, until: float) -> str:
        """The next line said. Raises `TimeoutError`, or `EngineError` at its end."""
        remaining = until - time.monotonic()
        try:
            if remaining <= 0:
                raise queue.Empty
            line = self._lines.get(timeout=remaining)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._fail("ended")
        return line

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._fail("ended")

    def _fail(self, why: str) -> NoReturn:
        self.kill()
        raise EngineError(f"{self.name} {why}")

    def _let_go(self) -> None:
        """Close the pipes, once their reader has seen the end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        until = time.monotonic() + _GRACE
        while self._reader.is_alive() and time.monotonic() < until:
            try:
                self._lines.get_nowait()
            except queue.Empty:
                self._reader.join(0.01)
        if not self._reader.is_alive():
            self._process.stdout.close()
        _running.discard(self)

    def _live(self, command: Sequence[str], started: "Future[subprocess.Popen[str]]") -> None:
        """Start the process and pass on line by line what it says; None at its end.

        One thread for both: the kernel takes the end of the thread that started a process for its parent's.
        """
        try:
            process = _begun(command)
        except (OSError, ValueError) as error:
            started.set_exception(error)
            return
        started.set_result(process)
        assert process.stdout is not None
        while line := process.stdout.readline(_LONGEST):
            if not line.endswith("\n"):
                break
            self._lines.put(line.strip())
        self._lines.put(None)


def _begun(command: Sequence[str]) -> subprocess.Popen[str]:
    """The process of a program, in a group of its own: a Ctrl-C meant for us is not its end."""
    if shutil.which(command[0]) is None:
        raise OSError("no such program")
    if sys.platform == "linux":
        command = [sys.executable, "-I", "-S", "-c", _LEASH, str(os.getpid()), *command]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        errors="replace",
        process_group=0,
    )


def _number(words: list[str], name: str, default: int) -> int:
    """The number that follows a word."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return default


def _note(words: list[str], lines: dict[int, Info]) -> None:
    """Keep what an info line says of a line of play; other talk is passed over.

    A value may be a bound: that of the line that is looked at when a limit ends the search. To keep what its
    place held before would name some move twice and another not at all.
    """
    if "pv" not in words or "score" not in words:
        return
    kind = words[words.index("score") + 1 :][:1]
    if kind not in (["cp"], ["mate"]):
        return
    value = _number(words, kind[0], 0)
    score = mate = None
    if kind == ["cp"]:
        score = max(-SURE, min(SURE, value))
    else:
        mate = max(1, min(MATE, value)) if value > 0 else max(-MATE, min(-1, value))
    moves = tuple(words[words.index("pv") + 1 :])
    if not moves:
        return
    lines[_number(words, "multipv", 1)] = Info(_number(words, "depth", 0), score, mate, moves)


@atexit.register
def _close_all() -> None:
    """End all engines at the exit of this process."""
    for engine in list(_running):
        engine.close()
