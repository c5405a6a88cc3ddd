"""Forbidden words of public texts, and submissions that take effect once."""

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
