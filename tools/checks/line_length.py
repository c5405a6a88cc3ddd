"""Lists lines of scripts, style sheets and templates that are too long."""

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "zaria" / "web"
KINDS = (".js", ".ts", ".css", ".html", ".txt")
LONGEST = 120


def sources() -> Iterator[Path]:
    """Files that are written by hand or by our own tools, not by others."""
    return (path for path in sorted(WEB.rglob("*")) if path.suffix in KINDS and "vendor" not in path.parts)


def too_long(text: str) -> Iterator[tuple[int, int]]:
    """Number and length of each line that is too long."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST:
            yield number, len(line)


def main() -> int:
    """Print each long line's place; 1 if there is any."""
    has_long_lines = False
    for path in sources():
        for number, length in too_long(path.read_text(encoding="utf-8")):
            has_long_lines = True
            print(f"{path.relative_to(ROOT)}:{number}: {length} characters, at most {LONGEST}")
    return int(has_long_lines)


if __name__ == "__main__":
    sys.exit(main())
