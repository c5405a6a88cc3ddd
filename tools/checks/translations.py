"""Checks the style of what players read in each language. Usage: python -m tools.checks.translations

Prints a line for each fault, and fails if there is one. The style of a language stands in its page in
docs/words, in a TOML block under "Checked" (docs/words/README.md explains the keys). Read are the
translations, the English messages, the rules pages, the texts of the club and the glossary; these pages must
also have the headings, examples, lists and links of the English ones, and the glossaries the same words.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from tools.generate import messages

WORDS = messages.ROOT / "docs" / "words"
PAGES = messages.SOURCE / "web"
RULES, TEXTS = "rules", "texts"
"""Folders of pages in Markdown."""
GLOSSARY = "glossary"
"""The folder of the words of the games, a TOML file for each language."""
ALSO = ".also"
"""The end of the name of what players say beside a word, which a language may lack."""

BLOCK = re.compile(r"^## Checked$.*?^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LIMIT = re.compile(r"at most (\d+) characters")
RULES_VALUE = re.compile(r"\{\{ value \w+ \}\}")
"""A number that the club puts into a rules page."""
TAG = re.compile(r"<[^>]*>")
NAME = r"(?:%\((?:name|login|username|other)\)s|\{(?:name|other)\})"
"""A placeholder that holds the name of a player."""
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")
DIGIT = r"[\d\}s]"
"""The last character of a number or of a placeholder that may hold one."""
DASHES = "-–—"
QUOTES = '"“”„«»‘'
"""Marks that quote; ’ is also the apostrophe."""
DECIMAL = re.compile(r"(?<![\d.,:–-])\d{1,3}([.,])\d{1,2}(?![\d.,:]\d|\d|[.,]\d| ?(?:MB|МБ))")
SHAPES = re.compile(
    r"^#+ .*(\{#[\w-]+\})$|^(```\w+.*)$|^(- |\||## |\d\. )|(\]\(\S+?\))|(\*\*)|^(\{\{ (?:if \w+|end) \}\})$",
    re.MULTILINE,
)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\(\S+?\)|\{#[\w-]+\}|\{\{.*?\}\}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Style:
    """The rules of a language that a program can check."""

    code: str
    dash: str
    """The dash between clauses, with its blanks."""
    quotes: str
    """All marks that may quote."""
    percent: str
    """The sign with its place: `5%`, `5 %` (a no-break space) or `%5`."""
    decimal: str
    refused: dict[str, str] = field(default_factory=dict)
    """Regular expressions, each with what to write instead."""
    units: tuple[str, ...] = ()
    """Units of time that stay on the line of their number: a no-break space stands between them."""
    before_names: tuple[str, ...] = ()
    """Words that would govern a name (prepositions, articles): a name keeps its form."""
    exceptions: tuple[str, ...] = ()
    """Texts (or parts) in which nothing is refused."""
    refused_in_messages: dict[str, str] = field(default_factory=dict)
    """As `refused`, for messages that do not all stand in formal places."""
    formal: tuple[str, ...] = ()
    """Parts of paths: mails, pages of the staff, the library's sentences."""


def styles(words: Path) -> dict[str, Style]:
    """The style of each language that has a page in the folder, by its code."""
    by_language = {}
    for page in sorted(words.glob("*.md")):
        if block := BLOCK.search(page.read_text(encoding="utf-8")):
            table = tomllib.loads(block[1])
            for key in ("before_names", "exceptions", "formal", "units"):
                table[key] = tuple(table.get(key, ()))
            by_language[table["code"]] = Style(**table)
    return by_language


def faults(text: str, style: Style) -> Iterator[str]:
    """Each fault of a text, in words."""
    for exception in style.exceptions:
        text = text.replace(exception, "")
    plain = TAG.sub("", text).replace("%%", "%")
    for mark in sorted({*plain} & {*QUOTES} - {*style.quotes}):
        yield f"quotation mark {mark}"
    for dash in DASHES:
        for match in re.finditer(rf"\s{dash}\s", plain):
            if match[0] != style.dash:
                yield f"dash {match[0]!r} is not {style.dash!r}"
    yield from _percents(plain, style)
    for number in DECIMAL.finditer(plain):
        if number[1] != style.decimal:
            yield f"decimal sign in {number[0]}"
    yield from _refused(plain, style.refused)
    if style.units:
        for number in re.finditer(rf"{DIGIT} (?:{'|'.join(style.units)})(?!\w)", plain):
            yield f"a no-break space in {number[0]!r}"
    governed = "|".join(map(re.escape, style.before_names))
    if governed and (name := re.search(rf"(?<!\w)(?:{governed})\s+{NAME}", plain, re.IGNORECASE)):
        yield f"{name[0]}: a name keeps its form"


def _refused(text: str, refused: dict[str, str]) -> Iterator[str]:
    """Each refused word of a text, with the better one."""
    for pattern, better in refused.items():
        for word in re.finditer(pattern, text, re.IGNORECASE):
            yield f"“{word[0]}”: {better}"


