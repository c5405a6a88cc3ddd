"""The login in small letters, in the order of its bytes: what a search for the beginning of a login reads."""

from typing import Any

from django.db.models import CharField, Func
from django.db.models.functions import Lower
from django.db.models.lookups import Exact


class LoginKey(Func):
    """An expression of a login that both engines order, compare and index in the same way.

    PostgreSQL's own order is that of the database's language, in which "z" need not be the last letter.
    """

    function = "LOWER"
    arity = 1
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Compare bytes."""
        return self.as_sql(
            compiler, connection, template='(%(function)s(%(expressions)s) COLLATE "C")', **context
        )


class IndexedLogin(Exact):
    """The lookup `iexact` of a login, as libraries ask for it, through the unique index of small letters."""

    def __init__(self, lhs: Any, rhs: Any) -> None:
        super().__init__(Lower(lhs), rhs.lower() if isinstance(rhs, str) else Lower(rhs))
