"""Docstrings, comments, pages and news keep to docs/style.md: plain words, and "they" for a person."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import zaria

SOURCE = Path(zaria.__file__).parent
REFUSED = re.compile(
    r"\b(told|reckon\w*|heed\w*|mend(?:s|ed|ing)?|whom?ever|(?:is|was) had|of ours|sees? to it|he|him|his)\b",
    re.IGNORECASE,
)
PRONOUNS = {"he", "him", "his", "himself", "she", "her", "hers", "herself"}
"""A person is "they": no name, docstring or comment says otherwise."""
ANY_PRONOUN = re.compile(rf"(?i)(?<![a-z])({'|'.join(PRONOUNS)})(?![a-z])")
WHOSE = {"mine", "theirs", "ours"}
"""Names that say whose a thing is, and not what it is. The tests have none of them."""
ANY_WHOSE = re.compile(rf"(?i)(?<![a-z])({'|'.join(WHOSE)})(?![a-z])")
QUESTION = re.compile(
    r"(what|whether|how|who|whom|whose|which|where|when|why|whatever|whoever|wherever)\b", re.IGNORECASE
)
QUOTED_QUESTION = re.compile(rf'"""\s*{QUESTION.pattern}', re.IGNORECASE)
"""A string that begins like a refused docstring: a module without one need not be parsed."""
ASK_NOTHING = ("src/zaria", "tests", "tools")
"""Parts of the repository whose docstrings begin with an imperative or a noun phrase."""
QUOTED = re.compile(r"`[^`]*`")
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
ROOT = Path(__file__).parents[1]
LISTS = {ROOT / "docs" / "style.md", *(ROOT / "docs" / "words").glob("*.md")}
"""Pages that list refused words."""
PAGES = sorted({*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"} - LISTS)
NEWS = sorted((ROOT / "news").glob("*.md"))


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Each line of each docstring and comment, with its number."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        starts_statement = before in (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
        if token.type == tokenize.COMMENT or (
            token.type == tokenize.STRING and starts_statement and token.string.lstrip("rRfF")[:3] == '"""'
        ):
            for number, line in enumerate(token.string.splitlines(), token.start[0]):
                yield number, QUOTED.sub("", line)
        if token.type != tokenize.COMMENT:
            before = token.type


def refused_words(text: str) -> Iterator[tuple[int, str]]:
    """The line and the text of each refused word in docstrings and comments."""
    if not REFUSED.search(text):
        return  # most modules: they need not be split into tokens
    for number, line in prose(text):
        yield from ((number, word[0]) for word in REFUSED.finditer(line))


def pronouns(text: str) -> Iterator[tuple[int, str]]:
    """The line and the text of each pronoun for one person in docstrings and comments."""
    if ANY_PRONOUN.search(text):
        for number, line in prose(text):
            yield from ((number, word[0]) for word in ANY_PRONOUN.finditer(line))


def defined_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each name that a module defines or imports: of classes, functions, parameters and variables."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.alias(asname=str() as name):
                yield node.lineno, name


def names_with(text: str, refused: set[str], hint: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """The line and the text of each defined name with a refused word; `hint` finds the modules to parse."""
    if hint.search(text):
        for line, name in defined_names(ast.parse(text)):
            if {*re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_")} & refused:
                yield line, name


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Each docstring of a module: of itself, its classes, functions, constants and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text


def questions(text: str) -> Iterator[tuple[int, str]]:
    """The line and the first word of each docstring that begins with a question word."""
    if not QUOTED_QUESTION.search(text):
        return
    for docstring in docstrings(ast.parse(text)):
        if word := QUESTION.match(str(docstring.value).strip()):
            yield docstring.lineno, word[0]


@pytest.mark.parametrize("suffix", [".py", ".pxd"])
def test_prose_uses_none_of_the_refused_words(suffix: str) -> None:
    places = [
        f"{path.relative_to(SOURCE)}:{number}: {word}"
        for path in sorted(SOURCE.rglob(f"*{suffix}"))
        for number, word in refused_words(path.read_text(encoding="utf-8"))
    ]
    assert not places, "\n".join(places)


def test_refused_words_are_found_in_prose_alone() -> None:
    assert [*refused_words('"""He waits.\n\nFor him."""\n# `his`\nprint("told")  # mends\n')] == [
        (1, "He"),
        (3, "him"),
        (5, "mends"),
    ]


@pytest.mark.parametrize("part", ASK_NOTHING)
def test_a_person_is_they(part: str) -> None:
    faults = []
    for path in sorted((ROOT / part).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        refused = (*pronouns(text), *names_with(text, PRONOUNS, ANY_PRONOUN))
        faults += [f"{path.relative_to(ROOT)}:{line}: {word}" for line, word in refused]
    assert not faults, "\n".join(faults)


def test_names_in_the_tests_say_more_than_whose_a_thing_is() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line, name in names_with(path.read_text(encoding="utf-8"), WHOSE, ANY_WHOSE)
    ]
    assert not faults, "\n".join(faults)


def test_pronouns_are_found_in_names_and_prose() -> None:
    text = 'def test_he_waits(hers: int) -> None:\n    """For him."""\n    theirs = "his"  # shell, other\n'
    assert [*pronouns(text)] == [(2, "him")]
    assert [*names_with(text, PRONOUNS, ANY_PRONOUN)] == [(1, "test_he_waits"), (1, "hers")]
    assert [*names_with(text, WHOSE, ANY_WHOSE)] == [(3, "theirs")]


@pytest.mark.parametrize("part", ASK_NOTHING)
def test_docstrings_begin_with_no_question_word(part: str) -> None:
    paths = [file for path in ROOT.glob(part) for file in (path.rglob("*.py") if path.is_dir() else [path])]
    assert paths
    places = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in sorted(paths)
        for line, word in questions(path.read_text(encoding="utf-8"))
    ]
    assert not places, "\n".join(places)


def test_question_words_are_found() -> None:
    assert [*questions('"""What is here."""\nlimit = 1\n"""`how` many."""\n')] == [(1, "What")]
    assert [*questions('def f(x):\n    """Whether x holds."""\n')] == [(2, "Whether")]


def test_pages_and_news_use_none_of_the_refused_words() -> None:
    places = [
        f"{page.relative_to(ROOT)}: {word[0]}"
        for page in (*PAGES, *NEWS)
        for word in REFUSED.finditer(QUOTED.sub("", FENCED.sub("", page.read_text(encoding="utf-8"))))
    ]
    assert PAGES
    assert not places, "\n".join(places)


def test_every_fragment_of_news_names_a_subject_and_a_category() -> None:
    style = (ROOT / "docs" / "style.md").read_text(encoding="utf-8")
    subjects = re.search(r"subjects are (.+?)\.", style)
    assert subjects
    subject_pattern = "|".join(re.findall(r"`(\w+)`", subjects[1]))
    valid = re.compile(rf"({subject_pattern})-[\w-]+\.(feature|change|fix)\.md")
    assert [path.name for path in NEWS if not valid.fullmatch(path.name)] == []
    assert [path.name for path in NEWS if "\n\n" in path.read_text(encoding="utf-8")] == []