def _percents(text: str, style: Style) -> Iterator[str]:
    """Each per cent sign that stands otherwise than the style says."""
    text = re.sub(r"%\(\w+\)s", "0", text)
    for sign in re.finditer("%", text):
        before, after = text[: sign.start()], text[sign.end() :]
        if style.percent == "%5":
            good = re.match(r"[\d{]", after) is not None
        else:
            blank = style.percent[1:-1]
            good = re.search(rf"[\d}}]{blank}$", before) is not None
        if (not good and re.search(r"[\d}]\s?$", before)) or (not good and style.percent == "%5"):
            yield f"per cent sign in {before[-4:]}%{after[:4]}"


def of_message(message: Message, style: Style) -> Iterator[str]:
    """Each fault of a message; one without a translation is its own."""
    texts = message.string if messages.has_text(message) else message.id
    limits = [int(limit[1]) for comment in message.auto_comments for limit in LIMIT.finditer(comment)]
    is_formal = all(any(part in path for part in style.formal) for path, _line in message.locations)
    for text in [texts] if isinstance(texts, str) else texts or ():
        yield from faults(text.rpartition("\x04")[2], style)
        if not is_formal:
            yield from _refused(text, style.refused_in_messages)
        shown = PLACEHOLDER.sub("", text).strip()
        if limits and len(shown) > limits[0]:
            yield f"{len(shown)} characters, at most {limits[0]}"


def shape(text: str) -> list[str]:
    """The structure of an article, without its words: headings, pictures, items, rows, links, moves."""
    return list(filter(None, chain.from_iterable(SHAPES.findall(text))))


def of_pages(code: str, kind: str, pages: Path = PAGES) -> Iterator[str]:
    """Each place where the pages of a language are built otherwise than the English ones."""
    rules = pages / kind
    english = {path.relative_to(rules / "en") for path in (rules / "en").rglob("*.md")}
    translated = {path.relative_to(rules / code) for path in (rules / code).rglob("*.md")}
    for path in sorted(english ^ translated):
        yield f"{kind}/{code}/{path}: in one of two languages only"
    for path in sorted(english & translated):
        english_shape = shape((rules / "en" / path).read_text(encoding="utf-8"))
        for wanted, actual in zip_longest(
            english_shape, shape((rules / code / path).read_text(encoding="utf-8"))
        ):
            if wanted != actual:
                yield f"{kind}/{code}/{path}: {actual or 'the end'} where English has {wanted or 'the end'}"
                break


def problems(words: Path = WORDS) -> Iterator[str]:
    """One line for each fault."""
    by_language = styles(words)
    for code in (messages.ENGLISH, *messages.LANGUAGES):
        if code not in by_language:
            yield f"{code}: no page in docs/words holds its style"
            continue
        for message in _messages(code):
            if message.id:
                yield from (
                    f"{code}: {fault}: {_shown(message)}" for fault in of_message(message, by_language[code])
                )
        for kind in (RULES, TEXTS):
            yield from _of_prose(code, kind, by_language[code])
            if code != messages.ENGLISH:
                yield from of_pages(code, kind)
        yield from of_glossary(by_language[code])


def _of_prose(code: str, kind: str, style: Style) -> Iterator[str]:
    """Each fault of style of the pages of a language."""
    for path in sorted((PAGES / kind / code).rglob("*.md")):
        name = path.relative_to(PAGES)
        for number, line in enumerate(_prose(path.read_text(encoding="utf-8")).splitlines(), 1):
            yield from (f"{name}:{number}: {fault}" for fault in faults(line, style))


def of_glossary(style: Style, pages: Path = PAGES) -> Iterator[str]:
    """Each fault of style in the words of the games, and each key that one of two languages lacks."""
    file = f"{GLOSSARY}/{style.code}.toml"
    english, translated = (_glossary_texts(pages, code) for code in (messages.ENGLISH, style.code))
    for key in sorted(key for key in english.keys() ^ translated.keys() if not key.endswith(ALSO)):
        yield f"{file}: {key} is in one of two languages only"
    for key, text in translated.items():
        yield from (f"{file}: {key}: {fault}" for fault in faults(text, style))


def _glossary_texts(pages: Path, code: str) -> dict[str, str]:
    """The texts of a glossary, by the names of their tables and keys."""
    tables = tomllib.loads((pages / GLOSSARY / f"{code}.toml").read_text(encoding="utf-8"))
    return dict(_texts_of("", tables))


def _texts_of(name: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        path = f"{name}.{key}".removeprefix(".")
        if isinstance(value, str):
            yield path, value
        else:
            yield from _texts_of(path, value)


def _messages(code: str) -> Iterator[Message]:
    """The messages of a language; in English those without another text stand for themselves."""
    with messages.catalogue_path(code).open("rb") as file:
        catalogue = read_po(file, locale=code)
    yield from catalogue
    if code == messages.ENGLISH:
        yield from (
            message for message in messages.messages() if catalogue.get(message.id, message.context) is None
        )


def _shown(message: Message) -> str:
    texts = message.string if messages.has_text(message) else message.id
    return repr(texts[0] if isinstance(texts, list | tuple) else texts)


def _prose(text: str) -> str:
    """A page without code, addresses and names of chapters; its lines keep their numbers."""
    text = RULES_VALUE.sub("0", text)
    return CODE.sub(lambda match: "\n" * match[0].count("\n"), text)


def main() -> int:
    """Print the faults; 1 if there are any."""
    lines = list(problems())
    print("\n".join(lines), end="\n" if lines else "", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
