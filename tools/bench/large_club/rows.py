"""Rows on their way into the database, which are stored many at a time."""

from collections import Counter

from django.db import transaction
from django.db.models import Model

AT_ONCE = 5_000
"""Rows of all models that wait for each other."""
A_STATEMENT = 500


class Batches:
    """Rows by model; models are stored in the order in which each had its first row."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._waiting: dict[type[Model], list[Model]] = {}
        self._number = 0

    def add(self, row: Model) -> None:
        """Store a row soon."""
        self._waiting.setdefault(type(row), []).append(row)
        self._number += 1
        if self._number >= AT_ONCE:
            self.store()

    @transaction.atomic
    def store(self) -> None:
        """Store all rows that wait."""
        for model, rows in self._waiting.items():
            model._default_manager.bulk_create(rows, batch_size=A_STATEMENT)
            self.counts[model._meta.label] += len(rows)
            rows.clear()
        self._number = 0
