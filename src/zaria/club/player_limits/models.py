"""Members' decisions about their own play for stakes. Rows are only added: the past stays known.

`player` is the id under which a member plays: it outlives the account.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class LimitKind(models.TextChoices):
    """The limited amount; of losses and deposits in the days of `LimitSetting.DAYS` before each moment."""

    STAKE = "stake", _("Highest stake")
    LOSS_DAY = "loss_day", _("Loss in 24 hours")
    LOSS_WEEK = "loss_week", _("Loss in 7 days")
    DEPOSIT_DAY = "deposit_day", _("Top-ups in 24 hours")
    DEPOSIT_WEEK = "deposit_week", _("Top-ups in 7 days")
    DEPOSIT_MONTH = "deposit_month", _("Top-ups in 30 days")


class LimitSetting(models.Model):
    """A limit (hundredths; None: none) of a member from `begins` on, unless they took it back before."""

    DAYS: ClassVar = {
        LimitKind.LOSS_DAY: 1,
        LimitKind.LOSS_WEEK: 7,
        LimitKind.DEPOSIT_DAY: 1,
        LimitKind.DEPOSIT_WEEK: 7,
        LimitKind.DEPOSIT_MONTH: 30,
    }

    player = models.CharField(max_length=32)
    kind = models.CharField(max_length=16, choices=LimitKind)
    amount = models.BigIntegerField(null=True)
    made_at = models.DateTimeField()
    begins = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=["player", "begins"], name="limits_of_player"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.amount}"


class Pause(models.Model):
    """A time in which a member plays for no stakes and tops up nothing. Nobody ends it before `until`."""

    player = models.CharField(max_length=32)
    exclusion = models.BooleanField()
    made_at = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["player", "until"], name="pauses_of_player"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.until}"


class ConsentKind(models.TextChoices):
    """The conditions that a member confirms."""

    AGE = "age", _("Age")
    TERMS = "terms", _("Terms for stakes")


class Consent(models.Model):
    """A condition of the operator that a member has confirmed: an age, or terms (`text`)."""

    player = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, choices=ConsentKind)
    text = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "kind", "text"], name="one_consent_each"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.text}"


class Reminder(models.Model):
    """After how many minutes of play for stakes a member is reminded of the time (0: never).

    `seen_at`: when they last confirmed a reminder; the time counts from there.
    """

    player = models.CharField(max_length=32, primary_key=True)
    minutes = models.PositiveSmallIntegerField()
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.player}: {self.minutes}"
