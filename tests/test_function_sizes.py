"""Functions are short and take few arguments, and nothing is wired by assignment."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import zaria

pytestmark = pytest.mark.xdist_group("function sizes")  # one worker reads the sources

SOURCE = Path(zaria.__file__).parent
MOST_ARGUMENTS = 8
MOST_LINES = 50

MANY_ARGUMENTS = {
    "bots.squares.ugolki.kernel.Searcher.best_of": "compiled: the state of a search travels in registers",
    "bots.squares.ugolki.kernel.Searcher.look": "compiled: the state of a search travels in registers",
}
"""Exceptions, each with its reason."""

LONG = {
    "bots.squares.draughts.search.tree.search_moves": "compiled: a call costs what it saves",
    "bots.squares.ugolki.kernel.Searcher.best_of": "compiled: a call costs what it saves",
    "bots.squares.ugolki.kernel.Searcher.look": "compiled: a call costs what it saves",
    "bots.tables.features.Features.describe": "compiled: a call costs what it saves",
    "bots.tables.training.trainer.Trainer.game": "compiled: a call costs what it saves",
}
"""Exceptions, each with its reason."""

WIRED = ("live", "club/server")
"""Folders whose objects are connected by their constructors."""
ATTACHED = {
    "server.operator": "uvicorn's server takes no further arguments",
    "timer.daemon": "the standard library's",
}
"""Assignments to the attributes of other objects, each with its reason."""


class Function(NamedTuple):
    """A function or method of the sources."""

    path: Path
    name: str
    arguments: int
    lines: int


@cache
def functions() -> list[Function]:
    return [*_functions()]


def _functions() -> Iterator[Function]:
    for path in sorted(SOURCE.rglob("*.py")):
        if "migrations" not in path.parts and not path.is_symlink():
            module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
            yield from _within(path, ast.parse(path.read_text()), module)


def _within(path: Path, node: ast.AST, prefix: str) -> Iterator[Function]:
    """The functions among the statements below a node: an expression has none."""
    for child in _statements(node):
        name = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}.{child.name}"
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (child.end_lineno or 0) - child.lineno + 1
            yield Function(path, name, _arguments(child.args), lines)
        yield from _within(path, child, name)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements, handlers of errors and cases that stand directly in a node."""
    for block in ("body", "handlers", "cases", "orelse", "finalbody"):
        parts = getattr(node, block, ())
        if isinstance(parts, list):  # an expression has one node there
            yield from parts


def _all_statements(node: ast.AST) -> Iterator[ast.AST]:
    for child in _statements(node):
        yield child
        yield from _all_statements(child)


def _arguments(arguments: ast.arguments) -> int:
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    names += [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    return sum(argument.arg not in ("self", "cls") for argument in names)


def _assigned_attributes(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for statement in _all_statements(tree):
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                for node in ast.walk(target):
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                        yield ast.unparse(node.value), node.attr


def test_functions_take_few_arguments() -> None:
    many = {function.name for function in functions() if function.arguments > MOST_ARGUMENTS}
    assert many == MANY_ARGUMENTS.keys()


def test_functions_are_short() -> None:
    assert {function.name for function in functions() if function.lines > MOST_LINES} == LONG.keys()


def test_only_compiled_functions_are_excepted() -> None:
    paths = {function.name: function.path for function in functions()}
    for name in LONG.keys() | MANY_ARGUMENTS.keys():
        assert paths[name].with_suffix(".pxd").exists(), name


def test_hooks_are_arguments() -> None:
    """A part that another needs is passed to its constructor: a forgotten one is a type error."""
    attached = set()
    for folder in WIRED:
        for path in (SOURCE / folder).rglob("*.py"):
            for owner, name in _assigned_attributes(ast.parse(path.read_text())):
                is_state = folder == "live" and "." not in owner
                if owner != "self" and not is_state and not owner.endswith("]"):
                    attached.add(f"{owner}.{name}")
    assert attached == ATTACHED.keys()
