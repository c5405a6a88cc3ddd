"""GNU Backgammon's cube decisions."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from typing import NamedTuple

from tests.support.requirements import missing
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.records.position_ids import gnubg
from zaria.records.position_ids.match_position import MatchPosition

PROGRAMS = ("gnubg", "/usr/games/gnubg")

_PREPARE = (
    "set automatic roll off",
    "set automatic game off",
    "set player 0 human",
    "set player 1 human",
    "set output matchpc off",
    "set evaluation cubedecision evaluation cubeful on",
)
_CHANCES = re.compile(r"^  ([01]\.\d+) ([01]\.\d+) ([01]\.\d+) - [01]\.\d+ ([01]\.\d+) ([01]\.\d+)$", re.M)
_EQUITY = {
    "no_double": re.compile(r"No (?:re)?double +([+-]\d+\.\d+)"),
    "double_take": re.compile(r"(?:Double|Redouble), (?:take|beaver) +([+-]\d+\.\d+)"),
    "action": re.compile(r"Proper cube action: (.+)"),
}


class CubeAnswer(NamedTuple):
    """Chances without a cube, equities with it (the scale of `doubling.Decision`), and what is proper."""

    chances: OutcomeProbabilities
    no_double: float
    double_take: float
    action: str


def cube_answers(standings: Sequence[MatchPosition], plies: int = 0, timeout_s: int = 60) -> list[CubeAnswer]:
    """The program's answer to each, looking so many plies ahead; the side on roll may double."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        missing("oracles", "the program gnubg (Debian: apt install gnubg) is not here")
    lines = [*_PREPARE, f"set evaluation cubedecision evaluation plies {plies}"]
    for standing in standings:
        jacoby = f"set jacoby {'on' if standing.jacoby else 'off'}"
        lines += [jacoby, "new session", f"set gnubgid {gnubg.write(standing)}", jacoby, "hint"]
    with tempfile.TemporaryDirectory() as home:
        # Two that make ~/.gnubg at the same time: one of them ends.
        done = subprocess.run(
            [program, "-t", "-q", "-r"],
            input="\n".join([*lines, "quit", "y", ""]),
            capture_output=True,
            text=True,
            timeout=timeout_s,
            env={**os.environ, "HOME": home},
        )
    parts = done.stdout.split("Cube analysis")[1:]
    assert len(parts) == len(standings), done.stdout
    return [_read(part) for part in parts]


def _read(text: str) -> CubeAnswer:
    chances = _CHANCES.search(text)
    fields = {name: pattern.search(text) for name, pattern in _EQUITY.items()}
    assert chances is not None, text
    equities = [float(match[1]) for name, match in fields.items() if match is not None and name != "action"]
    action = fields["action"]
    assert action is not None, text
    win, win2, win3, lose2, lose3 = map(float, chances.groups())
    return CubeAnswer(
        OutcomeProbabilities(win, win2, win3, lose2, lose3), equities[0], equities[1], action[1]
    )
