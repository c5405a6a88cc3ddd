"""Limits of connections by address, behind proxies too.

Behind a proxy every visitor has the proxy's address; the visitor's own is in X-Forwarded-For, which is
trusted only from the configured proxies. Addresses of this machine are not limited: they belong to the
operator, or to a proxy that is not configured, which carries all visitors at once.
"""

import ipaddress
from collections import Counter
from collections.abc import Collection, Iterable

import msgspec

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class AddressLimits(msgspec.Struct, frozen=True):
    """`sockets` and `connections` (those included) that one address may hold; 0: any number.

    `local`: addresses of this machine are limited too.
    """

    sockets: int = 64
    connections: int = 256
    local: bool = False


UNBOUNDED = AddressLimits(0, 0)


class ConnectionLimits:
    """Counts connections by address. One for each process that listens."""

    def __init__(self, bounds: AddressLimits | None = None, proxies: Collection[Network] = ()) -> None:
        """`proxies`: the networks whose X-Forwarded-For is trusted."""
        self.bounds = bounds or AddressLimits()
        self._proxies = tuple(proxies)
        self._connections: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()

    def address(self, peer: str, forwarded: str | None) -> str:
        """The visitor's address on a connection from `peer` with this X-Forwarded-For."""
        for part in reversed((forwarded or "").split(",")):
            if not part.strip() or not self._trusts(peer):
                break
            peer = part.strip()
        return peer

    def connected(self, peer: str) -> bool:
        """Count a new connection; False: it exceeds the limit. `disconnected` must follow in any case."""
        key = group(peer)
        self._connections[key] += 1
        free = self._free(key) or self._trusts(peer)
        return free or not 0 < self.bounds.connections < self._connections[key]

    def disconnected(self, peer: str) -> None:
        """Count the end of a connection."""
        _less(self._connections, group(peer))

    def enter(self, address: str) -> bool:
        """Count a new socket; False: it exceeds the limit, and was not counted."""
        key = group(address)
        if not self._free(key) and 0 < self.bounds.sockets <= self._sockets[key]:
            return False
        self._sockets[key] += 1
        return True

    def leave(self, address: str) -> None:
        """Count the end of a socket that had entered."""
        _less(self._sockets, group(address))

    def is_proxy(self, address: str) -> bool:
        """Return whether X-Forwarded-For is trusted from an address."""
        return self._trusts(address)

    def _free(self, key: str) -> bool:
        return not self.bounds.local and is_local(key)

    def _trusts(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            parsed = _plain(ipaddress.ip_address(address))
        except ValueError:
            return False
        return any(parsed in network for network in self._proxies)


def networks(words: Iterable[str]) -> list[Network]:
    """Parse addresses and networks; raises `ValueError` for what is neither."""
    return [ipaddress.ip_network(word, strict=False) for word in words]


def is_local(address: str) -> bool:
    """Return whether an address is one of this machine's own."""
    try:
        return _plain(ipaddress.ip_address(address)).is_loopback
    except ValueError:
        return False


def group(address: str) -> str:
    """The unit of counting: an IPv4 address, or the /64 of an IPv6 address, which one user has whole."""
    try:
        parsed = _plain(ipaddress.ip_address(address))
    except ValueError:
        return address[:64]
    if parsed.version == 4 or parsed.is_loopback:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)


def _plain(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Convert an IPv4 address in IPv6 form."""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:  # also if it was not counted when it came
        del counter[key]
