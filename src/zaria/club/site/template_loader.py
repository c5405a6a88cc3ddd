"""Templates as pages get them: without the indentation of their lines, which would weigh in every answer."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(FilesystemLoader):
    """Reads the templates of pages without indentation, those of mails whole; lines keep their numbers."""

    def get_contents(self, origin: Origin) -> str:
        """The source of a template."""
        source = super().get_contents(origin)
        return _INDENTATION.sub("", source) if origin.name.endswith(".html") else source
