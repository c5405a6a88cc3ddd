"""The data directory (ZARIA_DATA, by default `./var`), with everything that must outlive the process.

With ZARIA_DATABASE_URL all data except the two keys and the static files is in PostgreSQL instead.
"""

import fcntl
import os
import re
import secrets
import sys
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import IO

from zaria.club.site import private_files, variables
from zaria.club.site.database import databases

KEY = "ZARIA_SECRET_KEY"
PUSH_KEY = "ZARIA_PUSH_KEY"
KEY_FILES = ("secret-key", "push-key")
SCHEMES = ("postgresql://", "postgres://")


class ConfigurationError(Exception):
    """The data directory, the database or a variable cannot be used; the text says why, in one line."""


LOST_KEY = (
    "zaria: {home} has members, but its secret-key is missing, so a new one is made: everybody has to sign in"
    " again, authenticator apps are void, and addresses of earlier accounts are not recognized. If a backup"
    " has the key, stop and restore it"
)


def directory() -> Path:
    """The data directory; nothing is created."""
    return Path(variables.raw("ZARIA_DATA") or "var").resolve()


def database_url() -> str | None:
    """Return the address of the database, None for files in the directory; raises `ConfigurationError`."""
    url = variables.value("ZARIA_DATABASE_URL")
    if not url:
        return None
    from psycopg import ProgrammingError  # only a club with PostgreSQL imports it
    from psycopg.conninfo import conninfo_to_dict

    try:
        usable = url.startswith(SCHEMES) and conninfo_to_dict(url).get("dbname")
    except ProgrammingError:
        usable = False
    if not usable:  # it may hold a password, and is not shown
        raise ConfigurationError(
            "ZARIA_DATABASE_URL must have the form postgresql://user:password@host/database"
        )
    return url


def secret_key() -> str:
    """Return the key that signs cookies: ZARIA_SECRET_KEY, or the one that `prepare` stored.

    Machines share ZARIA_SECRET_KEY. Before `prepare` it is a key of this process alone.
    """
    if key := variables.value(KEY):
        return key
    try:
        return (directory() / "secret-key").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return secrets.token_urlsafe(48)


def push_key() -> str:
    """Return the key that signs knocks: ZARIA_PUSH_KEY, or the one that `prepare` stored, or "".

    It is a private key of P-256, 32 bytes in base64url without padding. Machines share both keys, so beside
    ZARIA_SECRET_KEY there is no key without ZARIA_PUSH_KEY, and nobody is knocked.
    """
    if key := variables.value(PUSH_KEY):
        return key
    try:
        return (directory() / "push-key").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def prepare() -> Path:
    """Make the directory and its keys where they are missing; raises `ConfigurationError`.

    Other users of the machine can read neither these files nor later files of this process.
    """
    home = directory()
    database_url()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)  # the dice of matches being played are in it
        private_files.restrict(home)
        if not variables.value(KEY):
            if not (home / "secret-key").exists() and databases.has_members(home):
                print(LOST_KEY.format(home=home), file=sys.stderr, flush=True)
            _store_once(home / "secret-key", secrets.token_urlsafe(48))
            if not (home / "secret-key").read_text(encoding="ascii").strip():
                raise ConfigurationError(f"cannot use the data directory {home}: its secret-key is empty")
            if not variables.value(PUSH_KEY) and not (home / "push-key").exists():
                _store_once(home / "push-key", new_push_key())
        if not re.fullmatch(r"([\w-]{43})?", push_key(), re.ASCII):
            raise ConfigurationError(f"{PUSH_KEY}, or else push-key in {home}, must be 32 bytes in base64url")
        if not os.access(home, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except UnicodeDecodeError as error:
        raise ConfigurationError(
            f"cannot use the data directory {home}: its secret-key is not text"
        ) from error
    except OSError as error:
        raise ConfigurationError(f"cannot use the data directory {home}: {error.strerror}") from error
    return home


def claim(home: Path) -> IO[str]:
    """Lock the directory for this process until the returned file is closed: its journal has one writer."""
    try:
        lock = (home / "lock").open("a", encoding="ascii")
    except OSError as error:
        raise ConfigurationError(f"cannot use the data directory {home}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise ConfigurationError(f"another server is using the data directory {home}") from error
    return lock


def new_push_key() -> str:
    """Return a key for `push_key`."""
    from cryptography.hazmat.primitives.asymmetric.ec import (  # only a first start needs it
        SECP256R1,
        generate_private_key,
    )

    number = generate_private_key(SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _store_once(path: Path, text: str) -> None:
    """Write a private file atomically, unless it exists."""
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
