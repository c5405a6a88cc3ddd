"""The site's database engine (`ENGINE`): Django's for PostgreSQL, with our limits and our pool."""

from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.postgresql import base

from zaria.club.site.database.postgresql.limits import MARGIN_S, QUERY, PostgresLimits
from zaria.club.site.database.postgresql.pool import SitePool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection of its own in a command, and one of the process's pool in a server."""

    _connection_pools: dict[str, SitePool]

    @property
    def limits(self) -> PostgresLimits:
        """The limits of each session."""
        limits: PostgresLimits = self.settings_dict["OPTIONS"]["limits"]
        return limits

    @property
    def pool(self) -> SitePool | None:
        """The pool of this process, or None where each thread has a connection of its own."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if not options or self.alias != DEFAULT_DB_ALIAS:
            return None
        pools = self._connection_pools
        if self.alias not in pools:
            patience = self.limits.statement + MARGIN_S
            pools.setdefault(
                self.alias,
                SitePool(self.get_connection_params(), self._configure_connection, patience, **options),
            )
        return pools[self.alias]

    def get_connection_params(self) -> dict[str, Any]:
        """Return the parameters for psycopg."""
        parameters: dict[str, Any] = super().get_connection_params()
        parameters.pop("limits")
        return parameters

    def _configure_connection(self, connection: "psycopg.Connection[Any]") -> bool:
        """Set the limits of a new session; return True if they have to be committed."""
        # django-stubs leave this method out
        super()._configure_connection(connection)  # type: ignore[misc]
        with connection.cursor() as cursor:
            cursor.execute(QUERY, self.limits.parameters())
        return True
