"""Positions of finished matches, by which they are found."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class IndexedMatch(models.Model):
    """A finished match whose positions are stored, or which has none to store; `ended` in ms."""

    match_id = models.CharField(max_length=16, unique=True)
    ended = models.BigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("match"), _("matches")

    def __str__(self) -> str:
        return self.match_id


class StoredPosition(models.Model):
    """A position in which a turn was played: the fields of `records.turn_positions.TurnPosition`.

    `dice` is the roll as a number of two digits, 0 on squares. `loss` is what the turn gave away by the
    deepest analysis of the match, in thousandths of a point (of a chance on squares); None without one.
    """

    match = models.ForeignKey(IndexedMatch, models.CASCADE, related_name="positions")
    key = models.BigIntegerField()
    dice = models.PositiveSmallIntegerField()
    frame = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    cube = models.SmallIntegerField()
    own_away = models.PositiveSmallIntegerField()
    opponent_away = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=60)
    points = models.SmallIntegerField()
    loss = models.PositiveIntegerField(null=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("position"), _("positions")
        indexes = (models.Index(fields=["key", "dice", "id"], name="positions_by_key"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.frame}"
