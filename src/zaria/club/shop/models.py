"""The purchases of members, their gifts, and the treats that they sent.

`player` is the id of a member in the ledger. The amounts are in the ledger alone.
"""

from django.db import models
from django.db.models import F, Q

from zaria.club.ledger.models import Transfer


class Purchase(models.Model):
    """A good (`goods.GOODS`) that a member bought at `at` (ms since the epoch)."""

    player = models.CharField(max_length=32)
    good = models.CharField(max_length=32)
    at = models.BigIntegerField()
    transfer = models.ForeignKey(Transfer, models.PROTECT, related_name="+", db_index=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "good"], name="each_good_once"),)

    def __str__(self) -> str:
        return f"{self.good} of {self.player}"


class GiftClock(models.Model):
    """A member's gifts: how many they took, and when the last one (ms since the epoch, 0: never).

    `notified` is the number of the gift after which the next one was last announced.
    """

    player = models.CharField(max_length=32, primary_key=True)
    number = models.PositiveIntegerField(default=0)
    at = models.BigIntegerField(default=0)
    notified = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=["at"], condition=Q(notified__lt=F("number")), name="unannounced_gifts"),
        )

    def __str__(self) -> str:
        return self.player


class Treat(models.Model):
    """A treat (`goods.TREATS`) that `sender`, called `name`, sent to `receiver`: shown until `until` (ms)."""

    kind = models.CharField(max_length=16)
    sender = models.CharField(max_length=32)
    name = models.CharField(max_length=30)
    receiver = models.CharField(max_length=32)
    at = models.BigIntegerField()
    until = models.BigIntegerField()
    transfer = models.OneToOneField(Transfer, models.PROTECT, related_name="+")

    class Meta:
        indexes = (
            models.Index(fields=["receiver", "until"], name="treats_of_receiver"),
            models.Index(fields=["sender", "at"], name="treats_of_sender"),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.receiver}"
