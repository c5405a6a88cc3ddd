"""The `zaria` command that waits only a few seconds for players who are gone.

Started by `python -m tests.support.short_timeouts serve …`.
"""

import sys

from msgspec.structs import replace

from zaria.cli import main as cli
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.matches.timeouts import Timeouts

TIMES = Timeouts(notice=200, fast=4_000, normal=4_000, slow=4_000, departure=1_000)

_start = Live.start


async def start(config: LiveConfig) -> Live:
    """Start live play with these times."""
    return await _start(replace(config, times=TIMES))


if __name__ == "__main__":
    Live.start = start  # type: ignore[method-assign]
    sys.exit(cli.main())
