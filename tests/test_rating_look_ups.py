"""Every look-up of a player's rating in the sources names the way of play: at the board or by the day."""

import re
from pathlib import Path

import zaria

SOURCES = Path(zaria.__file__).parent
BY_GAME = re.compile(r"\b(?:ratings|standings)\b[^\n]*(?:\.get\(|\[)(?:\w+\.)*game\b")
"""A rating that is looked up by its game alone."""

AT_THE_BOARD = {
    "club/puzzles/stream.py": "the ratings of a solver are those of puzzles",
    "live/lobby/seek_requests.py": "searches lead to play at the board alone",
}
"""Files that may do so, and why."""


def test_no_rating_is_looked_up_by_its_game_alone() -> None:
    files = (path for folder in ("club", "live", "tournaments") for path in (SOURCES / folder).rglob("*.py"))
    texts = {path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8") for path in files}
    assert {name for name, text in texts.items() if BY_GAME.search(text)} == set(AT_THE_BOARD)
