"""The last offer of other terms between the owner of an open table and one of its readers."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class TableOfferState(models.TextChoices):
    """The states of the last offer."""

    OPEN = "open"
    ACCEPTING = "accepting"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    ENDED = "ended"


class TableOffer(models.Model):
    """Offer number `round` between two members at a table, made at `at` by its owner or its reader.

    `terms` are those of the whole match, as JSON. `next_match` is the table opened on them, once the offer is
    being accepted. Each offer replaces the one before; a table has one row for each reader.
    """

    match_id = models.CharField(max_length=16)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="offers_at_own_tables")
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="table_offers")
    by_owner = models.BooleanField(default=False)
    owner_side = models.PositiveSmallIntegerField()
    public = models.BooleanField()
    round = models.PositiveSmallIntegerField()
    terms = models.JSONField()
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=TableOfferState, default=TableOfferState.OPEN)
    next_match = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["match_id", "reader"], name="one_offer_a_reader"),
            models.UniqueConstraint(
                fields=["match_id"],
                condition=Q(state__in=["accepting", "accepted"]),
                name="one_accepted_offer_a_table",
            ),
        )
        indexes = (
            models.Index(fields=["state"], name="offers_by_state"),
            models.Index(fields=["at"], name="offers_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} #{self.round}"
