"""Static files for browsers: Zaria's scripts and style sheets without comments and indentation."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

DOC = re.compile(r"[ \t]*/\*\*(?:(?!\*/).)*\*/", re.DOTALL)
REMARK = re.compile(r"(?:^[ \t]*|(?<=[;,{}()])[ \t]+)//[ ][^\n]*", re.MULTILINE)
"""A comment to the end of its line, in a place that cannot be inside a string."""
INDENTATION = re.compile(r"^\s+", re.MULTILINE)
"""The indentation of a line, with empty lines before it."""
STYLE_COMMENT = re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL)
STYLE_BREAK = re.compile(r"(?<=[{};,])\n+")
STYLE_SPACE = re.compile(r" (?=\{)|(?<=[\w)-]:) |;(?=\})")
"""Spaces before braces and after colons, and semicolons before braces: a style sheet needs none."""
PART = re.compile(r"^@import '(?:\./)?((?:\.\./)?[\w/]+\.css)';\n", re.MULTILINE)
_UP = re.compile(r"""(url\(["']?)\.\./""")
"""The beginning of an address in a part, whose folder is beside its style sheet."""
HASHED = re.compile(r"\.[0-9a-f]{6,12}\.")
"""The part of a name that changes with the content; older names are longer."""
HASH_LENGTH = 6
"""Characters of a hash: pages name all modules that they may load, so a short hash saves bytes."""
_STAFF = "admin/"
"""The folder of files for the staff's pages, which few people open."""


def strip_script(source: str) -> str:
    """Return a script without its comments, its indentation and its empty lines.

    In a template of several lines the line break replaces the indentation as a space.
    """
    return INDENTATION.sub("", REMARK.sub("", DOC.sub("", source)))


def strip_style(source: str) -> str:
    """Return a style sheet without its comments, its indentation, and most of its breaks and spaces."""
    return STYLE_SPACE.sub("", STYLE_BREAK.sub("", INDENTATION.sub("", STYLE_COMMENT.sub("", source))))


def bundle(source: str, read: Callable[[str], str]) -> str:
    """Return a style sheet with its parts in the places of their imports: a page requests one file."""
    return PART.sub(lambda match: _UP.sub(r"\1", read(match[1])), source)


class BundledSheets:
    """Opens the files of another storage, each style sheet with its parts."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def open(self, path: str) -> Any:
        """Return the file at a path of the other storage."""
        opened = self.inner.open(path)
        if not _ours(path, ".css"):
            return opened
        with opened as file:
            return ContentFile(_bundled(path, file.read().decode()).encode())


def _ours(name: str, kind: str) -> bool:
    return name.startswith("zaria/") and "/vendor/" not in name and PurePosixPath(name).suffix == kind


def _bundled(name: str, text: str) -> str:
    def read(part: str) -> str:
        path = finders.find(str(PurePosixPath(name).parent / part))
        if path is None:
            raise ValueError(f"{name} imports {part}, which does not exist")
        return Path(path).read_text(encoding="utf-8")

    return bundle(text, read)


class StrippedStorage(CompressedManifestStaticFilesStorage):
    """Compressed files with hashed names: our own scripts stripped, vendored ones whole."""

    def _save(self, name: str, content: Any) -> str:
        if _ours(name, ".js") or _ours(name, ".css"):
            content.seek(0)
            text = content.read().decode()
            text = strip_script(text) if name.endswith(".js") else strip_style(_bundled(name, text))
            content = ContentFile(text.encode())
        return super()._save(name, content)

    def file_hash(self, name: str, content: Any = None) -> str | None:
        """Return the part of the name of a file that changes with its content."""
        whole = super().file_hash(name, content)
        return whole and whole[:HASH_LENGTH]

    def post_process(self, paths: dict[str, tuple[Any, str]], *args: Any, **options: Any) -> Iterator[Any]:
        """Name each style sheet by its content, parts included."""
        bundled = {name: (BundledSheets(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(bundled, *args, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress the files of visitors' pages only: all files make a first start four seconds longer."""
        named = [path for path in paths if HASHED.search(path) and not path.startswith(_STAFF)]
        yield from super().compress_files(named)
