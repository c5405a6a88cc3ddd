"""Variables name what they hold: few of them are pronouns, and none is a parameter of a public function."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.xdist_group("variable names")  # one worker reads the sources

ROOT = Path(__file__).parents[1]
PRONOUNS = (
    "found one two three four each other others here own known left kept made said asked given theirs mine "
    "rest got told heard what whose their his"
)
_PRONOUNS = frozenset(PRONOUNS.split())
CEILINGS = {"src/zaria": 1, "tests": 2, "tools": 0}
"""Places in 10,000 lines, by folder. They only fall."""
SENT_OR_STORED = {
    "src/zaria/club/api/matches.py": {"tables.what"},
    "src/zaria/club/api/schemas.py": {"Listed.what", "TournamentPage.what"},
    "src/zaria/club/matches/analysis/models.py": {"Analysis.asked"},
    "src/zaria/club/ratings/models.py": {
        "PairMatch.one", "PairMatch.two", "SharedBrowser.one", "SharedBrowser.two",
    },
    "src/zaria/club/relations/models.py": {"Relation.other"},
    "src/zaria/live/sockets/protocol/client.py": {"WatchLobby.what"},
    "src/zaria/live/sockets/protocol/conversation_lines.py": {"Line.own"},
    "src/zaria/live/sockets/protocol/server.py": {
        "AbsentSide.left", "State.kept", "Redirect.found", "Page.what", "Seeking.others",
        "LineAdded.own",
    },
    "src/zaria/tournaments/events.py": {"Replaced.other"},
}  # fmt: skip
"""Names that stay: columns, fields of stored events and of messages, parameters of addresses."""


class Place(NamedTuple):
    """A variable with the name of a pronoun."""

    path: str
    line: int
    function: str
    name: str
    is_parameter: bool


def pronouns(tree: ast.AST, path: str) -> Iterator[Place]:
    """The variables of a module that have the name of a pronoun, fields of classes among them."""
    nodes: list[tuple[ast.AST, tuple[str, ...]]] = [(tree, ())]
    while nodes:
        parent, qualified = nodes.pop()
        for node in ast.iter_child_nodes(parent):
            inner = qualified
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    inner = (*qualified, node.name)
                case (
                    ast.Name(id=name, ctx=ast.Store())
                    | ast.arg(arg=name)
                    | ast.MatchAs(name=str(name))
                    | ast.MatchStar(name=str(name))
                ) if name in _PRONOUNS:
                    place = Place(path, node.lineno, ".".join(qualified), name, isinstance(node, ast.arg))
                    if not is_operand(place):
                        yield place
            nodes.append((node, inner))


def is_operand(place: Place) -> bool:
    """Return whether a place is the parameter `other` of a method as `__eq__`."""
    method = place.function.rpartition(".")[2]
    is_dunder = method.startswith("__") and method != "__init__"
    return place.is_parameter and is_dunder and place.name == "other"


@cache
def places(folder: str) -> tuple[list[Place], int]:
    """All such variables of a folder besides those that stay, and its number of lines."""
    named, lines = [], 0
    for path in sorted((ROOT / folder).rglob("*.py")):
        if "migrations" in path.parts:
            continue
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        lines += text.count("\n")
        stay = SENT_OR_STORED.get(name, set())
        named += [
            place for place in pronouns(ast.parse(text), name) if f"{place.function}.{place.name}" not in stay
        ]
    return named, lines


def is_public(place: Place) -> bool:
    """True for a parameter of a function that other modules call."""
    parts = place.function.split(".")
    return place.is_parameter and not any(part.startswith("_") and part != "__init__" for part in parts)


@pytest.mark.parametrize("folder", CEILINGS)
def test_few_variables_are_pronouns(folder: str) -> None:
    named, lines = places(folder)
    rate = len(named) / lines * 10_000
    listing = "\n".join(f"{place.path}:{place.line}: {place.name} in {place.function}" for place in named)
    assert rate <= CEILINGS[folder], f"{rate:.1f} in 10,000 lines:\n{listing}"


def test_no_public_signature_has_a_pronoun() -> None:
    named, _ = places("src/zaria")
    assert [f"{place.path}:{place.line}: {place.name}" for place in named if is_public(place)] == []


def test_every_name_that_stays_is_still_there() -> None:
    for path, names in SENT_OR_STORED.items():
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert names == {f"{place.function}.{place.name}" for place in pronouns(tree, path)} & names
