"""The stored sizes of tables."""

from typing import ClassVar

from django.db import models


class TableSize(models.Model):
    """The bytes of a table with its indexes on a day (UTC)."""

    table = models.CharField(max_length=64)
    day = models.DateField()
    size = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "table"], name="one_size_a_table_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.day}: {self.size}"
