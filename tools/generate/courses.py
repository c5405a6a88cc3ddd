"""Compute the claims of courses, beside their files: after a board has changed, or an engine.

    python -m tools.generate.courses [GAME ...]

`zaria courses check` computes them anew and compares.
"""

import argparse
from pathlib import Path

import msgspec

import zaria.courses
from zaria.courses.claims import computed, fault
from zaria.courses.shipped_courses import course, games_with_courses

FOLDER = Path(zaria.courses.__file__).parent / "shipped"


def main() -> None:
    """Write the claims of the named games, or of all; nothing of a game if one of its boards is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=games_with_courses())
    for game in parser.parse_args().games:
        claims = [(board, computed(board)) for board in course(game).boards]
        faults = [f"{board.id}: {wrong}" for board, claim in claims if (wrong := fault(board, claim))]
        if faults:
            raise SystemExit("\n".join(faults))
        lines = b"".join(msgspec.json.encode(claim) + b"\n" for _, claim in claims)
        (FOLDER / f"{game}.jsonl").write_bytes(lines)
        print(f"{game}: {len(claims)} claims")


if __name__ == "__main__":
    main()
