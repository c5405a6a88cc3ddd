"""Variables of templates say what they hold; ESLint asks the same of the scripts (`zaria/pronouns`)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "src/zaria/web/templates").rglob("*.html"))
LIST = re.search(r"PRONOUNS =((?:\s*'[^']*'\s*\+?)+);", (ROOT / "eslint.config.mjs").read_text())
PRONOUNS = frozenset("".join(re.findall(r"'([^']*)'", LIST[1] if LIST else "")).split())
"""Names that do not say what a variable holds."""
FOR = re.compile(r"{%\s*for\s+(.+?)\s+in\s")
WITH = re.compile(r"{%\s*with\s+(.*?)%}", re.DOTALL)
ASSIGNED = re.compile(r"(?<![\w.])(\w+)=")
AS = re.compile(r"{%[^%]*?\sas\s+(\w+)\s*%}")


def assigned_names(template: str) -> Iterator[tuple[int, str]]:
    """Each variable that a template gives a value to, with its line."""
    for tag in FOR.finditer(template):
        yield from ((line_of(template, tag), name.strip()) for name in tag[1].split(","))
    for tag in WITH.finditer(template):
        yield from ((line_of(template, tag), name) for name in ASSIGNED.findall(tag[1]))
    for tag in AS.finditer(template):
        yield line_of(template, tag), tag[1]


def line_of(text: str, tag: re.Match[str]) -> int:
    """Return the line on which a tag begins."""
    return text.count("\n", 0, tag.start()) + 1


def test_the_list_of_the_scripts_is_read() -> None:
    assert {"found", "one", "each", "what"} <= PRONOUNS
    assert len(PRONOUNS) >= 23


def test_variables_of_templates_say_what_they_hold() -> None:
    refused = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in TEMPLATES
        for line, name in assigned_names(path.read_text(encoding="utf-8"))
        if name in PRONOUNS
    ]
    assert not refused, "\n".join(refused)


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("{% for one in rows %}{{ one }}{% endfor %}", ["one"]),
        ("{% for key, found in rows.items %}", ["key", "found"]),
        ("{% with kept=row.kept|add:1 own=x %}", ["kept", "own"]),
        ('{% url "table" id as what %}', ["what"]),
        ("{% if one %}{{ what }}{% endif %}", []),
    ],
)
def test_names_of_templates_are_found(template: str, names: list[str]) -> None:
    assert [name for _, name in assigned_names(template)] == names
