"""Chess engines for tests: the real one, and small ones that misbehave."""

import shutil
from pathlib import Path

from tests.support.requirements import missing
from zaria.bots.squares.chess.engine import PLACES

GREETING = """\
#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo "id name Fake 1.0"; echo "option name MultiPV type spin default 1 min 1 max 500"; echo uciok;;
    isready) echo readyok;;
    quit) exit 0;;
    go*) BODY;;
  esac
done
"""
SILENT = "while read -r line; do :; done"
BODIES = {
    "silent": SILENT,
    "stopped": "kill -STOP $$",
    "ends": "exit 1",
    "crashes in its search": "echo info depth 5 score cp 20 pv e2e4; kill -9 $$",
    "illegal move": "echo info depth 1 score cp 30 pv e2e5; echo bestmove e2e5",
    "no move": "echo 'bestmove (none)'",
    "says nothing after bestmove": f"echo bestmove; {SILENT}",
    "garbage": "head -c 30000 /dev/urandom; exit 0",
    "a line without end": f"head -c 100000 /dev/zero | tr '\\0' x; {SILENT}",
    "leaves a child behind": "sleep 60 & exit 1",
    "talks on and on": "while :; do echo info string still here; done",
}
"""The behaviour of misbehaving engines on a search command."""


def fake(folder: Path, body: str) -> str:
    """The path of an engine that greets as it should and does this on a search command."""
    path = folder / "engine"
    path.write_text(GREETING.replace("BODY", body))
    path.chmod(0o755)
    return str(path)


def stockfish() -> str:
    """The path of the real Stockfish; without it the test is skipped."""
    program = next(filter(None, map(shutil.which, ("stockfish", *PLACES))), None)
    if program is None:
        missing("services", "the program stockfish (Debian: apt install stockfish) is not here")
    return program
