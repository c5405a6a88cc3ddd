"""An agreement of a player in a match by the day, for nobody else until it acts."""

from django.db import models


class SealedActs(models.Model):
    """The acts to which `player` (an id) has agreed in advance in a match, changed last at `at`.

    `acts` is a `zaria.match.ahead.AgreedActs`. No page, log or notice of others may have it.
    """

    match_id = models.CharField(max_length=16)
    player = models.CharField(max_length=40, db_index=True)
    acts = models.JSONField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["match_id", "player"], name="one_agreement_a_player"),)

    def __str__(self) -> str:
        return self.match_id
