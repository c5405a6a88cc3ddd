"""An engine process: `python -m zaria.live.engines.worker` reads questions and writes answers.

Between questions it prepares one engine after the other. It runs at low priority, and ends when the server
does, however that ends.
"""

import ctypes
import logging
import os
import queue
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from zaria import games
from zaria.bots import levels
from zaria.bots.squares import engine_for
from zaria.live.engines import pipe
from zaria.live.engines.answers import answer

log = logging.getLogger(__name__)

NICE = 10
_PDEATHSIG = 1
PAUSE = 0.05
"""Seconds to wait for a question before preparing the next engine."""


def main() -> None:
    """Answer until the server has gone."""
    os.nice(NICE)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)  # even if it stands still by then
    # In a terminal, signals for the server reach this process too; it ends with the server soon enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # printed text must not look like an answer
    questions: queue.SimpleQueue[pipe.Asking] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    try:
        out.write(pipe.framed(pipe.READY))
        todo = _preparations()
        while True:
            out.write(pipe.encode_answer(answer(*_next(questions, todo))))
    except BrokenPipeError:
        os._exit(0)  # the interpreter would wait for the input of the reader thread


Preparation = Callable[[], None]


def _preparations() -> deque[Preparation]:
    """Preparations for idle time: engines for games with dice, and then for board games."""
    todo: deque[Preparation] = deque(partial(levels.prepare, game) for game in games.names())
    todo.extend(partial(_prepare, game) for game in games.names_on_squares())
    return todo


def _prepare(game: str) -> None:
    engine_for(games.board_game(game)).prepare()


def _next(
    questions: "queue.SimpleQueue[pipe.Asking]", todo: deque[Preparation], pause: float = PAUSE
) -> pipe.Asking:
    """The next question. Meanwhile prepare engines one by one: a question waits for one at most."""
    while todo:
        try:
            return questions.get(timeout=pause)
        except queue.Empty:
            preparation = todo.popleft()
        try:
            preparation()
        except Exception:
            log.exception("engines: cannot prepare %s", preparation)
    return questions.get()


def _listen(source: BinaryIO, questions: "queue.SimpleQueue[pipe.Asking]") -> None:
    """Read questions, and end the process at the end of its input, even during a search."""
    try:
        while (question := pipe.read_question(source)) is not None:
            questions.put(question)
    except Exception:
        log.exception("engines: cannot decode a question")
    os._exit(0)


if __name__ == "__main__":
    main()
