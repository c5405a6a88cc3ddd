"""The measures of fair play run from the command line, without a club."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_members_are_simulated_without_a_club() -> None:
    program = [sys.executable, "-m", "tools.bench.fair_play", "--honest", "1", "--cheats", "1"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert "backgammon: the master takes 100% of 200 decisions: 1 of 1 named" in done.stdout
    assert "russian-draughts: the master takes   0% of 175 decisions: 0 of 1 named" in done.stdout
