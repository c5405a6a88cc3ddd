"""The rooms of the club read one clock, and count in the same lengths of time."""

import re
from pathlib import Path

import zaria.club

OWN_CLOCK = re.compile(
    r"time_ns\(\) // 1_000_000|time\.time\(\) \* 1000"
    r"|\b24 \* 3600 \* 1000|\b3_?600_000\b|\b86_400_000\b|\b60_000\b"
)
EXCUSED = {
    "site/clock.py",
    "server/cli.py",  # the longest pause of a robot, in ms, as typed on the command line
    "matches/replay/views.py",  # characters
}


def test_no_room_has_a_clock_of_its_own() -> None:
    club = Path(zaria.club.__file__).parent
    modules = {
        path.relative_to(club).as_posix(): path
        for path in club.rglob("*.py")
        if "migrations" not in path.parts
    }
    clock_modules = {
        name for name, path in modules.items() if OWN_CLOCK.search(path.read_text(encoding="utf-8"))
    }
    assert clock_modules == EXCUSED
