"""The sockets at which the server listens: of the pages, and of the operator."""

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AddressInUseError(Exception):
    """The address cannot be listened at; the text says why, in one line."""


def listen(host: str, port: int) -> socket.socket:
    """Bind a TCP socket; port 0 takes any free one. Raises `AddressInUseError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, TypeError) as error:  # TypeError: a name that no host can have
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise AddressInUseError(f"cannot listen at {host} port {port}: {reason}") from error
    return listener


@contextmanager
def listen_for_operator(address: tuple[str, int] | str) -> Iterator[socket.socket]:
    """Bind the operator's socket; a Unix socket's file is removed at the end. Raises `AddressInUseError`."""
    if not isinstance(address, str):
        with listen(*address) as listener:
            yield listener
        return
    path = Path(address)
    with socket.socket(socket.AF_UNIX) as listener:
        try:
            if path.is_socket():
                _unlink_dead(path)
            listener.bind(address)
        except OSError as error:
            raise AddressInUseError(f"cannot listen at {address}: {error.strerror or error}") from error
        try:
            yield listener
        finally:
            path.unlink(missing_ok=True)


def _unlink_dead(path: Path) -> None:
    """Remove the socket file of a killed server; raises `OSError` where a process listens."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
        else:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
