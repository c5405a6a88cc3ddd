"""Times in which clocks by the day stand. Moments are in ms since the epoch, by the clock of live play."""

from django.db import models


class Vacation(models.Model):
    """A vacation of the member who plays as `player`; `automatic`: the club began it before a flag."""

    player = models.CharField(max_length=40)
    begins_at = models.BigIntegerField(db_index=True)
    ends_at = models.BigIntegerField()
    automatic = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=["player", "ends_at"], name="vacations_of_a_player"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.begins_at} to {self.ends_at}"


class OpenHours(models.Model):
    """A time in which a process of the club was at work; it says so again and again until `seen_at`."""

    opened_at = models.BigIntegerField()
    seen_at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.opened_at} to {self.seen_at}"


class VacationSwitch(models.Model):
    """A member's wish about vacations that begin by themselves before a flag; without a row they do."""

    player = models.CharField(max_length=40, primary_key=True)
    automatic = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.player}: {self.automatic}"
