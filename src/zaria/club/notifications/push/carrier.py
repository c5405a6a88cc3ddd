"""Carries messages to the services of browsers: a limited time, no redirects, no private address."""

import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from threading import Event, Timer
from typing import Any, ClassVar, NamedTuple

import requests
from requests.adapters import HTTPAdapter
from urllib3 import PoolManager
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool

PATIENCE_S = 10
"""Seconds to wait for a connection, and for each part of an answer."""
LONGEST_POST_S = 15.0
"""Seconds for the greeting of a service, and for its answer as a whole, however it is cut into parts."""
LONGEST_RETRY_S = 24 * 3600


class ServiceAnswer(NamedTuple):
    """The status of a service, 0 without an answer, and the seconds that it asks to wait, or None."""

    status: int
    retry_s: float | None = None


class PrivateAddressError(OSError):
    """The name of a service leads to an address that is not public."""


class _TimedConnection(HTTPSConnection):
    """Ends after `longest_s`: a host that sends letter by letter keeps nobody waiting."""

    longest_s: ClassVar[float]
    _line: socket.socket | None = None
    """The connection below the encryption, which can be shut while another thread reads from it."""

    def _new_conn(self) -> socket.socket:
        sock = super()._new_conn()
        self._line = sock.dup()
        return sock

    def connect(self) -> None:
        """Connect, in the time that there is."""
        with self._limited():
            super().connect()

    def getresponse(self) -> Any:
        """Return the answer, if its head comes in the time that there is."""
        with self._limited():
            return super().getresponse()

    def close(self) -> None:
        """Close the connection."""
        super().close()
        if self._line is not None:
            self._line.close()

    @contextmanager
    def _limited(self) -> Iterator[None]:
        is_late = Event()
        timer = Timer(self.longest_s, self._shut, [is_late])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
        if is_late.is_set():
            raise TimeoutError("a part of an answer counts as none")

    def _shut(self, is_late: Event) -> None:
        is_late.set()
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)


class _PublicConnection(_TimedConnection):
    """Looks at the address that the connection has, which no later answer of a name server can change."""

    def _new_conn(self) -> socket.socket:
        sock = super()._new_conn()
        address = sock.getpeername()[0].partition("%")[0]
        if not ip_address(address).is_global:
            sock.close()
            raise PrivateAddressError(f"{self.host} is at {address}")
        return sock


class ServiceAdapter(HTTPAdapter):
    """Connects for a limited time, and to public addresses alone unless they are one's own."""

    def __init__(self, *, only_public: bool = True, longest_s: float = LONGEST_POST_S) -> None:
        """`longest_s`: seconds for the greeting, and for the answer."""
        base = _PublicConnection if only_public else _TimedConnection
        connection = type("Connection", (base,), {"longest_s": longest_s})
        self._pool = type("Pool", (HTTPSConnectionPool,), {"ConnectionCls": connection})
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Use pools of such connections."""
        super().init_poolmanager(*args, **kwargs)
        manager: PoolManager = self.poolmanager
        manager.pool_classes_by_scheme = {**manager.pool_classes_by_scheme, "https": self._pool}


class Carrier:
    """Posts messages; may be used by several threads at once."""

    def __init__(self, adapter: ServiceAdapter | None = None, certificates: str | None = None) -> None:
        """`adapter` and `certificates` (a file) replace the usual ones, for services of one's own."""
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.mount("https://", adapter or ServiceAdapter())
        self._verify: str | bool = certificates or True

    def post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> ServiceAnswer:
        """Post a message; raises nothing that the network does."""
        try:
            response = self._session.post(
                endpoint,
                data=body,
                headers=dict(headers),
                timeout=PATIENCE_S,
                allow_redirects=False,
                stream=True,
                verify=self._verify,
            )
        except (requests.RequestException, PrivateAddressError):
            return ServiceAnswer(0)
        with response:
            return ServiceAnswer(response.status_code, _retry_s(response.headers.get("Retry-After", "")))


def _retry_s(text: str) -> float | None:
    """Return the seconds of a header `Retry-After`, which has seconds or a date; None if it has neither."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(float(text), LONGEST_RETRY_S)
    try:
        wait_s = parsedate_to_datetime(text).timestamp() - time.time()
    except ValueError:
        return None
    return min(max(0.0, wait_s), LONGEST_RETRY_S)
