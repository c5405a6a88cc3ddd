"""Names in the docstrings of the sources exist: errors, functions, classes, parameters.

A name stands in backticks. Errors are looked up as exceptions; a function that says it raises one of our own
must reach a place that raises it, through functions of any module with the names that it mentions.
"""

import ast
import builtins
import gc
import importlib
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

import zaria

pytestmark = pytest.mark.xdist_group("docstring names")  # one worker reads the sources

SOURCE = Path(zaria.__file__).parent
QUOTED = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.\w+)*)(?:\(\))?`(?!`)")
"""A name in backticks; with two on each side it is a text, not a name."""
RAISES = re.compile(r"\braises? ((?:`[\w.]+`(?:, | or |, or )?)+)", re.IGNORECASE)
ERROR_NAME = re.compile(r"(Error|Refused|Exception|DoesNotExist)$")
WORD = re.compile(r"\w+")

Function = ast.FunctionDef | ast.AsyncFunctionDef
ELSEWHERE = {
    "Intl.PluralRules": "of browsers",
    "check_at": "a column of the journal",
    "clockText": "of the browser's modules",
    "club.sqlite3": "a file of an archive",
    "currentColor": "of SVG",
    "database.dump": "a file of an archive",
    "iexact": "of Django's look-ups",
    "live.sqlite3": "a file of an archive",
    "login_required": "of Django",
    "matchid.c": "a file of GNU Backgammon",
    "positionid.c": "a file of GNU Backgammon",
    "publicsuffixlist": "a package",
    "sheets": "of the browser's modules",
    "transaction_id": "of django-payments",
    "zaria": "the command",
}
"""Names of other programs and files, each with its place."""
NAME_FIELDS: dict[type[ast.AST], str] = {
    ast.Name: "id",
    ast.arg: "arg",
    ast.Attribute: "attr",
    ast.keyword: "arg",
    ast.ClassDef: "name",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
}
"""The field of a node that is an identifier."""


@dataclass
class Definition:
    """A function or class: the identifiers in it, and the attributes to which it assigns."""

    node: Function | ast.ClassDef
    identifiers: set[str] = field(default_factory=set)
    stored_attributes: set[str] = field(default_factory=set)


@dataclass
class Source:
    """A module of the sources, and all that its docstrings may mention."""

    path: Path
    docstrings: list[tuple[ast.AST, int, str]] = field(default_factory=list)
    """Each docstring with its owner (a module, class or function) and its line."""
    identifiers: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    """Texts that are one word, such as keys and codes."""
    members: set[str] = field(default_factory=set)
    """The names that the module itself has."""
    imports: dict[str, str] = field(default_factory=dict)
    """The full name of each imported thing."""
    definitions: list[Definition] = field(default_factory=list)
    """All functions and classes, those within others too."""

    @property
    def dotted(self) -> str:
        """The name of the module."""
        parts = ("zaria", *self.path.relative_to(SOURCE).with_suffix("").parts)
        return ".".join(parts).removesuffix(".__init__")

    @classmethod
    def read(cls, path: Path, text: str) -> "Source":
        """Parse a module and collect its names, in one walk: all modules have a million nodes."""
        tree = ast.parse(text)
        source = cls(path, members={name for node in tree.body for name in stored(node)})
        waiting: list[tuple[ast.AST, tuple[Definition, ...]]] = [(tree, ())]
        while waiting:
            owner, around = waiting.pop()
            if isinstance(owner, Function | ast.ClassDef):
                around = (*around, Definition(owner))
                source.definitions.append(around[-1])
            source._note_identifiers(owner, around)
            for node in ast.iter_child_nodes(owner):
                match node:
                    case ast.expr_context():
                        pass
                    case ast.Constant(value=str(text)):
                        source.texts.add(text)
                    case ast.Constant():
                        pass
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        source.docstrings.append((owner, node.lineno, text))
                    case _:
                        waiting.append((node, around))
        source.docstrings.sort(key=lambda docstring: docstring[1])
        return source

    def _note_identifiers(self, node: ast.AST, around: Iterable[Definition]) -> None:
        """Note the identifiers of a node itself, for the module and for the definitions around it."""
        names: list[str] = []
        if isinstance(node, ast.Import | ast.ImportFrom):
            prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            self.imports |= {alias.asname or alias.name: f"{prefix}{alias.name}" for alias in node.names}
        elif isinstance(node, ast.alias):
            names = [*node.name.split("."), *filter(None, [node.asname])]
        elif name := getattr(node, NAME_FIELDS.get(type(node), ""), None):
            names = [name]
        self.identifiers.update(names)
        for definition in around:
            definition.identifiers.update(names)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                definition.stored_attributes.add(node.attr)


