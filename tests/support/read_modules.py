"""Modules that a process reads before it forks: a fork runs their code, and looks for no file.

Those that read the settings must not run before the fork. To find them, and to read their code, is more than
half of the time of importing them.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

_IGNORED = {"providers", "tests"}
"""Folders of modules that servers do not import."""
_INIT = "__init__"


class _ReadLoader(SourceFileLoader):
    """Runs the code that it read when it was created."""

    def __init__(self, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self._code = super().get_code(fullname)

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of the module."""
        return self._code


class ReadModules(MetaPathFinder):
    """Finds the modules of these packages that have not been imported yet, each with its code."""

    def __init__(self, *packages: str) -> None:
        self._specs = {spec.name: spec for package in packages for spec in _read(package)}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's specification, if it was read; another finder looks for the others."""
        return self._specs.get(fullname)


def _read(package: str) -> Iterator[ModuleSpec]:
    """Read the modules of a package at the top; compiled ones (in C) have a finder of their own."""
    top = find_spec(package)
    for folder in map(Path, (top and top.submodule_search_locations) or ()):
        compiled = {path.with_name(path.name.partition(".")[0]) for path in folder.rglob("*.so")}
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == _INIT else parts)
            if name in sys.modules or _IGNORED & set(parts) or path.with_suffix("") in compiled:
                continue
            spec = spec_from_file_location(name, path, loader=_ReadLoader(name, str(path)))
            if spec is not None:
                yield spec
