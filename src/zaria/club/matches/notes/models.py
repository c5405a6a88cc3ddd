"""A note that a member has written at a match, for nobody else."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Note(models.Model):
    """The note of `member` at a match; `at` is when it was changed last (ms)."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes")
    match_id = models.CharField(max_length=64)
    text = models.TextField()
    at = models.BigIntegerField()

    class Meta:
        verbose_name, verbose_name_plural = _("note"), _("notes")
        constraints = (models.UniqueConstraint(fields=["member", "match_id"], name="one_note_a_match"),)

    def __str__(self) -> str:
        return f"{self.member_id} {self.match_id}"