def stored(node: ast.AST) -> Iterator[str]:
    """The names that a statement gives to its module or class."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case _:
            for part in ast.walk(node):
                match part:
                    case ast.Name(id=name, ctx=ast.Store()):
                        yield name
                    case ast.alias(name=name, asname=asname):
                        yield asname or name


@cache
def sources() -> list[Source]:
    """All modules of the sources, read once."""
    every = []
    gc.disable()  # it would look through all nodes again and again: that is two thirds of the work
    try:
        for path in sorted(SOURCE.rglob("*.py")):
            source = Source.read(path, path.read_text(encoding="utf-8"))
            compiled = path.with_suffix(".pxd")
            if compiled.exists():
                source.identifiers |= {*WORD.findall(compiled.read_text(encoding="utf-8"))}
            every.append(source)
        gc.freeze()
    finally:
        gc.enable()
    return every


@cache
def known_modules() -> dict[str, list[Source]]:
    """The modules by each end of their names: `zaria.match.events`, `match.events`, `events`."""
    modules: dict[str, list[Source]] = {}
    for source in sources():
        parts = source.dotted.split(".")
        for start in range(len(parts)):
            modules.setdefault(".".join(parts[start:]), []).append(source)
    return modules


@cache
def class_members() -> dict[str, set[str]]:
    """The names of attributes and methods by the name of their class; classes of one name are one."""
    members: dict[str, set[str]] = {}
    for source in sources():
        for definition in source.definitions:
            if isinstance(definition.node, ast.ClassDef):
                names = members.setdefault(definition.node.name, set())
                names |= {name for part in definition.node.body for name in stored(part)}
                names |= definition.stored_attributes
    return members


@cache
def public_names() -> set[str]:
    """The names that modules and classes of the sources have, and the names of the modules."""
    names = {part for source in sources() for part in source.dotted.split(".")}
    for source in sources():
        names |= source.members
    for members in class_members().values():
        names |= members
    return names


@cache
def texts() -> set[str]:
    """The texts of one word in all modules."""
    return {text for source in sources() for text in source.texts}


@cache
def own_exceptions() -> dict[str, set[str]]:
    """The names of the exceptions of the sources, each with those of its bases."""
    bases = {
        definition.node.name: {ast.unparse(base).rpartition(".")[2] for base in definition.node.bases}
        for source in sources()
        for definition in source.definitions
        if isinstance(definition.node, ast.ClassDef)
        and any(_raisable(ast.unparse(base)) for base in definition.node.bases)
    }
    return {name: _all_bases(name, bases) for name in bases}


def _all_bases(name: str, bases: dict[str, set[str]]) -> set[str]:
    return {name, *(higher for base in bases.get(name, ()) for higher in _all_bases(base, bases))}


def _raisable(name: str) -> bool:
    last = name.rpartition(".")[2]
    return ERROR_NAME.search(last) is not None or _is_builtin_exception(last)


def _is_builtin_exception(name: str) -> bool:
    value = getattr(builtins, name, None)
    return isinstance(value, type) and issubclass(value, BaseException)


@cache
def is_importable(name: str, kind: type = object) -> bool:
    """Return whether a dotted name is one of a library, and a class of this kind."""
    root, *parts = name.split(".")
    try:
        value: object = importlib.import_module(root)
        for depth, part in enumerate(parts, 1):
            if not hasattr(value, part):
                importlib.import_module(".".join([root, *parts[:depth]]))
            value = getattr(value, part)
    except (ImportError, AttributeError):
        return False
    return kind is object or (isinstance(value, type) and issubclass(value, kind))


def is_exception(name: str, source: Source) -> bool:
    """Return whether the name is that of an exception: ours, Python's, or one of a library."""
    first, _, last = name.rpartition(".")
    if last in own_exceptions() or (not first and _is_builtin_exception(name)):
        return True
    if last == "DoesNotExist":
        return first in class_members()
    root = name.partition(".")[0]
    return is_importable(source.imports.get(root, root) + name.removeprefix(root), BaseException)


def resolves(name: str, source: Source) -> bool:
    """Return whether a dotted name leads to something: in the sources, in a library, or in the module."""
    first, _, last = name.rpartition(".")
    if name in known_modules() or name in _files():
        return True
    if any(last in module.members for module in known_modules().get(first, ())):
        return True
    owner = first.rpartition(".")[2]
    if last in class_members().get(owner, ()):
        return True
    # An attribute of a value that the module has a name for, as `position.turn`.
    if owner.islower() and owner in source.identifiers and last in source.identifiers | public_names():
        return True
    return is_exception(name, source) or is_importable(name)


