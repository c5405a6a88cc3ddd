"""Versions of the texts, which are only added, and the consent of members."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from zaria.club.site.database.append_only import AppendOnlyModel, AppendOnlyQuerySet
from zaria.club.texts.kinds import TextKind


class TextVersion(AppendOnlyModel):
    """A version of a text, in all languages.

    `number` counts the versions of a kind; the text that comes with Zaria is the first of them and is not
    stored. `asks_again`: members agree to it before they go on playing.
    """

    kind = models.CharField(max_length=8, choices=TextKind.choices)
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    by_name = models.CharField(max_length=20)
    asks_again = models.BooleanField(default=False, db_index=True)

    objects: ClassVar[models.Manager["TextVersion"]] = AppendOnlyQuerySet["TextVersion"].as_manager()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["kind", "number"], name="text_versions_are_counted"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class SiteText(AppendOnlyModel):
    """A version of a text in one language."""

    version = models.ForeignKey(TextVersion, models.PROTECT, related_name="texts")
    language = models.CharField(max_length=5)
    markdown = models.TextField()

    objects: ClassVar[models.Manager["SiteText"]] = AppendOnlyQuerySet["SiteText"].as_manager()

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["version", "language"], name="one_text_a_language_and_version"),
        )

    def __str__(self) -> str:
        return f"{self.version} {self.language}"


class Consent(models.Model):
    """A version of a text to which a member has agreed."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="consents")
    kind = models.CharField(max_length=8, choices=TextKind.choices)
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["member", "kind", "number"], name="one_consent_a_version"),
        )

    def __str__(self) -> str:
        return f"{self.member_id}: {self.kind} {self.number}"
