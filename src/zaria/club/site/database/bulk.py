"""Stores many rows of a table at once.

Django's own way writes one statement with a place for each value of all rows, which takes longer than the
database takes to run it. Here one short statement is run for each row, and the driver sends all together.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DecimalField, Field, JSONField, Model

_ADAPTED = (DecimalField, JSONField)
"""Fields whose values a database does not store as they are."""

_Place = tuple[int, "Field[Any, Any]"]
"""The index of a value in a row, and its field."""


def insert(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows, each with the values of these fields (names of attributes); ids are the database's.

    Raises `django.db.IntegrityError` if one is there.
    """
    _run(model, fields, rows, "")


def put(model: type[Model], fields: Sequence[str], key: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows as `insert` does, or replace the values of those with the same key, a unique constraint."""
    columns = _columns(model)
    names = ", ".join(columns[name] for name in key)
    values = ", ".join(f"{columns[name]} = excluded.{columns[name]}" for name in fields if name not in key)
    _run(model, fields, rows, f" ON CONFLICT ({names}) DO UPDATE SET {values}")


def _run(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]], on_conflict: str) -> None:
    adapted = _adapted(model, tuple(fields))
    database = connections[DEFAULT_DB_ALIAS]
    values = [_adapt(row, adapted, database) for row in rows] if adapted else list(rows)
    if not values:
        return
    columns = _columns(model)
    names, places = ", ".join(columns[name] for name in fields), ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES ({places}){on_conflict}"
    with database.cursor() as cursor:
        cursor.executemany(statement, values)


def _adapt(row: Sequence[Any], adapted: Iterable[_Place], database: BaseDatabaseWrapper) -> list[Any]:
    values = list(row)
    for place, field in adapted:
        values[place] = field.get_db_prep_save(values[place], database)
    return values


@cache
def _columns(model: type[Model]) -> dict[str, str]:
    return {field.attname: _quoted(str(field.column)) for field in model._meta.concrete_fields}


@cache
def _adapted(model: type[Model], fields: tuple[str, ...]) -> tuple[_Place, ...]:
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    places = enumerate(by_name[name] for name in fields)
    return tuple((place, field) for place, field in places if isinstance(field, _ADAPTED))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
