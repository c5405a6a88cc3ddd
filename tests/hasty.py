"""The `zaria` command, less patient: `python -m tests.hasty serve …` waits for a second or two."""

import functools
import sys

from zaria import cli
from zaria.live.app import Live
from zaria.live.times import Times

TIMES = Times(notice=200, fast=1_500, normal=1_500, slow=1_500, left=1_000, rematch=5_000)

if __name__ == "__main__":
    Live.start = functools.partial(Live.start, times=TIMES)  # type: ignore[method-assign]
    sys.exit(cli.main())
