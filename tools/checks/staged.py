"""Checks the files that a commit would take, in seconds. Usage: python -m tools.checks.staged

Runs those checks of `make check` that can look at single files; git calls it before each commit after `make
hooks`. It reads the files of the working tree.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.prefix) / "bin"
SCRIPTS = ROOT / "node_modules"
TEMPLATES, SOURCES, CATALOGUES = "src/zaria/web/templates/", "src/zaria/", "src/zaria/web/locale/"
TEXTS = (CATALOGUES, "src/zaria/web/rules/", "src/zaria/web/texts/", "docs/words/")

Command = list[str | Path]


def commands(paths: Sequence[str]) -> Iterator[Command]:
    """The checks that concern these files, named from the root of the repository."""
    python = [path for path in paths if path.endswith(".py")]
    templates = [path for path in paths if path.startswith(TEMPLATES) and path.endswith(".html")]
    scripts = [path for path in paths if path.endswith((".js", ".mjs"))]
    styled = [path for path in paths if path.endswith((".js", ".mjs", ".css"))]
    if python:
        yield [BIN / "ruff", "check", "-q", "--force-exclude", *python]
        yield [BIN / "ruff", "format", "-q", "--check", "--force-exclude", *python]
    if templates:
        yield [BIN / "djlint", "--quiet", "--check", *templates]
        yield [BIN / "djlint", "--quiet", "--lint", *templates]
        yield [sys.executable, "-m", "tools.checks.line_length"]
    if styled:
        yield [BIN / "node", SCRIPTS / "prettier/bin/prettier.cjs", "--log-level", "warn", "--check", *styled]
    if scripts:
        yield [BIN / "node", SCRIPTS / "eslint/bin/eslint.js", "--no-warn-ignored", *scripts]
        yield [sys.executable, ROOT / "tools/bootstrap.py", "units"]
    if any(path.startswith(SOURCES) and path.endswith((".py", ".html", ".txt", ".po")) for path in paths):
        yield [sys.executable, "-m", "tools.generate.messages", "check"]
    if any(path.startswith(TEXTS) for path in paths):
        yield [sys.executable, "-m", "tools.checks.translations"]


def staged(root: Path) -> list[str]:
    """The files that the next commit adds or changes."""
    diff = ["git", "diff", "--cached", "--name-only", "--diff-filter=ACMR", "-z"]
    names = subprocess.run(diff, cwd=root, check=True, capture_output=True, text=True).stdout
    return [name for name in names.split("\0") if name]


def main(root: Path = ROOT) -> int:
    """Run the checks; 1 if one of them fails."""
    failed = [
        command
        for command in commands(staged(root))
        if subprocess.run(command, cwd=root, check=False).returncode
    ]
    for command in failed:
        print("failed:", *(Path(part).name for part in command[:3]), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
