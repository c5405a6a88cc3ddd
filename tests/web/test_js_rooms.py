"""The rooms of the front end: which may import from which, and that no import leads back."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

from zaria.club.site.front_end.js_modules import VENDORED, imports, resolve

SCRIPTS = Path(__file__).parents[2] / "src" / "zaria" / "web" / "static" / "zaria" / "js"
ROOMS = {
    "ui": set[str](),
    "live": set[str](),
    "app": {"ui", "live"},
    "lobby": {"ui", "live", "app"},
    "chat": {"ui", "live"},
    "shell": {"ui", "live", "app", "chat"},
    "tables": {"ui", "shell"},
    "squares": {"ui", "shell"},
    "pages": {"ui", "live", "app", "lobby", "chat", "shell", "tables", "squares"},
}
"""Each room with those below it; docs/explanation/board.md says what is in each."""


def graph(root: Path) -> dict[str, set[str]]:
    """Each script under `root` with the scripts that it imports, at once or later."""
    edges = {}
    for path in sorted(root.rglob("*.js")):
        name = path.relative_to(root).as_posix()
        at_once, lazily = imports(path.read_text(encoding="utf-8"))
        named = {resolve(specifier, name) for specifier in (*at_once, *lazily)}
        edges[name] = named - set(VENDORED.values())
    return edges


def upward(modules: dict[str, set[str]]) -> list[str]:
    """Imports from a room that is not below the importer's."""
    return [
        f"{name} imports {target}"
        for name, named in modules.items()
        for target in sorted(named)
        if room(target) not in {room(name), *ROOMS.get(room(name), ())}
    ]


def room(name: str) -> str:
    """The folder of a script."""
    return PurePosixPath(name).parts[0]


MODULES = graph(SCRIPTS)


def test_every_script_is_in_a_room() -> None:
    assert {room(name) for name in MODULES} == set(ROOMS)
    assert all(named <= set(MODULES) for named in MODULES.values())


def test_imports_point_down() -> None:
    assert upward(MODULES) == []


def test_the_table_allows_no_more_than_is_needed() -> None:
    used = {name: set[str]() for name in ROOMS}
    for name, named in MODULES.items():
        used[room(name)] |= {room(target) for target in named} - {room(name)}
    assert used == ROOMS


def test_no_import_leads_back() -> None:
    assert list(TopologicalSorter(MODULES).static_order())


def test_a_circle_and_an_import_upward_would_be_found(tmp_path: Path) -> None:
    for name, source in (
        ("ui/a.js", "import { b } from '../shell/b.js';"),
        ("shell/b.js", "const c = () => import('./c.js');"),
        ("shell/c.js", "export * from '../ui/a.js';"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    wrong = graph(tmp_path)
    assert upward(wrong) == ["ui/a.js imports shell/b.js"]
    with pytest.raises(CycleError):
        TopologicalSorter(wrong).prepare()
