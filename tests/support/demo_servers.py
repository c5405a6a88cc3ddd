"""A real `zaria serve --demo` for tests and pictures: its own process, a free port."""

import subprocess
from pathlib import Path
from typing import Any

from tests.support.servers import ZARIA, Server, environment


class DemoServer(Server):
    """A demo in a folder of its own, into which nothing is put before."""

    def __init__(self, data: Path) -> None:
        self.data, self.more, self.bot_pause = data, {}, 0
        self.lines: list[str] = []
        process: Any = subprocess.Popen(
            [*ZARIA, "serve", "--port", "0", "--demo"],
            env=environment(data),
            stdout=subprocess.PIPE,
            text=True,
        )
        self.process = process
        self.url = self._wait_open()
