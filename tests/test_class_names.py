"""Few classes share their names: a name says what the thing is, not only in its own module."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import zaria

SOURCE = Path(zaria.__file__).parent
MOST_MODULES = 2
CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
STRING = re.compile(r'""".*?"""', re.DOTALL)
"""Examples in docstrings are no classes."""

DEMANDED = {
    "Command": "Django's name for a command of `manage.py`, and a message of clients",
    "Meta": "Django's name for the class within a model or a form that holds its settings",
    "Migration": "Django's name for a step of the database's schema",
}
"""Names that a framework demands, each with the reason."""


@cache
def modules_by_name() -> dict[str, set[str]]:
    modules = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        if path.is_symlink():  # the same class for boards of another kind
            continue
        for name in _classes(path.read_text(encoding="utf-8")):
            modules[name].add(str(path.relative_to(SOURCE)))
    return modules


def _classes(text: str) -> list[str]:
    """The names of all classes of a module, whether they stand within another or not."""
    return CLASS.findall(STRING.sub("", text))


def test_few_modules_share_the_name_of_a_class() -> None:
    shared = {name for name, modules in modules_by_name().items() if len(modules) > MOST_MODULES}
    assert shared == DEMANDED.keys()


def test_a_class_within_a_class_counts() -> None:
    assert _classes('class A(C):\n    """A.\n\n    class C: ..."""\n    class B: ...') == ["A", "B"]
