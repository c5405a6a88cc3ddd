"""Runs a benchmark in a process for each kind of database."""

import subprocess
from collections.abc import Sequence

import pytest
from tests.support.services import Postgres


def run_on_both(command: Sequence[str]) -> int:
    """Run a command on SQLite, then with `--database` on PostgreSQL if it is there; the worse exit code."""
    codes = [subprocess.run(command).returncode]
    try:
        server = Postgres(fsync=True)
    except pytest.skip.Exception as missing:
        print(f"without PostgreSQL: {missing}")
        return codes[0]
    server.start()
    try:
        codes.append(subprocess.run([*command, "--database", server.database("bench")]).returncode)
    finally:
        server.stop()
    return max(codes)
