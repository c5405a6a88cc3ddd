"""The order in which a member's tables by the day stand, the moments of reminders, and the last knock."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models


class TableOrder(models.Model):
    """The order of a member's list.

    * is_own: in their own order, not by the time left;
    * tables: the ids of their own order, the first one first; a table that is not among them comes last;
    * skipped: the tables that they have put last in this round of turns, each with the start of the wait
      (ms): a table that has waited anew since then is skipped no more.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="table_order"
    )
    is_own = models.BooleanField(default=False)
    tables = models.JSONField(default=list)
    skipped = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"order of {self.member_id}"


class TurnReminder(models.Model):
    """The next reminder of a turn that a table waits for; a table has one row at most.

    `player` is the id of the player whose turn it is since `since` (ms). The reminder is the one of number
    `stage` (`zaria.club.waiting.reminders.moments`), to be sent at `at` (ms).
    """

    match_id = models.CharField(max_length=64, primary_key=True)
    player = models.CharField(max_length=32, db_index=True)
    since = models.BigIntegerField()
    stage = models.PositiveSmallIntegerField()
    at = models.BigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} for {self.player}"


class KnockMark(models.Model):
    """The wait that was looked at last: the knocks go on a minute before it. One row.

    `since` is the start of the wait (ms), `match_id` its table.
    """

    since = models.BigIntegerField()
    match_id = models.CharField(max_length=64)

    class Meta:
        default_permissions = ()
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_knock_mark")
        ]

    def __str__(self) -> str:
        return f"{self.since} {self.match_id}"
