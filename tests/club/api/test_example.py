"""The example is what somebody would begin with: it plays a match to its end."""

import subprocess
import sys
from pathlib import Path

from tests.club.api.caller import robot
from tests.serving import Server

EXAMPLE = Path(__file__).parents[3] / "examples/play.py"


def play(server: Server, *more: str) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLE, server.url, *more], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_guest_plays_a_match(server: Server) -> None:
    result, *score = play(server).split()
    assert result in ("won", "lost")
    assert max(map(int, score)) >= 3


def test_a_robot_plays_a_match(server: Server) -> None:
    owner, token = robot(server.url)
    result, *_ = play(server, token).split()
    assert result in ("won", "lost")
    assert "Tabla" in owner.get("/me/stats").text
