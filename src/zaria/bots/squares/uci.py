"""A chess engine that runs as a process of its own and speaks UCI over pipes.

Source: the protocol as its authors wrote it down (April 2006). Known here: `uci`, `setoption`, `ucinewgame`,
`isready`, `position fen`, `go` with nodes, depth and movetime, `stop`, `quit`; `info` with depth, score,
multipv and pv. No pondering, no clocks.

Everything is waited for with a limit of time. A process that takes longer, ends, or says what cannot be is
killed, and `EngineFailed` raised; its owner starts another. An engine ends by itself when its input does, so
none outlives this process, however that dies.
"""

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple, NoReturn
from weakref import WeakSet

PATIENCE = 10.0
"""Seconds in which an engine has to be ready, and by which a search may take longer than it should."""
_GRACE = 1.0
"""Seconds in which an engine has to obey "stop"."""
_LONGEST = 16_384
"""Characters of a line; a longer one is none of UCI."""
_MOST = 4_096
"""Lines kept that nobody has read yet."""

_running: "WeakSet[Uci]" = WeakSet()


class EngineFailed(Exception):
    """The engine cannot be started, has ended, is silent or talks nonsense. The text says which."""


class Info(NamedTuple):
    """What an engine said of a line of play: `score` in hundredths of a pawn, or `mate` in moves."""

    depth: int
    score: int | None
    mate: int | None
    moves: tuple[str, ...]


class Answer(NamedTuple):
    """The move an engine chose, and the last it said of each line, the best first."""

    best: str
    lines: tuple[Info, ...]


class Uci:
    """One engine process. For one thread at a time; unusable after `EngineFailed`."""

    def __init__(self, command: Sequence[str], patience: float = PATIENCE) -> None:
        """Start it and wait until it is ready; raises `EngineFailed`."""
        self.name = command[0]
        self.options: dict[str, tuple[int, int]] = {}
        self._patience = patience
        self._said: queue.Queue[str | None] = queue.Queue(_MOST)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                process_group=0,  # a Ctrl-C meant for us is not its end
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(f"{command[0]} cannot be started: {error}") from None
        _running.add(self)
        self._reader = threading.Thread(target=self._read, name="uci", daemon=True)
        self._reader.start()
        self._greet()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def alive(self) -> bool:
        """Is the process still there?"""
        return self._process.poll() is None

    def set(self, option: str, value: object) -> None:
        """Set an option, a number to the nearest the engine allows; one that it has not named is left out."""
        if option not in self.options:
            return
        if isinstance(value, bool):
            value = str(value).lower()
        elif isinstance(value, int):
            low, high = self.options[option]
            value = max(low, min(high, value))
        self._send(f"setoption name {option} value {value}")

    def ask(self, fen: str, go: str, within: float) -> Answer:
        """Search a position by itself; after `within` seconds and some patience the engine has failed."""
        self._send("ucinewgame")
        self._ready()
        self._send(f"position fen {fen}")
        self._send(f"go {go}")
        return self._searched(time.monotonic() + within + self._patience)

    def close(self) -> None:
        """End the process, at once if it does not want to."""
        if self.alive():
            try:
                self._send("quit")
                self._process.wait(_GRACE)
            except (EngineFailed, subprocess.TimeoutExpired):
                self._kill()
        self._let_go()

    def _greet(self) -> None:
        until = time.monotonic() + self._patience
        self._send("uci")
        while (line := self._line(until)) != "uciok":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()[:60]
            elif line.startswith("option name "):
                self._offered(line.removeprefix("option name "))
        self._ready()

    def _offered(self, line: str) -> None:
        name, _, kind = line.partition(" type ")
        words = kind.split()
        self.options[name.strip()] = _number(words, "min", 0), _number(words, "max", 1)

    def _ready(self) -> None:
        until = time.monotonic() + self._patience
        self._send("isready")
        while self._line(until) != "readyok":
            pass

    def _searched(self, until: float) -> Answer:
        """Read what is said of the search up to its move; time that is up is first said with "stop"."""
        lines: dict[int, Info] = {}
        stopped = False
        while True:
            try:
                line = self._line(until, fatal=stopped)
            except TimeoutError:
                stopped, until = True, time.monotonic() + min(_GRACE, self._patience)
                self._send("stop")
                continue
            words = line.split()
            if words[:1] == ["bestmove"] and len(words) > 1:
                return Answer(words[1], tuple([lines[place] for place in sorted(lines)]))
            if words[:1] == ["info"]:
                _note(words, lines)

    def _line(self, until: float, fatal: bool = True) -> str:
        """The next line said. Its end or the time's raises `EngineFailed`, or `TimeoutError` if not fatal."""
        left = until - time.monotonic()
        try:
            if left <= 0:
                raise queue.Empty
            line = self._said.get(timeout=left)
        except queue.Empty:
            if fatal:
                self._fail("gave no answer in time")
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
        self._kill()
        self._let_go()
        raise EngineFailed(f"{self.name} {why}")

    def _kill(self) -> None:
        """End it and whatever it has started, which may hold its pipes."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _let_go(self) -> None:
        """Close the pipes, once whoever reads them has seen the end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        until = time.monotonic() + _GRACE
        while self._reader.is_alive() and time.monotonic() < until:
            try:
                self._said.get_nowait()
            except queue.Empty:
                self._reader.join(0.01)
        if not self._reader.is_alive():
            self._process.stdout.close()
        _running.discard(self)

    def _read(self) -> None:
        """Pass on line by line what the process says; None at its end."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(_LONGEST):
            if not line.endswith("\n"):
                break
            self._said.put(line.strip())
        self._said.put(None)


def _number(words: list[str], name: str, default: int) -> int:
    """The number that follows a word."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return default


def _note(words: list[str], lines: dict[int, Info]) -> None:
    """Keep what an info line says of a line of play; bounds and other talk are passed over."""
    if "pv" not in words or "score" not in words or "lowerbound" in words or "upperbound" in words:
        return
    kind = words[words.index("score") + 1 :][:1]
    if kind not in (["cp"], ["mate"]):
        return
    value = _number(words, kind[0], 0)
    score, mate = (value, None) if kind == ["cp"] else (None, value)
    moves = tuple(words[words.index("pv") + 1 :])
    if not moves:
        return
    lines[_number(words, "multipv", 1)] = Info(_number(words, "depth", 0), score, mate, moves)


@atexit.register
def _close_all() -> None:
    """Leave no engine behind."""
    for engine in list(_running):
        engine.close()
