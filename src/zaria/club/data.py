"""Where Zaria keeps what must outlive it: one directory, named by ZARIA_DATA (default `./var`)."""

import fcntl
import os
import secrets
from pathlib import Path
from typing import IO


class Unusable(Exception):
    """The data directory cannot be used; the text says why, in one line."""


def directory() -> Path:
    """The data directory; nothing is created."""
    return Path(os.environ.get("ZARIA_DATA") or "var").resolve()


def secret_key() -> str:
    """The key that signs cookies; before `prepare` has stored one, a key that ends with the process."""
    try:
        return (directory() / "secret-key").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return secrets.token_urlsafe(48)


def prepare() -> Path:
    """Make the directory and its secret key where they are missing, or raise `Unusable`."""
    home = directory()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)  # the dice of matches being played are in it
        _store_once(home / "secret-key", secrets.token_urlsafe(48))
        if not (home / "secret-key").read_text(encoding="ascii").strip():
            raise Unusable(f"cannot use the data directory {home}: its secret-key is empty")
        if not os.access(home, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except UnicodeDecodeError as error:
        raise Unusable(f"cannot use the data directory {home}: its secret-key is not text") from error
    except OSError as error:
        raise Unusable(f"cannot use the data directory {home}: {error.strerror}") from error
    return home


def claim(home: Path) -> IO[str]:
    """Hold the directory for this process until the returned file is closed: its journal has one writer."""
    try:
        lock = (home / "lock").open("a", encoding="ascii")
    except OSError as error:
        raise Unusable(f"cannot use the data directory {home}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise Unusable(f"another server is using the data directory {home}") from error
    return lock


def _store_once(path: Path, text: str) -> None:
    """Write a private file whole or not at all; one that is there already stays as it is."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
