"""Settings about abuse and monitoring, all from the environment."""

import os

from zaria.club.site.data_directory import UnusableDataDirectoryError
from zaria.live.sockets.connection_limits import AddressLimits, ConnectionLimits, networks


def number(name: str, default: int) -> int:
    """A whole number from the environment, 0 or more; raises `Unusable` for what is none."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise UnusableDataDirectoryError(f"{name} is not a number of 0 or more")
    return int(text)


def connection_limits() -> ConnectionLimits:
    """Return the limits per address, and the known proxies; raises `UnusableDataDirectoryError`."""
    usual = AddressLimits()
    sockets = number("ZARIA_SOCKETS_PER_ADDRESS", usual.sockets)
    words = os.environ.get("ZARIA_PROXIES", "").replace(",", " ").split()
    try:
        proxies = networks(words)
    except ValueError as error:
        raise UnusableDataDirectoryError(
            f"ZARIA_PROXIES does not hold addresses or networks: {error}"
        ) from error
    return ConnectionLimits(AddressLimits(sockets, sockets * usual.connections // usual.sockets), proxies)


def redis_url() -> str | None:
    """Return the address of the Redis between several processes; raises `UnusableDataDirectoryError`."""
    url = os.environ.get("ZARIA_REDIS_URL", "").strip()
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise UnusableDataDirectoryError("ZARIA_REDIS_URL is not of the form redis://:password@host:port/0")
    return url or None


def log_format() -> str:
    """ "line" or "json"; raises `Unusable`."""
    return _one_of("ZARIA_LOG", "line", ("line", "json"))


def log_level() -> str:
    """From which level on records are written; raises `Unusable`."""
    return _one_of("ZARIA_LOG_LEVEL", "warning", ("debug", "info", "warning", "error")).upper()


def metrics_token() -> str:
    """Who says it may read the metrics from another machine; empty: nobody may."""
    return os.environ.get("ZARIA_METRICS_TOKEN", "").strip()


def ops_address() -> tuple[str, int] | str | None:
    """Where an operator is answered apart from the pages: host and port, or a path; raises `Unusable`."""
    text = os.environ.get("ZARIA_OPS", "").strip()
    if not text:
        return None
    kind, _, path = text.partition(":")
    if kind == "unix" and path.startswith("/"):
        return path
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise UnusableDataDirectoryError(
            "ZARIA_OPS is neither a port with an address before it (127.0.0.1:9100) nor unix:/a/path"
        )
    return host.strip("[]") or "127.0.0.1", int(port)


def is_public() -> bool:
    """Whether the operator has said that the pages are not for this machine alone."""
    return any(os.environ.get(name, "").strip() for name in ("ZARIA_HOSTS", "ZARIA_ORIGINS", "ZARIA_PROXIES"))


def _one_of(name: str, default: str, known: tuple[str, ...]) -> str:
    text = os.environ.get(name, "").strip().lower() or default
    if text not in known:
        raise UnusableDataDirectoryError(f"{name} is none of {', '.join(known)}")
    return text
