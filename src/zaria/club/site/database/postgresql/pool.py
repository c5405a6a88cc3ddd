"""A small pool of connections to PostgreSQL for all threads of a server."""

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg_pool import ConnectionPool, PoolTimeout

RV = TypeVar("RV")

WAIT_S = 5.0
"""Seconds that a thread waits for a connection while all are in use."""
LOOK_S = 0.25
"""Seconds between two checks in that time of whether the server can be reached."""
CHECK_S = 2.0
"""Seconds for the server's answer before a connection is lent again."""
RECONNECT_S = 3.0
"""Seconds of attempts to replace a lost connection; later the next thread replaces it."""
IDLE_S = 60.0
"""Seconds after which an unused connection is closed."""
AWAY_S = 5.0
"""Seconds after a failed attempt in which the server counts as away."""


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that fails instead of hanging when the server does not answer."""

    patience: float | None = None
    """Seconds for an exchange with the server; None: no limit."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server; raises `psycopg.OperationalError` when it does not answer in time."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.patience)
        except psycopg.errors._WaitTimeout as error:
            self.pgconn.finish()
            raise psycopg.OperationalError("the database server does not answer") from error


class SitePool(ConnectionPool[BoundedConnection]):
    """Lends connections that answer; fails soon while the server cannot be reached."""

    def __init__(
        self,
        parameters: Mapping[str, Any],
        configure: Callable[[BoundedConnection], object],
        patience: float,
        max_size: int,
    ) -> None:
        """Make a pool; `patience`: seconds for each exchange with the server."""
        self._configure_session = configure
        self._patience = patience
        self._failed_at: float | None = None
        super().__init__(
            connection_class=BoundedConnection,
            kwargs={**parameters, "autocommit": True},
            min_size=0,
            max_size=max_size,
            open=False,
            configure=self._limit,
            check=self._check,
            timeout=WAIT_S,
            max_idle=IDLE_S,
            reconnect_timeout=RECONNECT_S,
            name="site",
        )

    def getconn(self, timeout: float | None = None) -> BoundedConnection:
        """Lend a connection; raises `PoolTimeout` where none is free or the server is away."""
        until = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            try:
                return super().getconn(min(LOOK_S, max(0.01, until - time.monotonic())))
            except PoolTimeout:
                if self._is_away() or time.monotonic() >= until:
                    raise

    def _is_away(self) -> bool:
        failed = self._failed_at
        return failed is not None and time.monotonic() - failed < AWAY_S

    def _connect(self, timeout: float | None = None) -> BoundedConnection:
        try:
            connection = super()._connect(timeout)
        except psycopg.Error:
            self._failed_at = time.monotonic()
            raise
        self._failed_at = None
        return connection

    def _limit(self, new: BoundedConnection) -> None:
        self._configure_session(new)
        new.patience = self._patience

    def _check(self, idle: BoundedConnection) -> None:
        """Check a connection; if it does not answer, replace the others too without a check of each."""
        usual, idle.patience = idle.patience, CHECK_S
        try:
            self.check_connection(idle)
        except psycopg.Error:
            self.drain()
            raise
        finally:
            idle.patience = usual
