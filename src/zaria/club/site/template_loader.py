"""Templates of pages without the indentation of their lines, to save bytes in every answer."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(FilesystemLoader):
    """Reads templates, those of pages without indentation; lines keep their numbers."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template."""
        source = super().get_contents(origin)
        return _INDENTATION.sub("", source) if origin.name.endswith(".html") else source
