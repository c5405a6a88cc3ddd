"""`zaria backup` and `zaria restore`: all that a club keeps, in one file, taken while it is open.

The file is a .tar.gz: `manifest.json`, `secret-key`, `push-key`, and either `live.sqlite3` and
`club.sqlite3` or `database.dump` (pg_dump's own format). What it holds is as secret as the data directory:
the dice of matches that are being played are in it.
"""

import json
import os
import shutil
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO

from zaria.club.server.backup import postgres, sqlite
from zaria.club.site import data_directory, private_files
from zaria.club.site.data_directory import KEY_FILES, ConfigurationError

MANIFEST = "manifest.json"
FORMAT = 1
NAMES = (MANIFEST, *KEY_FILES, *sqlite.NAMES, postgres.NAME)
"""All that a backup may hold."""


def backup(target: Path, report: sqlite.Report) -> int:
    """Write everything into a new file, and return its size in bytes.

    `report` is called again and again with the part that is made. Raises `ConfigurationError`; no file is
    left then.
    """
    home, url = data_directory.directory(), data_directory.database_url()
    if target.exists():
        raise ConfigurationError(f"{target} already exists: a backup never overwrites a file")
    with _beside(target) as aside:
        files = [postgres.save(url, aside)] if url else sqlite.save(home, aside, report)
        for key in KEY_FILES:
            if (home / key).exists():
                files.append(Path(shutil.copyfile(home / key, aside / key)))
        files.insert(0, _manifest(aside, "postgresql" if url else "sqlite"))
        whole = aside / "whole"
        with _private(whole) as out, tarfile.open(fileobj=out, mode="w:gz", compresslevel=5) as archive:
            for number, path in enumerate(files):
                report(target.name, number, len(files))
                archive.add(path, path.name)
        _flush(whole)
        whole.rename(target)
    _flush(target.parent)
    return target.stat().st_size


def restore(source: Path, *, force: bool = False) -> str:
    """Put back what `backup` kept; what was there before, and where that is now. Raises `ConfigurationError`.

    Without `force` nothing that is there is replaced. Where a server is open nothing is ever touched.
    """
    home, url = data_directory.directory(), data_directory.database_url()
    engine = "postgresql" if url else "sqlite"
    backup_engine = _look_through(source)
    if backup_engine != engine:
        raise ConfigurationError(f"{source} is a backup of {backup_engine}, but this club uses {engine}")
    with _within(home) as aside:
        _unpack(source, aside)
        if url is None:
            return sqlite.put_back(aside, home, force=force)
        for key in KEY_FILES:
            _check_key(aside / key, home / key, force=force)
        postgres.put_back(url, aside, force=force)
        for key in KEY_FILES:
            if (aside / key).exists():
                (aside / key).replace(home / key)
        return ""


def _check_key(saved: Path, current: Path, *, force: bool) -> None:
    """Players and devices are known by what these keys signed: another one may not go unnoticed."""
    if not force and current.exists() and saved.exists() and current.read_bytes() != saved.read_bytes():
        raise ConfigurationError(f"{current} differs from the one in the backup: add --force to replace it")


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A private directory on the same disk, gone afterwards."""
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as name:
            yield Path(name)
    except OSError as error:
        raise ConfigurationError(f"cannot write {target}: {error.strerror or error}") from error


@contextmanager
def _within(home: Path) -> Iterator[Path]:
    """The same in the data directory, which is made if need be."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_files.restrict(home)
        with tempfile.TemporaryDirectory(dir=home, prefix="restoring-") as name:
            yield Path(name)
    except OSError as error:
        raise ConfigurationError(
            f"cannot use the data directory {home}: {error.strerror or error}"
        ) from error


def _manifest(aside: Path, engine: str) -> Path:
    about = {"format": FORMAT, "zaria": version("zaria"), "engine": engine, "made": int(time.time())}
    path = aside / MANIFEST
    path.write_text(json.dumps(about) + "\n")
    return path


def _look_through(source: Path) -> str:
    """The engine that a backup belongs to, before anything is written.

    Raises `ConfigurationError` for a file that `backup` has not made: links, doubled or unknown names,
    another manifest.
    """
    seen: set[str] = set()
    try:
        with tarfile.open(source, "r:gz") as archive:
            for member in archive:
                if member.name not in NAMES or not member.isreg():
                    raise ConfigurationError(
                        f"{source} is not a backup of Zaria: unexpected file {member.name!r}"
                    )
                if member.name in seen:
                    raise ConfigurationError(
                        f"{source} is not a backup of Zaria: it contains {member.name} twice"
                    )
                seen.add(member.name)
            manifest = archive.extractfile(MANIFEST)
            about = json.loads(manifest.read() if manifest else b"")
        if about["format"] != FORMAT:
            raise ConfigurationError(f"{source} was made by a newer version of Zaria ({about['zaria']})")
        return str(about["engine"])
    except FileNotFoundError as error:
        raise ConfigurationError(f"{source} does not exist") from error
    except (tarfile.TarError, EOFError, ValueError, KeyError, TypeError, OSError) as error:
        raise ConfigurationError(f"{source} is not a complete backup of Zaria: {error}") from error


def _unpack(source: Path, aside: Path) -> None:
    """Take out the files by their names, and nothing else."""
    try:
        with tarfile.open(source, "r:gz") as archive:
            for name in NAMES:
                _take(archive, name, aside)
    except (tarfile.TarError, EOFError, OSError) as error:
        raise ConfigurationError(f"{source} is not a complete backup of Zaria: {error}") from error


def _take(archive: tarfile.TarFile, name: str, aside: Path) -> None:
    try:
        inside = archive.extractfile(name)
    except KeyError:
        return
    if inside is not None:
        path = aside / name
        with inside, _private(path) as out:
            shutil.copyfileobj(inside, out, 1 << 20)
        _flush(path)


def _private(path: Path) -> IO[bytes]:
    """A new file that its owner alone may read."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _flush(path: Path) -> None:
    """On the disk, not only on its way."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
