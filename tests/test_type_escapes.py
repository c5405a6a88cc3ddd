"""The type checker is silenced in few places, and each place says why."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "zaria"
IGNORE, CAST = "# type: ignore", "cast"
MOST = {IGNORE: 11, CAST: 4}
"""Places in all of `src`. They only fall."""


class Escape(NamedTuple):
    """A place where a line silences the type checker."""

    kind: str
    line: int
    has_reason: bool


def escapes(source: str) -> Iterator[Escape]:
    """The ignored lines and the casts of a module; a conversion by `cython.cast` is none."""
    lines = ["", *source.splitlines()]
    for number, line in enumerate(lines):
        _, ignore, reason = line.partition(IGNORE)
        if ignore:
            yield Escape(IGNORE, number, "#" in reason or _is_comment(lines[number - 1]))
    if "cast(" not in source:
        return  # most modules: they need not be parsed
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("cast", "typing.cast"):
            is_explained = "  # " in lines[node.lineno] or _is_comment(lines[node.lineno - 1])
            yield Escape(CAST, node.lineno, is_explained)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("# ")


@pytest.fixture(scope="module")
def places() -> dict[str, Escape]:
    """All escapes by place."""
    return {
        f"{path.relative_to(ROOT)}:{escape.line} {escape.kind}": escape
        for path in sorted(SOURCES.rglob("*.py"))
        for escape in escapes(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("kind", MOST)
def test_no_more_lines_than_today_silence_the_type_checker(places: dict[str, Escape], kind: str) -> None:
    of_kind = [place for place, escape in places.items() if escape.kind == kind]
    assert len(of_kind) <= MOST[kind], of_kind


def test_each_line_that_silences_the_type_checker_says_why(places: dict[str, Escape]) -> None:
    assert not [place for place, escape in places.items() if not escape.has_reason]


def test_ignores_and_casts_are_found_with_their_reasons() -> None:
    source = "\n".join([
        f"a = b  {IGNORE}[misc]",
        f"c = d  {IGNORE}[misc]  # its stubs leave it out",
        "# rows have no others",
        "e = cast(int, f)",
        "g = typing.cast(int, h)",
        "i = cython.cast(int, j)",
    ])  # fmt: skip
    assert sorted(escapes(source)) == [
        (IGNORE, 1, False),
        (IGNORE, 2, True),
        (CAST, 4, True),
        (CAST, 5, False),
    ]
