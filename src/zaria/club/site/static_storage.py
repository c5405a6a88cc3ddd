"""Static files as browsers get them: scripts and style sheets of Zaria without comments and indentation."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

DOC = re.compile(r"[ \t]*/\*\*(?:(?!\*/).)*\*/", re.DOTALL)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
STYLE_COMMENT = re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL)
RULES = "".join(rule.pattern for rule in (DOC, INDENTATION, STYLE_COMMENT))
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


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compressed files under names that tell their content: our own scripts lean, vendored ones whole."""

    def _save(self, name: str, content: Any) -> str:
        strip = {".js": lean, ".css": lean_style}.get(PurePosixPath(name).suffix)
        if strip is not None and name.startswith("zaria/") and "/vendor/" not in name:
            content.seek(0)
            content = ContentFile(strip(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Only what visitors' pages name: to compress everything made a first start four seconds longer."""
        named = [path for path in paths if _HASHED.search(path) and not path.startswith(_STAFF)]
        yield from super().compress_files(named)
