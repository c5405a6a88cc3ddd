"""A process that thinks, with programs that go wrong: `python -m tests.support.live.faulty_worker`.

* hanger: thinks for ever; dier: ends the process; babbler: its answer is no answer;
* gated: waits until something is written to the pipe named by ZARIA_GATE, removes it and plays;
* sleeper: makes the file named by ZARIA_SLEEPER and sleeps; where the file is there already it plays.
"""

import os
import time
from pathlib import Path

from zaria import bots
from zaria.bots.heuristic import HeuristicPlayer
from zaria.bots.player import ThinkRequest, Thought
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.live.engines import pipe, worker


class Odd(HeuristicPlayer):
    def __init__(self, name: str) -> None:
        self.id = self.name = name

    def think(self, position: Position, request: ThinkRequest) -> Thought[Turn]:
        match self.id:
            case "hanger":
                while True:
                    time.sleep(1)
            case "dier":
                os._exit(3)
            case "babbler":
                pipe._encode = lambda answer: b"\xc1 junk"
            case "gated":
                gate = Path(os.environ["ZARIA_GATE"])
                if gate.exists():
                    gate.read_text()
                    gate.unlink()
            case "sleeper":
                mark = Path(os.environ["ZARIA_SLEEPER"])
                if not mark.exists():
                    mark.touch()
                    time.sleep(60)
        return super().think(position, request)


NAMES = ("hanger", "dier", "babbler", "gated", "sleeper")

if __name__ == "__main__":
    bots._BOTS.update({name: Odd(name) for name in NAMES})
    worker.main()
