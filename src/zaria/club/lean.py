"""Static files as browsers get them: our scripts without their doc comments, a quarter of what they weigh."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

DOC = re.compile(r"[ \t]*/\*\*(?:(?!\*/).)*\*/", re.DOTALL)
_HASHED = re.compile(r"\.[0-9a-f]{12}\.")
_STAFF = "admin/"
"""Files of pages that few people open."""


def lean(source: str) -> str:
    """A script without its doc comments; every line keeps its number, for errors to name."""
    return DOC.sub(lambda found: "\n" * found[0].count("\n"), source)


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compressed files under names that tell their content: our own scripts lean, vendored ones whole."""

    def _save(self, name: str, content: Any) -> str:
        if name.endswith(".js") and "/vendor/" not in name:
            content.seek(0)
            content = ContentFile(lean(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Only what visitors' pages name: to compress everything made a first start four seconds longer."""
        named = [path for path in paths if _HASHED.search(path) and not path.startswith(_STAFF)]
        yield from super().compress_files(named)
