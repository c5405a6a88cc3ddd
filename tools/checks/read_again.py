"""Lists what readers of each language have not read since its English changed.

Usage: python -m tools.checks.read_again [--list] [--strict] [CODE…]
       python -m tools.checks.read_again mark CODE (--all | PATH…)

Without arguments it prints the number of messages and pages for each language and succeeds. `--list` names
them, and `--strict`, for a release, fails when there are any. `mark` notes that a person has read the
translations: all, or the messages and pages of these files and folders of src/zaria. The notes are one short
hash of the English for each message and page, in docs/words/read/CODE.txt.
"""

import argparse
import hashlib
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message
from tools.checks import translations
from tools.generate import messages

NOTES = translations.WORDS / "read"
DIGITS = 8
"""Characters of a hash: among a few thousand texts two seldom have the same."""


class Reading(NamedTuple):
    """Something to read: a message, or a page of rules or texts."""

    hash: str
    title: str
    """The beginning of a message, or the path of a page."""
    files: tuple[str, ...]
    """The files of the sources in which the English stands."""


def hash_of(*parts: str) -> str:
    """The short hash of an English text, its plural and its context, or of a page and its path."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:DIGITS]


def readings_of(catalogue: Iterable[Message]) -> Iterator[Reading]:
    """The messages of a catalogue."""
    for message in catalogue:
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else [*message.id]
            title = forms[0] if message.context is None else f"{forms[0]} ({message.context})"
            files = tuple(sorted({name for name, _line in message.locations}))
            yield Reading(hash_of(message.context or "", *forms), title, files)


def readings_of_pages(pages: Path = translations.PAGES) -> Iterator[Reading]:
    """The rules pages and the texts of the club."""
    for kind in (translations.RULES, translations.TEXTS):
        folder = pages / kind / messages.ENGLISH
        for path in sorted(folder.rglob("*.md")):
            name = path.relative_to(folder).as_posix()
            file = f"src/zaria/web/{path.relative_to(pages).as_posix()}"
            yield Reading(hash_of(kind, name, path.read_text(encoding="utf-8")), file, (file,))


def readings() -> Iterator[Reading]:
    """All that has a translation in each language."""
    yield from readings_of(messages.messages())
    yield from readings_of_pages()


def notes(code: str, folder: Path = NOTES) -> set[str]:
    """The hashes that have been read in a language."""
    path = folder / f"{code}.txt"
    return {*path.read_text(encoding="ascii").split()} if path.exists() else set()


def unread(code: str, every: Iterable[Reading], folder: Path = NOTES) -> list[Reading]:
    """All that is new in English, or has changed, since the language was read."""
    read = notes(code, folder)
    return [reading for reading in every if reading.hash not in read]


def mark(code: str, paths: Collection[str] | None, every: Iterable[Reading], folder: Path = NOTES) -> int:
    """Note that all is read (`paths` is None), or the texts of these files and folders; return how many.

    Notes of English that no longer exists go.
    """
    every = list(every)
    read = notes(code, folder) & {reading.hash for reading in every}
    fresh = {
        reading.hash
        for reading in every
        if paths is None or any(_is_in(file, path) for file in reading.files for path in paths)
    }
    folder.mkdir(parents=True, exist_ok=True)
    lines = sorted(read | fresh)
    (folder / f"{code}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    return len(fresh - read)


def _is_in(file: str, path: str) -> bool:
    path = path.rstrip("/")
    return file == path or file.startswith(f"{path}/")


def report(waiting: Mapping[str, Sequence[Reading]], is_listed: bool) -> Iterator[str]:
    """The number of unread texts of each language that has any, and the texts if `is_listed`."""
    for code, unread_texts in waiting.items():
        if unread_texts:
            yield f"{code}: {len(unread_texts)} to read again"
        for reading in unread_texts if is_listed else ():
            yield f"  {reading.files[0]}: {reading.title!r}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="read_again", description="Lists what to read again.")
    parser.add_argument("codes", nargs="*", metavar="CODE", help="a language; all if none is given")
    parser.add_argument("--list", action="store_true", help="name the messages and pages")
    parser.add_argument("--strict", action="store_true", help="fail if there are any")
    return parser


def _mark_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="read_again mark", description="Notes what was read.")
    parser.add_argument("code", choices=messages.LANGUAGES)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="a file or folder, as the catalogues name it"
    )
    parser.add_argument("--all", action="store_true", help="all messages and pages")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Report or mark; 1 if something is unread and must not be."""
    if arguments[:1] == ["mark"]:
        parser = _mark_parser()
        options = parser.parse_args(arguments[1:])
        if options.all == bool(options.paths):
            parser.error("give --all, or the paths that were read")
        count = mark(options.code, None if options.all else options.paths, readings())
        print(f"{options.code}: {count} marked as read")
        return 0
    parser = _parser()
    options = parser.parse_args(arguments)
    if unknown := sorted({*options.codes} - {*messages.LANGUAGES}):
        parser.error(f"no language with a catalogue: {', '.join(unknown)}")
    every = list(readings())
    waiting = {code: unread(code, every) for code in options.codes or messages.LANGUAGES}
    for line in report(waiting, options.list):
        print(line)
    return int(options.strict and any(waiting.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
