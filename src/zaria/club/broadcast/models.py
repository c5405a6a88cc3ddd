"""The tables that directors broadcast, and what commentators draw on them."""

from django.conf import settings
from django.db import models


class FeaturedTable(models.Model):
    """The match of a `tournament` (its id) that its broadcast shows, while it is being played."""

    tournament = models.CharField(max_length=10, primary_key=True)
    match_id = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.match_id}"


class Drawing(models.Model):
    """The last drawing of a commentator: arrows on one board of a match.

    `board` is the text of the board as pages compare it, and `arrows` are as in `drawings.Drawn`.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="drawing"
    )
    match_id = models.CharField(max_length=16)
    board = models.CharField(max_length=600)
    arrows = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.member_id}: {self.match_id}"
