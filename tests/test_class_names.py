"""Few classes share their names: a name says what the thing is, not only in its own module."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import zaria

SOURCE = Path(zaria.__file__).parent
MOST_MODULES = 2

DEMANDED = {
    "Command": "Django's name for a command of `manage.py`, and a message of clients",
    "Migration": "Django's name for a step of the database's schema",
}
"""Names that a framework demands, each with the reason.

A class within a class is named after its owner, such as `Transfer.State` and Django's `Meta`.
"""


@cache
def modules_by_name() -> dict[str, set[str]]:
    modules = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for name in _classes(ast.parse(path.read_text())):
            modules[name].add(str(path.relative_to(SOURCE)))
    return modules


def _classes(node: ast.AST, owner: str = "") -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield owner + child.name
            yield from _classes(child, f"{owner}{child.name}.")
        else:
            yield from _classes(child, owner)


def test_few_modules_share_the_name_of_a_class() -> None:
    shared = {name for name, modules in modules_by_name().items() if len(modules) > MOST_MODULES}
    assert shared == DEMANDED.keys()


def test_a_class_within_a_class_is_named_after_its_owner() -> None:
    assert [*_classes(ast.parse("class A:\n    class B: ..."))] == ["A", "A.B"]
