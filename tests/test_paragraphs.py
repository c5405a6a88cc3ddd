"""Paragraphs of the documentation have at most five sentences."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_SENTENCES = 5
CEILINGS = {"docs/explanation/club.md": 5}
"""Long paragraphs of each page that still has some: these numbers only fall."""
PAGES = sorted(
    page
    for page in (*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"))
    if page.parent.name != "words" and page.name != "CHANGELOG.md"
)

_END = re.compile(r"[.!?…][\"”)*\]]*y*(?=\s+[\"“(*`\[]*[A-Zx0-9]|\s*$)")
_CODE = re.compile(r"`[^`]*`")
_TARGET = re.compile(r"\]\([^)]*\)")
_FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def count_sentences(paragraph: str) -> int:
    """Return the number of sentences; dots in code and addresses end none."""
    plain = _CODE.sub(lambda code: "x" * len(code[0]), paragraph)
    return len(_END.findall(_TARGET.sub(lambda target: "]" + "y" * (len(target[0]) - 1), plain)))


def long_paragraphs(text: str) -> list[str]:
    """Return the paragraphs and items of lists that have too many sentences."""
    lines = _FENCED.sub("", text).split("\n")
    return [
        line
        for line in lines
        if not line.startswith(("|", "#", "    ")) and count_sentences(line) > MOST_SENTENCES
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paragraphs_are_short(page: Path) -> None:
    ceiling = CEILINGS.get(page.relative_to(ROOT).as_posix(), 0)
    paragraphs = long_paragraphs(page.read_text(encoding="utf-8"))
    assert len(paragraphs) <= ceiling, "\n\n".join(paragraph[:200] for paragraph in paragraphs)


def test_sentences_are_counted() -> None:
    assert count_sentences("One. `a.b` is two. See [the page](a.md). **Four.** Five? Six (7.5 of 9).") == 6
    assert count_sentences("It is 0.5 s, e.g. in `x.py`.") == 1
