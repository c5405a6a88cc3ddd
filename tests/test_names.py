"""Names are of the field: nouns and verbs, no participles and no metaphors.

Public functions and classes are checked everywhere, names of values in the parts of `PLAIN_VALUES`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import zaria

SOURCE = Path(zaria.__file__).parent
ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "match", "tournaments", "records", "bots", "live", "club", "web", "cli")

REFUSED = (
    "told heard hear tell teller kept keeper whose reckon reckoned judge judged mind minds thinker thinkers "
    "came come gone went due awaited decided asked begun crew crowd deed deeds hall mine ours theirs "
    "shown said meant whoever"
)
"""Words that do not say what a function gives or a class is."""
DEFINITION = re.compile(r"\b(?:def|class) (\w+)")

PLAIN_VALUES = ("src/zaria", "tools")
"""Parts of the repository in which variables, parameters and attributes are checked, too."""
REFUSED_VALUES = {"told", "chosen", "asked", "judge"}
ANY_REFUSED_VALUE = re.compile("|".join(REFUSED_VALUES), re.IGNORECASE)
COLUMNS = {"src/zaria/club/matches/analysis": {"asked", "asked_by"}}
"""Columns of a database, whose names stay, by the folder that uses them."""

ALLOWED = {
    "club.ratings.models.Due": "a model: its name stands in content types and in the name of its table",
    "club.ratings.recompute.mark_due": "stores a row of `Due`",
    "games.tables.kernel.turn_ends.hits_are_judged": "a flag of the compiled kernel, cdef and pxd",
    "live.process.private_access.came_through_proxy": "a question, in full",
    "match.shared_events.game_decided": "the state after the event `GameEnded`",
    "tournaments.events.Begun": "an event: what has happened",
    "tournaments.events.MeetingDecided": "an event: what has happened",
}
"""Exceptions, each with its reason."""


def words(name: str) -> set[str]:
    """The words of the last part of a name, in small letters."""
    return set(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(".")[2]).lower().split("_"))


def public_names(path: Path) -> Iterator[str]:
    """The qualified names of the public functions, methods and classes of a module."""
    module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)

    def within(body: list[ast.stmt], prefix: str) -> Iterator[str]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                if not node.name.startswith("_"):
                    yield f"{prefix}.{node.name}"
                if isinstance(node, ast.ClassDef):
                    yield from within(node.body, f"{prefix}.{node.name}")

    yield from within(ast.parse(path.read_text(encoding="utf-8")).body, module)


def value_names(text: str) -> Iterator[tuple[int, str]]:
    """Each local variable, parameter, attribute and private function of a module, with its line."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name


def refused_public_names(path: Path) -> Iterator[str]:
    """The public names of a module that have a refused word."""
    refused = {*REFUSED.split()}
    defined = DEFINITION.findall(path.read_text(encoding="utf-8"))
    if any(words(name) & refused for name in defined):  # only such a module is parsed
        yield from (name for name in public_names(path) if words(name) & refused)


def refused_value_names(text: str) -> Iterator[tuple[int, str]]:
    """The names of values that have a refused word, each with its line."""
    if ANY_REFUSED_VALUE.search(text):  # only such a module is parsed
        yield from ((line, name) for line, name in value_names(text) if words(name) & REFUSED_VALUES)


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_say_what_things_are(package: str) -> None:
    paths = sorted((SOURCE / package).rglob("*.py"))
    assert paths
    names = [name for path in paths for name in refused_public_names(path)]
    assert [name for name in names if name not in ALLOWED] == []


@pytest.mark.parametrize("part", PLAIN_VALUES)
def test_values_have_names_that_say_what_they_are(part: str) -> None:
    paths = [file for path in ROOT.glob(part) for file in (path.rglob("*.py") if path.is_dir() else [path])]
    assert paths
    places = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted(paths)
        for line, name in refused_value_names(path.read_text(encoding="utf-8"))
        if name not in COLUMNS.get(str(path.parent.relative_to(ROOT)), ())
    ]
    assert not places, "\n".join(places)


def test_names_of_values_are_found() -> None:
    text = "def _told(asked: int) -> None:\n    chosen_move = asked\n    self.judge = chosen_move\n"
    names = [name for _, name in refused_value_names(text)]
    assert sorted(names) == ["_told", "asked", "asked", "chosen_move", "chosen_move", "judge"]


def test_every_exception_exists() -> None:
    every = {name for path in SOURCE.rglob("*.py") for name in refused_public_names(path)}
    assert every >= ALLOWED.keys()


def test_words_are_found_in_both_styles() -> None:
    assert words("live.lobby.PeopleAsked") == {"people", "asked"}
    assert words("live.deadlines.held_again") == {"held", "again"}
