"""The `zaria` command that waits only a few seconds for players who are gone.

Started by `python -m tests.support.short_timeouts serve …`.
"""

import functools
import sys

from zaria import cli
from zaria.live.app import Live
from zaria.live.matches.timeouts import Timeouts

TIMES = Timeouts(notice=200, fast=4_000, normal=4_000, slow=4_000, left=1_000)

if __name__ == "__main__":
    Live.start = functools.partial(Live.start, times=TIMES)  # type: ignore[method-assign]
    sys.exit(cli.main())
