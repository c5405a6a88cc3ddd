"""Restricts the data directory to its owner: it holds dice secrets, sessions and password hashes."""

import errno
import os
import stat
from pathlib import Path

UMASK = 0o077
"""The mask that leaves permissions on new files to the owner alone."""

_FIXED = "other users may read it, and its mode cannot be changed: name a directory inside it"


def restrict(home: Path) -> None:
    """Make the directory 0700 and every file in it 0600, and every later file of this process.

    Raises `PermissionError` with the reason where that is impossible: then other users could read the data.
    """
    os.umask(UMASK)
    mode = home.stat().st_mode
    if mode & stat.S_ISVTX and mode & stat.S_IWOTH:
        raise _exposed("it is a directory that all users share: name one of its own")
    _restrict(home, "")
    for folder, names, files in os.walk(home):
        for name in (*names, *files):
            path = Path(folder, name)
            _restrict(path, f"{path.relative_to(home)}: ")


def _restrict(path: Path, label: str) -> None:
    """Close one file or directory to other users; of a link, check the target without changing it."""
    try:
        if path.is_symlink():
            if not path.is_dir() and path.stat().st_mode & UMASK:
                raise _exposed(
                    f"{label}it is a link to a file that other users may read (chmod 600 that file)"
                )
            return
        mode = path.stat().st_mode
        if not mode & UMASK:
            return
        path.chmod(stat.S_IMODE(mode) & ~UMASK)
    except FileNotFoundError:
        return  # the log of a database disappears when it is closed
    except PermissionError as error:
        if error.filename is None:
            raise
        raise _exposed(f"{label}{_FIXED}") from error
    if path.exists() and path.stat().st_mode & UMASK:
        raise _exposed(f"{label}other users may read it: this file system keeps no modes")


def _exposed(reason: str) -> PermissionError:
    return PermissionError(errno.EPERM, reason)
