"""The folder of a demo, which the demo has made itself: a file in it says so."""

import os
import random
import shutil
from pathlib import Path

import msgspec

from zaria.club.site import data_directory
from zaria.club.site.data_directory import ConfigurationError

MARKER = "demo.json"
USUAL = "var/demo"
"""The folder where ZARIA_DATA names none."""
SEED = 8


class _Mark(msgspec.Struct, frozen=True):
    """The content of the marker: the seed of the past, and whether the past is made."""

    seed: int
    complete: bool = False


class DemoFolder:
    """The data directory of a demo. Raises `ConfigurationError` for a folder that no demo has made."""

    def __init__(self, path: Path) -> None:
        """Mark a new or empty folder, or read the mark of an earlier demo."""
        self.path, self._marker = path, path / MARKER
        try:
            if not path.exists() or not any(path.iterdir()):
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._write(_Mark(SEED))
            elif not self._marker.exists():
                raise ConfigurationError(
                    f"{path} is not the folder of a demo: name a new one by ZARIA_DATA, or none at all"
                )
            elif not self.is_complete:
                self._begin_again()
        except (OSError, msgspec.DecodeError) as error:
            raise ConfigurationError(f"cannot use {path} for a demo: {error}") from error
        self.is_new = not self.is_complete

    @property
    def is_complete(self) -> bool:
        """True once the past of the demo is made."""
        return self._read().complete

    def source(self) -> random.Random:
        """The source of the demo's chance: the same past for the same seed, but for the dice."""
        return random.Random(self._read().seed)

    def complete(self) -> None:
        """Note that the past is made."""
        self._write(_Mark(self._read().seed, complete=True))

    def _begin_again(self) -> None:
        """Remove what an interrupted demo has made; raises `ConfigurationError` while it is being made."""
        with data_directory.claim(self.path) as lock:
            lasting = {self._marker, Path(lock.name)}
            for path in self.path.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                elif path not in lasting:
                    path.unlink()

    def _read(self) -> _Mark:
        return msgspec.json.decode(self._marker.read_bytes(), type=_Mark)

    def _write(self, mark: _Mark) -> None:
        draft = self._marker.with_suffix(".new")
        draft.write_bytes(msgspec.json.encode(mark))
        os.replace(draft, self._marker)
