"""The storage of static files that Zaria's own extends."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

class CompressedManifestStaticFilesStorage(ManifestStaticFilesStorage):
    def _save(self, name: str, content: Any) -> str: ...
    def post_process(self, *args: Any, **kwargs: Any) -> Iterator[Any]: ...
    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]: ...
