"""The services of browsers that carry knocks: an endpoint is an address that a stranger names."""

import re

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from zaria.club.site import variables

LONGEST_ENDPOINT = 500
LONGEST_HOST = 253
HTTPS = 443
HOSTS = (
    "fcm.googleapis.com",  # Chrome, Edge on Android, Samsung Internet
    "jmt17.google.com",  # some builds of Chrome
    "push.services.mozilla.com",  # Firefox
    "push.apple.com",  # Safari
    "notify.windows.com",  # Edge
)
"""The hosts of Google, Mozilla, Apple and Microsoft; names below them are theirs as well."""


_ENDPOINT = re.compile(
    r"https://((?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63})(?::([0-9]{1,5}))?/[^\\\s#]*", re.ASCII | re.IGNORECASE
)


def is_allowed(endpoint: str) -> bool:
    """Return whether the club sends to an endpoint: by https, at a host of `HOSTS` or of ZARIA_PUSH_HOSTS."""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        return False
    match = _ENDPOINT.fullmatch(endpoint)
    if match is None:
        return False
    host, port = match[1].lower(), int(match[2] or HTTPS)
    if len(host) > LONGEST_HOST or not _is_read_alike(endpoint, host, port):
        return False
    club_hosts = variables.value("ZARIA_PUSH_HOSTS").lower().replace(",", " ").split()
    if f"{host}:{port}" in club_hosts:
        return True
    return port == HTTPS and any(host == name or host.endswith(f".{name}") for name in (*HOSTS, *club_hosts))


def _is_read_alike(endpoint: str, host: str, port: int) -> bool:
    """Return whether the program that connects reads the same host and port in an endpoint."""
    try:
        address = parse_url(endpoint)
    except LocationParseError:
        return False
    return (address.scheme, address.host, address.port or HTTPS) == ("https", host, port)
