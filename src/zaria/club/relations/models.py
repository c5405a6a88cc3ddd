"""The relation of one member to another."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Relation(models.Model):
    """The member `follows` the other one, or `blocks` them; without either there is no row."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="relations", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="relations_of_others")
    follows = models.BooleanField(default=False)
    blocks = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["member", "other"], name="one_relation_a_pair"),
            models.CheckConstraint(condition=~Q(follows=True, blocks=True), name="blocks_or_follows"),
        )

    def __str__(self) -> str:
        return f"{self.member_id} → {self.other_id}"
