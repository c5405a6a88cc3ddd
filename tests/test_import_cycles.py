"""No module imports itself through others, not even inside a function or for type annotations.

An import of `a.b.c` counts as an import of that module alone. Python also runs the `__init__` of `a` and of
`a.b`, but to count these would make a cycle of every package whose `__init__` gathers names of its modules.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src"
IMPORT = re.compile(r"^ *((?:from [\w.]+ )?import (?:\([^)]*\)|[\w.*].*))", re.MULTILINE)
"""A statement of its own line or lines: to parse it alone takes a tenth of the time of the module."""
STRING = re.compile(r'""".*?"""', re.DOTALL)
"""Examples in docstrings are no imports."""
Graph = dict[str, dict[str, int]]
"""Each module's imports of other modules, with the line."""


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


LINKED = ("search", "wide_search", "orthogonal_search")
"""Packages of the same sources, which import their neighbours from `.`."""


def _imports(source: str, modules: Mapping[str, Path], importer: str = "") -> Iterator[tuple[str, int]]:
    """Each imported module of ours, with the line; a name of a package's `__init__` is the package."""
    folder = importer.rpartition(".")[0]
    source = STRING.sub(lambda occurrence: "\n" * occurrence[0].count("\n"), source)
    for occurrence in IMPORT.finditer(source):
        line = source.count("\n", 0, occurrence.start(1)) + 1
        match ast.parse(occurrence[1]).body[0]:
            case ast.Import(names=names):
                yield from ((alias.name, line) for alias in names if alias.name in modules)
            case ast.ImportFrom(names=names, module=package, level=level):
                if level:
                    assert folder.rpartition(".")[2] in LINKED, "imports are absolute"
                    assert level == 1, "a linked source imports its neighbours alone"
                    package = f"{folder}.{package}"
                for alias in names:
                    target = f"{package}.{alias.name}"
                    target = target if target in modules else str(package)
                    if target in modules:
                        yield target, line


@cache
def _graph() -> Graph:
    modules = {_module(path): path for path in sorted((SOURCES / "zaria").rglob("*.py"))}
    graph: Graph = {name: {} for name in modules}
    for name, path in modules.items():
        for target, line in _imports(path.read_text(encoding="utf-8"), modules, name):
            if target != name:
                graph[name].setdefault(target, line)
    return graph


def _reachable(graph: Graph, start: str) -> set[str]:
    reachable: set[str] = set()
    todo = list(graph[start])
    while todo:
        if (name := todo.pop()) not in reachable:
            reachable.add(name)
            todo += graph[name]
    return reachable


def _components(graph: Graph) -> set[frozenset[str]]:
    """The strongly connected components of more than one module."""
    reachable = {name: _reachable(graph, name) for name in graph}
    return {
        frozenset({module for module in reachable[name] if name in reachable[module]})
        for name in graph
        if name in reachable[name]
    }


def _report(component: frozenset[str]) -> str:
    lines = [
        f"  {name}:{line} imports {target}"
        for name in sorted(component)
        for target, line in _graph()[name].items()
        if target in component
    ]
    return "\n".join(["a cycle:", *lines])


def test_no_module_imports_itself_through_others() -> None:
    cycles = _components(_graph())
    assert not cycles, "\n".join(map(_report, cycles))


def test_imports_in_functions_and_for_types_count() -> None:
    source = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from zaria.games import dice
def late(event):
    match event:
        case None:
            import zaria.match.events
    try:
        get(event)
    except NameError:
        from zaria.games import get
    finally:
        import zaria.records
"""
    modules = dict.fromkeys(
        ("zaria.games", "zaria.games.dice", "zaria.match.events", "zaria.records"), Path()
    )
    assert dict(_imports(source, modules)) == {
        "zaria.games.dice": 4,
        "zaria.match.events": 8,
        "zaria.games": 12,
        "zaria.records": 14,
    }


def test_components_are_found() -> None:
    edges = {"a": "b", "b": "cd", "c": "a", "d": "e", "e": "", "f": "g", "g": "f"}
    graph = {name: dict.fromkeys(targets, 1) for name, targets in edges.items()}
    assert _components(graph) == {frozenset("abc"), frozenset("fg")}
