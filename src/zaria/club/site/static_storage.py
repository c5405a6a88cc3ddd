"""Static files as browsers get them: scripts and style sheets of Zaria without comments and indentation."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

DOC = re.compile(r"[ \t]*/\*\*(?:(?!\*/).)*\*/", re.DOTALL)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
STYLE_COMMENT = re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL)
PART = re.compile(
    r"""^@import (?:url\()?["'](?:\./)?([\w/]+)(?:\.[0-9a-f]{12})?\.css["']\)?;\n""", re.MULTILINE
)
"""A part of a style sheet, by its name in the sources or by its hashed one."""
RULES = "".join(rule.pattern for rule in (DOC, INDENTATION, STYLE_COMMENT, PART))
"""By what files become lean: others are collected when this changes."""
_HASHED = re.compile(r"\.[0-9a-f]{12}\.")
_STAFF = "admin/"
"""Files of pages that few people open."""


def lean(source: str) -> str:
    """A script without its doc comments and its indentation; every line keeps its number, for errors to name.

    In a template of several lines the break between two of them is the space that its indentation was.
    """
    return INDENTATION.sub("", DOC.sub(lambda found: "\n" * found[0].count("\n"), source))


def lean_style(source: str) -> str:
    """A style sheet without its comments and its indentation."""
    return INDENTATION.sub("", STYLE_COMMENT.sub("", source))


def bundle(source: str, read: Callable[[str], str]) -> str:
    """A style sheet with its parts in the places of their imports: a page asks once for all of them."""
    return PART.sub(lambda found: read(found[1] + ".css"), source)


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compressed files under names that tell their content: our own scripts lean, vendored ones whole."""

    def _save(self, name: str, content: Any) -> str:
        kind = PurePosixPath(name).suffix
        strip = {".js": lean, ".css": lean_style}.get(kind)
        if strip is not None and name.startswith("zaria/") and "/vendor/" not in name:
            content.seek(0)
            text = content.read().decode()
            if kind == ".css":
                text = bundle(text, lambda part: _source(str(PurePosixPath(name).parent / part)))
            content = ContentFile(strip(text).encode())
        saved: str = super()._save(name, content)
        return saved

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Only what visitors' pages name: to compress everything made a first start four seconds longer."""
        named = [path for path in paths if _HASHED.search(path) and not path.startswith(_STAFF)]
        yield from super().compress_files(named)


def _source(name: str) -> str:
    """The text of a static file as it lies in the sources."""
    found = finders.find(name)
    if found is None:
        raise ValueError(f"there is no static file {name}")
    return Path(found).read_text(encoding="utf-8")
