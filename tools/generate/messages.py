"""Keeps the translations whole. Usage: python -m tools.generate.messages update | compile | check

update   read all messages from the sources and bring the .po files up to date
compile  make the .mo files that Django reads, where they are out of date
check    fail, with a line for each, when a message is missing, untranslated or fuzzy in some language, when a
         .po file is out of date, or when a translation has other placeholders than its message

Messages come from calls of gettext and its kin (`_` too) in Python, and from Django's templates. No gettext
programs are needed.
"""

import argparse
import io
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from zaria.club.server.catalogues import compile_stale
from zaria.club.site import settings

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "zaria"
LOCALE = SOURCE / "web" / "locale"
TEMPLATES = SOURCE / "web" / "templates"
ENGLISH = "en"
"""The language of the messages. Its catalogue has only those of allauth and Django, in our words."""
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != ENGLISH)

KEYWORDS = DEFAULT_KEYWORDS | {
    "_in": ((1, "c"), 2),
    "_n": (1, 2),
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "npgettext": ((1, "c"), 2, 3),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
COMMENT_TAGS = ("Translators:",)
"""Comments before a message that translators shall read: what it means, how long it may be."""
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")
HEADER = "# Translations of Zaria, under the licence of the project (AGPL-3.0-or-later)."
NOISE = tuple(
    f'"{name}'.encode()
    for name in ("Generated-By", "Language-Team", "Last-Translator", "POT-", "PO-Revision", "Report-Msgid")
)
"""Header lines that say nothing here, and would differ from one day or version to the next."""


def messages() -> Catalog:
    """All messages in the sources, with the files where they stand."""
    catalogue = Catalog(project="Zaria", charset="utf-8")
    for name, line, message, comments, context in _extracted():
        catalogue.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    return catalogue


@cache
def _extracted() -> list[tuple[str, int, Any, list[str], str | None]]:
    """File, line, message, comments and context of each call that asks for a translation: read once."""
    every = []
    for path, source in _sources():
        name, options = path.relative_to(ROOT).as_posix(), {"encoding": "utf-8"}
        stream = io.BytesIO(source.encode())
        calls = extract("python", stream, KEYWORDS, comment_tags=COMMENT_TAGS, options=options)
        every += [(name, line, message, comments, context) for line, message, comments, context in calls]
    return every


def update() -> None:
    """Bring every .po file up to date; what is no longer used goes."""
    for language in (ENGLISH, *LANGUAGES):
        catalogue = _updated(language)
        catalogue_path(language).parent.mkdir(parents=True, exist_ok=True)
        catalogue_path(language).write_bytes(_written(catalogue))


def problems() -> Iterator[str]:
    """One line for each thing that is wrong with the translations."""
    for language in (ENGLISH, *LANGUAGES):
        if not catalogue_path(language).exists():
            yield f"{language}: missing"
            continue
        updated = _updated(language)
        if catalogue_path(language).read_bytes() != _written(updated):
            yield f"{language}: out of date: python -m tools.generate.messages update"
        for message in updated:
            if message.id and (wrong := _wrong(message)):
                yield f"{language}: {wrong}: {_singular(message)!r}"


def has_text(message: Message) -> bool:
    """True if the message has a translation."""
    return any(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def _wrong(message: Message) -> str:
    """Return what is wrong with a translation; "" when it is good."""
    string = message.string
    translations = [string] if isinstance(string, str) else list(string or [""])
    if not all(translations):
        return "untranslated"
    if message.fuzzy:
        return "fuzzy"
    wanted = set(PLACEHOLDER.findall(_singular(message)))
    if any(set(PLACEHOLDER.findall(text)) != wanted for text in translations):
        return "other placeholders"
    return ""


def _singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[-1]


def _sources() -> Iterator[tuple[Path, str]]:
    """Python sources, and templates in the shape of Python calls."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")
    for path in sorted(chain(TEMPLATES.rglob("*.html"), TEMPLATES.rglob("*.txt"))):
        yield path, calls(path.read_text(encoding="utf-8"))


def calls(template: str) -> str:
    """A template in the shape of Python calls; without its indentation, which Python would read as blocks."""
    return re.sub(r"^[ \t]+", "", templatize(template), flags=re.MULTILINE)


def catalogue_path(language: str) -> Path:
    """The .po file of a language."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def _updated(language: str) -> Catalog:
    """The catalogue of a language with today's messages."""
    path = catalogue_path(language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        catalogue = Catalog(locale=language, project="Zaria", charset="utf-8")
    catalogue.update(messages(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    if language == ENGLISH:
        for same in [message for message in catalogue if message.id and not has_text(message)]:
            catalogue.delete(same.id, same.context)
    catalogue.header_comment, catalogue.fuzzy = HEADER, False
    catalogue.project, catalogue.version = "Zaria", ""
    return catalogue


def _written(catalogue: Catalog) -> bytes:
    """The .po file; lines are not numbered, so that moving code changes nothing."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, include_lineno=False, sort_by_file=True)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(NOISE))


def main() -> int:
    """Run one of the three."""
    parser = argparse.ArgumentParser(description="Keeps the translations whole.")
    parser.add_argument("command", choices=("update", "compile", "check"))
    command = parser.parse_args().command
    if command == "update":
        update()
    elif command == "compile":
        compile_stale(LOCALE)
    faults = list(problems()) if command == "check" else []
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
