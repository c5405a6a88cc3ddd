"""Forbidden words of public texts, submissions that take effect once, and the brand of the club."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_WORD = 40


class ForbiddenWord(models.Model):
    """A forbidden word of messages and comments, from the list of the staff.

    A star at its start or end stands for any letters.
    """

    word = models.CharField(_("word"), max_length=LONGEST_WORD, unique=True)

    class Meta:
        verbose_name, verbose_name_plural = _("forbidden word"), _("forbidden words")
        ordering = ("word",)
        default_permissions = ()

    def __str__(self) -> str:
        return self.word

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the word in small letters."""
        self.word = self.word.lower()
        super().save(*args, **kwargs)


class Submission(models.Model):
    """A form or request that takes effect once, with its answer; rows older than a day are deleted."""

    key = models.CharField(max_length=64, primary_key=True)
    content = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    location = models.TextField(default="")
    content_type = models.CharField(max_length=100, default="")
    body = models.TextField(default="")
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.key


class StoredBrand(models.Model):
    """The brand that the owner has chosen, in one row; an empty field is as the operator has set it."""

    name = models.CharField(max_length=40, default="")
    short_name = models.CharField(max_length=12, default="")
    light_accent = models.CharField(max_length=7, default="")
    dark_accent = models.CharField(max_length=7, default="")
    language = models.CharField(max_length=5, default="")
    games = models.JSONField(default=list)
    greetings = models.JSONField(default=dict)
    logo = models.BinaryField(null=True)
    offered = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))

    class Meta:
        default_permissions = ()
        constraints = (models.CheckConstraint(condition=models.Q(pk=1), name="one_brand"),)

    def __str__(self) -> str:
        return self.name
