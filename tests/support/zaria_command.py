"""The `zaria` command as a program that ends: its code, its output and its errors.

It runs in a fork of a process that has imported most of it (`tests.support.forked_processes`), which takes a
third of the time. `tests/test_cli.py` starts the command as its users do.
"""

import subprocess
import tempfile
from collections.abc import Mapping

from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE


def run_zaria(*arguments: str, env: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run the command to its end, with nothing to read."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = ForkedProcess("zaria.cli.main", *arguments, env=env, stderr=errors.fileno())
        output = process.stdout.read()
        code = process.wait(PATIENCE)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, code, output, errors.read())
