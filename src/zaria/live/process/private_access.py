"""Access to what is for the operator alone: the metrics, and mails that were not sent.

A request is the operator's if it comes from this machine and through no proxy. Each of these marks a request
that did come through one, or may have:

* a header that proxies add: any that begins with X-Forwarded-, X-Envoy- or CF-, and those of `_MARKS`;
* HTTP/1.0, which nginx speaks to its upstream by default;
* a connection from an address of ZARIA_PROXIES, whatever it says, on the port of the pages: no proxy leads to
  a listener of the operator, and its users may come from the proxy's machine;
* a Host that is no name of this machine (which also stops a page whose own name leads here), or several.

A proxy that passes on bytes and changes nothing looks like this machine. So a club that has named its hosts,
origins or proxies does not show these things on the port of its pages: only to a token, or on a separate port
or socket.
"""

import hmac
import re

from asgiref.typing import HTTPScope

from zaria.live.sockets.connection_limits import ConnectionLimits, is_local

_MARKS = frozenset(
    b"client-ip fastly-client-ip forwarded forwarded-for proxy-authorization proxy-connection"
    b" true-client-ip via x-client-ip x-cluster-client-ip x-forwarded x-original-forwarded-for"
    b" x-original-host x-original-url x-proxyuser-ip x-real-ip x-rewrite-url x-varnish".split()
)
_PREFIXES = (b"x-forwarded-", b"x-envoy-", b"cf-")
_HOST = re.compile(rb"(\[[0-9a-fA-F:.]+\]|[^:\[\]]+)(?::\d{1,5})?")


class PrivateAccess:
    """Decides which requests of a listener come from the operator."""

    def __init__(
        self, limits: ConnectionLimits, token: str = "", *, public: bool = False, exclusive: bool = False
    ) -> None:
        """`token` admits from anywhere ("": none does). `public`: others than this machine use the listener.

        `exclusive`: the listener serves nothing else; a Unix socket admits every user who may open the file.
        """
        self._limits = limits
        self._token = token.encode()
        self._public = public
        self._exclusive = exclusive

    def admits(self, scope: HTTPScope) -> bool:
        """Return whether the request comes from the operator."""
        headers = scope["headers"]
        if self._token and any(
            name == b"authorization" and hmac.compare_digest(value, b"Bearer " + self._token)
            for name, value in headers
        ):
            return True
        if self._public:
            return False
        client = scope["client"]
        if client is None:
            return self._exclusive
        local = is_local(client[0]) and (self._exclusive or not self._limits.is_proxy(client[0]))
        return local and not came_through_proxy(scope) and _names_this_machine(scope)


def came_through_proxy(scope: HTTPScope) -> bool:
    """Return whether anything in a request marks a proxy."""
    names = [name.lower() for name, _ in scope["headers"]]
    return scope["http_version"] < "1.1" or any(
        name in _MARKS or name.startswith(_PREFIXES) for name in names
    )


def _names_this_machine(scope: HTTPScope) -> bool:
    hosts = [value for name, value in scope["headers"] if name.lower() == b"host"]
    host = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if host is None:
        return False
    name = host[1].decode("latin-1").strip("[]").lower()
    return name == "localhost" or is_local(name)
