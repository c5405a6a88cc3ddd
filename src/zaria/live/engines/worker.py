"""A process that thinks: `python -m zaria.live.engines.worker [quick]`. It reads questions, writes answers.

Between questions it prepares one engine after the other; those for squares unless it is asked `quick`
questions only. It gives way to everybody else on the machine, and ends when the server does, however that
ends.
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
"""Seconds in which a question may come before the next engine is prepared."""


def main() -> None:
    """Answer until the server has gone."""
    os.nice(NICE)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)  # even if it stands still by then
    # What is meant for the server reaches us too where it runs in a terminal: its end is ours soon enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is not an answer
    questions: queue.SimpleQueue[pipe.Asking] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    try:
        out.write(pipe.framed(pipe.READY))
        todo = _preparations(pipe.QUICK in sys.argv[1:])
        while True:
            out.write(pipe.tell(answer(*_next(questions, todo))))
    except BrokenPipeError:
        os._exit(0)  # the interpreter would wait for what the other thread reads from


Preparation = Callable[[], None]


def _preparations(quick: bool) -> deque[Preparation]:
    """What is done while nobody asks: engines for games with dice, and for squares unless only `quick`."""
    todo: deque[Preparation] = deque(partial(levels.prepare, game) for game in games.names())
    if not quick:
        todo.extend(partial(_prepare, game) for game in games.names_on_squares())
    return todo


def _prepare(game: str) -> None:
    engine_for(games.board_game(game)).prepare()


def _next(questions: "queue.SimpleQueue[pipe.Asking]", todo: deque[Preparation]) -> pipe.Asking:
    """The next question. Until it comes, engines are prepared: no question is to wait for more than one."""
    while todo:
        try:
            return questions.get(timeout=PAUSE)
        except queue.Empty:
            preparation = todo.popleft()
        try:
            preparation()
        except Exception:
            log.exception("an engine could not be prepared: %s", preparation)
    return questions.get()


def _listen(source: BinaryIO, questions: "queue.SimpleQueue[pipe.Asking]") -> None:
    """Take questions in, and end the process as soon as no more can come, whatever it is thinking about."""
    try:
        while (question := pipe.read_question(source)) is not None:
            questions.put(question)
    except Exception:
        log.exception("a question could not be read")
    os._exit(0)


if __name__ == "__main__":
    main()
