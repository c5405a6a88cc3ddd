"""Models whose rows are only added, never changed or removed."""

from typing import Any, NoReturn, TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


class UnchangeableError(TypeError):
    """The row is append-only: it cannot be changed or removed."""


class AppendOnlyQuerySet(models.QuerySet[M]):
    """A query set without changes: rows are only added."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise `UnchangeableError`."""
        raise UnchangeableError

    def delete(self) -> NoReturn:
        """Raise `UnchangeableError`."""
        raise UnchangeableError

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise `UnchangeableError`."""
        raise UnchangeableError


class AppendOnlyModel(models.Model):
    """A model of such rows; its `objects` come from `AppendOnlyQuerySet`."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row."""
        if not self._state.adding:
            raise UnchangeableError
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise `UnchangeableError`."""
        raise UnchangeableError
