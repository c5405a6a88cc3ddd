"""Modules and files that the documentation names exist under that name."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "zaria"
PAGES = sorted(
    [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
)
ROOMS = sorted(folder.name for folder in (SOURCES / "club").iterdir() if (folder / "__init__.py").exists())
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("src", "tests", "tools", "examples", "deploy")
    for path in (ROOT / folder).rglob("*")
    if path.is_file()
]
EXAMPLES = re.compile(r"tabla_pin|FOLDER/NAME|/notes\.html|/ka/|puzzles/")
"""Files that a how-to page makes."""

_PATH = re.compile(r"`/?([\w.-]+/[\w./-]+\.(?:py|pxd|html|mjs|js|css|ts))`")
_MODULE = re.compile(rf"`(?:zaria\.club\.)?({'|'.join(ROOMS)})\.([a-z_]+)(?:\.[\w.]+)?(?:\(\))?`")
_NO_MODULE = re.compile(r"`[\w.]+\.(?:py|md|json|jsonl|xz|svg|sqlite3)`")
OTHER_NAMES = {
    "stakes.unit",  # a field of the lobby's message
    "texts.words",  # a field of the answer of /me/settings
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_exist(page: Path) -> None:
    paths = set(_PATH.findall(page.read_text(encoding="utf-8")))
    missing = [
        path
        for path in sorted(paths)
        if not EXAMPLES.search(path) and not any(f"/{file}".endswith(f"/{path}") for file in FILES)
    ]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_modules_of_rooms_exist(page: Path) -> None:
    text = _NO_MODULE.sub("", page.read_text(encoding="utf-8"))
    missing = [
        f"{room}.{name}"
        for room, name in sorted(set(_MODULE.findall(text)))
        if f"{room}.{name}" not in OTHER_NAMES and not _is_in_room(room, name)
    ]
    assert missing == []


def _is_in_room(room: str, name: str) -> bool:
    """Return whether a name is a module, a package or a word of the `__init__.py` of a room or floor."""
    for folder in (SOURCES / "club" / room, SOURCES / room):
        if (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists():
            return True
        package = folder / "__init__.py"
        if package.exists() and re.search(rf"\b{name}\b", package.read_text(encoding="utf-8")):
            return True
    return False
