"""Columns of JSON, read from many rows at once.

Ten thousand matches are counted while somebody waits. Reading a row of each into Python takes longer than all
the counting, so the database joins the texts of a column and hands over one for each group of rows.
"""

from typing import Any

import msgspec
from django.db.models import Aggregate, TextField


class Joined(Aggregate):
    """A column of JSON values of all rows, with commas between; see `lists`."""

    function = "GROUP_CONCAT"
    name = "Joined"

    def __init__(self, column: str, **extra: Any) -> None:
        super().__init__(column, output_field=TextField(), **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """PostgreSQL has another name for it, and wants text."""
        return self.as_sql(
            compiler, connection, template="STRING_AGG((%(expressions)s)::text, ',')", **context
        )


def lists(joined: str | None) -> list[list[Any]]:
    """The values of `Joined`, each a list."""
    return msgspec.json.decode(f"[{joined or ''}]", type=list[list[Any]])
