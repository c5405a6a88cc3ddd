"""What the staff does, and the book in which each of its acts stands."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Act(models.Model):
    """One act of a member of the staff: never changed, never removed.

    `about` is the member it concerns (None once his account is deleted: `name` stays), `match` the match,
    `details` what was before and after.
    """

    class Kind(models.TextChoices):
        """What can be done."""

        WARN = "warn", _("warning")
        MUTE = "mute", _("mute")
        BLOCK = "block", _("block")
        LIFT = "lift", _("sanction lifted")
        VOID = "void", _("game voided")
        RESTORE = "restore", _("game counted again")
        CORRECT = "correct", _("rating corrected")
        RENAME = "rename", _("login changed")
        EDIT = "edit", _("account changed")
        DELETE = "delete", _("account deleted")
        NAMES = "names", _("list of refused names changed")

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="acts")
    by_name = models.CharField(max_length=10)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="acts_about"
    )
    name = models.CharField(max_length=10, blank=True, default="")
    match = models.CharField(max_length=16, blank=True, default="")
    reason = models.TextField()
    until = models.DateTimeField(null=True, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.name or self.match}"