@cache
def _files() -> set[str]:
    return {path.name for path in SOURCE.rglob("*")}


def quoted_names(source: Source) -> Iterator[tuple[ast.AST, int, str]]:
    """Each name in backticks in a docstring: the docstring's owner and line, and the name."""
    for owner, line, text in source.docstrings:
        for name in QUOTED.findall(text):
            if name not in ELSEWHERE:
                yield owner, line, name


def raised_by_docstring(node: Function) -> list[str]:
    """The errors that a function says it raises."""
    text = ast.get_docstring(node, clean=False) or ""
    return [name for part in RAISES.findall(text) for name in re.findall(r"`([\w.]+)`", part)]


def is_only_declared(node: Function) -> bool:
    """Return whether a function has no body: one of a protocol."""
    return all(isinstance(part, ast.Expr | ast.Pass) and not _calls(part) for part in node.body)


def _calls(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


@cache
def mentions() -> dict[str, set[str]]:
    """The identifiers below all functions, methods and classes of a name, in any module."""
    names_by_definition: dict[str, set[str]] = {}
    for source in sources():
        for definition in source.definitions:
            names_by_definition.setdefault(definition.node.name, set()).update(definition.identifiers)
    return names_by_definition


def reaches(start: Iterable[str], targets: set[str]) -> bool:
    """Return whether one of the targets is mentioned, directly or by what is mentioned."""
    fresh, seen = set(start), set(start)
    while fresh:
        if not targets.isdisjoint(fresh):
            return True
        fresh = set().union(*(mentions().get(name, ()) for name in fresh)) - seen
        seen |= fresh
    return False


def where(source: Source, line: int) -> str:
    """The place of a docstring, for a report."""
    return f"{source.path.relative_to(SOURCE)}:{line}"


def unknown_errors(source: Source) -> Iterator[str]:
    """Each error in the docstrings of a module that does not exist."""
    for _owner, line, text in source.docstrings:
        spoken = [name for part in RAISES.findall(text) for name in QUOTED.findall(part)]
        named = [name for name in QUOTED.findall(text) if ERROR_NAME.search(name)]
        for name in dict.fromkeys((*spoken, *named)):
            if not is_exception(name, source):
                yield f"{where(source, line)}: {name}"


def unknown_names(source: Source) -> Iterator[str]:
    """Each name in the docstrings of a module that leads nowhere."""
    for owner, line, name in quoted_names(source):
        if "." in name:
            is_known = resolves(name, source)
        elif isinstance(owner, ast.Module):
            continue  # of formats and other programs, too
        else:
            is_known = (
                name in source.identifiers
                or name in public_names()
                or name in texts()
                or hasattr(builtins, name)
                or keyword.iskeyword(name)
            )
        if not is_known and not is_exception(name, source):
            yield f"{where(source, line)}: {name}"


def impossible_errors(source: Source) -> Iterator[str]:
    """Each error of the project that a function says it raises but cannot reach."""
    errors = own_exceptions()
    for definition in source.definitions:
        node = definition.node
        if isinstance(node, Function) and not is_only_declared(node):
            for name in raised_by_docstring(node):
                last = name.rpartition(".")[2]
                below = {error for error, bases in errors.items() if last in bases}
                if last in errors and not reaches(definition.identifiers, below):
                    yield f"{where(source, node.lineno)}: {node.name} raises no {name}"


def test_errors_that_docstrings_name_exist() -> None:
    faults = [fault for source in sources() for fault in unknown_errors(source)]
    assert not faults, "\n".join(faults)


def test_names_in_docstrings_exist() -> None:
    faults = [fault for source in sources() for fault in unknown_names(source)]
    assert not faults, "\n".join(faults)


def test_functions_can_raise_what_they_say() -> None:
    faults = [fault for source in sources() for fault in impossible_errors(source)]
    assert not faults, "\n".join(faults)


def test_unknown_names_are_found() -> None:
    text = '''
from zaria.match.refusals import CommandRefusedError

def check(terms):
    """Raise `Refused` or `ValueError`; `Tables.here` and `no_such_name`, but `terms` and `match.turn`."""
    match = terms

def other():
    """Do nothing. Raises `CommandRefusedError`, `msgspec.DecodeError`."""
    return 1
'''
    source = Source.read(SOURCE / "match" / "invented.py", text)
    assert [*unknown_errors(source)] == ["match/invented.py:5: Refused"]
    assert [*unknown_names(source)] == [
        f"match/invented.py:5: {name}" for name in ("Tables.here", "no_such_name")
    ]
    assert [*impossible_errors(source)] == [
        "match/invented.py:8: other raises no CommandRefusedError",
    ]
