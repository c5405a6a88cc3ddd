"""Puzzles of backgammon beside GNU Backgammon's rollouts: is the best turn the better one there, too?

Of each puzzle the best turn and the next best are rolled out by the program without a cube, with its own nets
and its own luck of the dice. Printed are what the next best costs there and here, and how many puzzles are
confirmed by two joint standard errors, left open, or turned round.

    python -m tools.bench.puzzles_by_gnubg [FILE] [--most 50] [--trials 108]
"""

import argparse
import contextlib
import os
import pty
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import NamedTuple

from zaria import games
from zaria.games.protocols import Position
from zaria.puzzles import shipped
from zaria.puzzles.puzzle import Puzzle, read_file
from zaria.records.position_ids import gnubg
from zaria.records.position_ids.match_position import of_position

PROGRAMS = ("gnubg", "/usr/games/gnubg")
GAME = "backgammon"
SURE = 2.0
"""Joint standard errors by which one turn is ahead of another."""
TIMEOUT_S = 600
PREPARE = (
    "set automatic roll off",
    "set automatic game off",
    "set player 0 human",
    "set player 1 human",
    "set rollout cubeful off",
    "set rollout varredn on",
    "set rollout seed 7",
    "new session",
)
RESULT = re.compile(r"final results.*?CL ([+-]\d+\.\d+)\s+\[[^\]]*CL +(\d+\.\d+)\]", re.DOTALL)


class Estimate(NamedTuple):
    """The cubeless equity of a turn for the side that plays it, and its standard error."""

    equity: float
    error: float


class Comparison(NamedTuple):
    """The cost of the next best turn of a puzzle there, with its joint error, and here."""

    puzzle: Puzzle
    gnubg_loss: float
    error: float
    loss: float

    @property
    def verdict(self) -> str:
        """The word of the program about the best turn: confirmed, open, or turned round."""
        if abs(self.gnubg_loss) < SURE * self.error:
            return "open"
        return "confirmed" if self.gnubg_loss > 0 else "turned round"


def rolled_out(positions: Sequence[Position], trials: int) -> list[Estimate]:
    """Roll the positions out in so many games; the side that is not on roll has just played."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    lines = [*PREPARE, f"set rollout trials {trials}"]
    for position in positions:
        lines += [f"set gnubgid {gnubg.write(of_position(position))}", "rollout"]
    # results are printed on a terminal alone
    master, terminal = pty.openpty()
    with tempfile.TemporaryDirectory() as home, open(master, "rb", buffering=0) as output:
        process = subprocess.Popen(
            [program, "-t", "-q", "-r"],
            stdin=subprocess.PIPE,
            stdout=terminal,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": home, "TERM": "dumb"},
        )
        os.close(terminal)
        assert process.stdin is not None
        process.stdin.write("\n".join([*lines, "quit", "y", ""]).encode())
        process.stdin.close()
        text = b"".join(_read(output)).decode(errors="replace")
        process.wait(TIMEOUT_S)
    results = RESULT.findall(text)
    if len(results) != len(positions):
        raise RuntimeError(text[-2000:])
    return [Estimate(-float(equity), float(error)) for equity, error in results]


def _read(output: object) -> Iterator[bytes]:
    with contextlib.suppress(OSError):  # so a terminal says that its program has ended
        while part := output.read(65_536):  # type: ignore[attr-defined]
            yield part


def compared(puzzle: Puzzle, trials: int) -> Comparison:
    """Have the best turn of a puzzle and the next best rolled out."""
    first_die, second_die = puzzle.dice
    before = games.dice_game(GAME).parse(puzzle.position, puzzle.side).rolled((first_die, second_die))
    turns = {str(turn): turn for turn in before.turns()}
    first, second = puzzle.answers[:2]
    best, next_best = rolled_out([before.play(turns[answer.turn]) for answer in (first, second)], trials)
    return Comparison(puzzle, best.equity - next_best.equity, hypot(best.error, next_best.error), second.loss)


def main() -> int:
    parser = argparse.ArgumentParser(description="Puzzles of backgammon beside GNU Backgammon's rollouts.")
    parser.add_argument("file", nargs="?", type=Path, help="a file of puzzles (default: the shipped ones)")
    parser.add_argument("--most", type=int, default=50, help="puzzles that are compared (default 50)")
    parser.add_argument("--trials", type=int, default=108, help="games of each turn (default 108)")
    options = parser.parse_args()
    puzzles = read_file(options.file) if options.file else iter(shipped.load(GAME))
    turns = [puzzle for puzzle in puzzles if puzzle.game == GAME and puzzle.question == "turn"]
    verdicts: Counter[str] = Counter()
    print("puzzle    by gnubg       by us  verdict")
    for puzzle in turns[: options.most]:
        result = compared(puzzle, options.trials)
        verdicts[result.verdict] += 1
        print(
            f"{puzzle.id}  {result.gnubg_loss:+.3f} ±{result.error:.3f}  {result.loss:.3f}  {result.verdict}",
            flush=True,
        )
    print(", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common()))
    return int(verdicts["turned round"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
