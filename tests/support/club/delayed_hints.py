"""`zaria serve` whose hints take as long as a test wants.

Started by `python -m tests.support.club.delayed_hints serve …`.
ZARIA_PONDERED is a directory: each hint that is begun is a line in its file "begun", and none comes before
there is a file "go".
"""

import os
import sys
import time
from pathlib import Path
from unittest import mock

from tests.support.fast_engines import think_less
from zaria.bots import teaching
from zaria.bots.teaching import Advice
from zaria.live.engines import answers
from zaria.match.match import Match

HOME = Path(os.environ.get("ZARIA_PONDERED", ""))
_hint = teaching.hint


def hint(match: Match) -> Advice:
    """In a thread of the server."""
    with (HOME / "begun").open("a") as begun:
        begun.write(f"{match.id}\n")
    while not (HOME / "go").exists():
        time.sleep(0.01)
    return _hint(match)


if __name__ == "__main__":
    from zaria.cli import main as cli

    think_less()
    with mock.patch.object(answers, "hint", hint):
        sys.exit(cli.main())
