"""A process that thinks: `python -m zaria.live.engines.worker`. It reads questions and writes answers.

It gives way to everybody else on the machine, and ends when the server does, however that ends.
"""

import logging
import os
import queue
import signal
import sys
import threading
import time
from typing import BinaryIO

from zaria import games
from zaria.bots import levels
from zaria.live.engines import pipe
from zaria.live.engines.answers import answer

log = logging.getLogger(__name__)

NICE = 10
PAUSE = 0.05
"""Seconds in which a first question may come before the next engine is prepared."""


def main() -> None:
    """Answer until the server has gone."""
    os.nice(NICE)
    # What is meant for the server reaches us too where it runs in a terminal: its end is ours soon enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is not an answer
    questions: queue.SimpleQueue[pipe.Asking] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    try:
        out.write(pipe.framed(pipe.READY))
        _prepare(questions)
        while True:
            out.write(pipe.tell(answer(*questions.get())))
    except BrokenPipeError:
        pass


def _prepare(questions: "queue.SimpleQueue[pipe.Asking]") -> None:
    """Have engines at hand before somebody asks for them; one after the other, as long as nobody does."""
    for game in games.names():
        time.sleep(PAUSE)
        if not questions.empty():
            return
        try:
            levels.prepare(game)
        except Exception:
            log.exception("the engine of %s could not be prepared", game)


def _listen(source: BinaryIO, questions: "queue.SimpleQueue[pipe.Asking]") -> None:
    """Take questions in, and end the process as soon as no more can come, whatever it is thinking about."""
    while (question := pipe.read_question(source)) is not None:
        questions.put(question)
    os._exit(0)


if __name__ == "__main__":
    main()
