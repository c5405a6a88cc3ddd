"""The services of browsers that carry knocks: an endpoint is an address that a stranger names."""

from urllib.parse import urlsplit

from zaria.club.site import variables

LONGEST_ENDPOINT = 500
HTTPS = 443
HOSTS = (
    "fcm.googleapis.com",  # Chrome, Edge on Android, Samsung Internet
    "jmt17.google.com",  # some builds of Chrome
    "push.services.mozilla.com",  # Firefox
    "push.apple.com",  # Safari
    "notify.windows.com",  # Edge
)
"""The hosts of Google, Mozilla, Apple and Microsoft; names below them are theirs as well."""


def is_allowed(endpoint: str) -> bool:
    """Return whether the club sends to an endpoint: by https, at a host of `HOSTS` or of ZARIA_PUSH_HOSTS."""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme != "https" or " " in endpoint or "@" in parts.netloc or parts.fragment:
        return False
    club_hosts = variables.value("ZARIA_PUSH_HOSTS").lower().replace(",", " ").split()
    if f"{host}:{port}" in club_hosts:
        return True
    return port in (None, HTTPS) and any(
        host == name or host.endswith(f".{name}") for name in (*HOSTS, *club_hosts)
    )
