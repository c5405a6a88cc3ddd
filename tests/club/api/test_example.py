"""The example is what somebody would begin with: it plays a match to its end."""

import subprocess
import sys
from pathlib import Path

from tests.support.club.api_client import robot
from tests.support.servers import Server

EXAMPLE = Path(__file__).parents[3] / "examples/play.py"
PATIENCE = 120
"""Seconds; it takes five, and keeps to the bounds of the socket while nobody thinks."""


def test_a_guest_and_a_robot_play_a_match(server: Server) -> None:
    _, token = robot(server.url)
    playing = [
        subprocess.Popen(
            [sys.executable, EXAMPLE, server.url, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for more in ([], [token])
    ]
    for process in playing:
        output, wrong = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, wrong
        result, *score = output.split()
        assert result in ("won", "lost")
        assert max(map(int, score)) >= 3
