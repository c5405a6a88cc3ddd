"""Settings for abuse protection and monitoring, read from the environment."""

import re
from typing import NamedTuple

from zaria.club.site import variables
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.sockets.connection_limits import AddressLimits, ConnectionLimits, networks

_PACKAGE = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+", re.ASCII)
_FINGERPRINT = re.compile(r"[0-9A-F]{2}(:[0-9A-F]{2}){31}")


class AndroidApp(NamedTuple):
    """An app in Google's shop that shows the club: its package, and the SHA-256 prints of its keys."""

    package: str
    fingerprints: tuple[str, ...]


def number(name: str, least: int = 0) -> int:
    """Return the whole number of a variable, or its default; raises `ConfigurationError`."""
    text = variables.value(name)
    if not text:
        return int(variables.describe(name).default)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < least:
        raise ConfigurationError(f"{name} must be a number from {least}")
    return int(text)


def connection_limits() -> ConnectionLimits:
    """Return the limits per address, and the known proxies; raises `ConfigurationError`."""
    usual = AddressLimits()
    sockets = number("ZARIA_SOCKETS_PER_ADDRESS")
    words = variables.value("ZARIA_PROXIES").replace(",", " ").split()
    try:
        proxies = networks(words)
    except ValueError as error:
        raise ConfigurationError(f"ZARIA_PROXIES must list addresses or networks: {error}") from error
    return ConnectionLimits(AddressLimits(sockets, sockets * usual.connections // usual.sockets), proxies)


def redis_url() -> str | None:
    """Return the address of the Redis between several processes; raises `ConfigurationError`."""
    url = variables.value("ZARIA_REDIS_URL")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ConfigurationError("ZARIA_REDIS_URL must have the form redis://:password@host:port/0")
    return url or None


def node() -> str:
    """Return the name under which a proxy leads sockets to this process, or "".

    Raises `ConfigurationError`.
    """
    text = variables.value("ZARIA_NODE")
    if re.fullmatch(r"[a-z0-9-]{0,32}", text) is None:
        raise ConfigurationError("ZARIA_NODE must be at most 32 of a to z, 0 to 9 and -")
    return text


def service_worker() -> bool:
    """Return whether browsers are given the service worker; raises `ConfigurationError`."""
    return _one_of("ZARIA_SERVICE_WORKER", "on", ("on", "off")) == "on"


def android_app() -> AndroidApp | None:
    """Return the club's own app for Android, if it has one; raises `ConfigurationError`."""
    package, *fingerprints = variables.value("ZARIA_ANDROID_APP").split() or [""]
    if not package:
        return None
    prints = tuple(text.upper() for text in fingerprints)
    if _PACKAGE.fullmatch(package) is None or not prints or not all(map(_FINGERPRINT.fullmatch, prints)):
        raise ConfigurationError(
            "ZARIA_ANDROID_APP must be a package and its SHA-256 fingerprints: example.club.app AB:CD:…"
        )
    return AndroidApp(package, prints)


def log_format() -> str:
    """Return the format of the log, "line" or "json"; raises `ConfigurationError`."""
    return _one_of("ZARIA_LOG", "line", ("line", "json"))


def log_level() -> str:
    """Return the lowest level of logged records; raises `ConfigurationError`."""
    return _one_of("ZARIA_LOG_LEVEL", "warning", ("debug", "info", "warning", "error")).upper()


def metrics_token() -> str:
    """Return the token that opens the metrics to other machines, or ""."""
    return variables.value("ZARIA_METRICS_TOKEN")


def ops_address() -> tuple[str, int] | str | None:
    """Return the host and port, or the path, of the operator's own listener.

    Raises `ConfigurationError`.
    """
    text = variables.value("ZARIA_OPS")
    if not text:
        return None
    kind, _, path = text.partition(":")
    if kind == "unix" and path.startswith("/"):
        return path
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ConfigurationError("ZARIA_OPS must be an address with a port (127.0.0.1:9100) or unix:/a/path")
    return host.strip("[]") or "127.0.0.1", int(port)


def is_public() -> bool:
    """Return whether the pages are open to other machines, by the operator's settings."""
    return any(variables.value(name) for name in ("ZARIA_HOSTS", "ZARIA_ORIGINS", "ZARIA_PROXIES"))


def _one_of(name: str, default: str, allowed: tuple[str, ...]) -> str:
    text = variables.value(name).lower() or default
    if text not in allowed:
        raise ConfigurationError(f"{name} must be one of {', '.join(allowed)}")
    return text
