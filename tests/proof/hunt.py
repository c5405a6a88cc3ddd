"""The chaos proof again and again, until it fails: `python -m tests.proof.hunt RUNS [--first N] [--load N]`.

Each run kills in another order, and `--load` processes do nothing but keep the processors busy meanwhile.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

TEST = "tests/proof/test_chaos.py::test_everything_is_killed_in_turn"


@contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that are busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(number: int) -> bool:
    """One run; whether it passed. What it says is shown."""
    began = time.monotonic()
    pytest = [sys.executable, "-m", "pytest", "-q", "-s", TEST, "-p", "no:cacheprovider"]
    ended = subprocess.run(
        pytest, env={**os.environ, "ZARIA_RUN": str(number)}, capture_output=True, text=True, check=False
    )
    passed = ended.returncode == 0
    summary = [line for line in ended.stdout.split("\n") if "went on" in line or "players for" in line]
    print(*(summary if passed else [ended.stdout[-20_000:], ended.stderr[-5_000:]]), sep="\n")
    print(f"run {number}: {'passed' if passed else 'FAILED'} in {time.monotonic() - began:.0f} s", flush=True)
    return passed


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", type=int)
    parser.add_argument("--first", type=int, default=0, help="the number of the first run")
    parser.add_argument("--load", type=int, default=0, help="processes that keep the processors busy")
    options = parser.parse_args()
    with load(options.load):
        for number in range(options.first, options.first + options.runs):
            if not run(number):
                return 1
    print(f"{options.runs} runs in a row passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
