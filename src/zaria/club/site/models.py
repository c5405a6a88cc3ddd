"""The words that texts for other people may not hold."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_WORD = 40


class ForbiddenWord(models.Model):
    """A word that no message and no comment may hold; the staff keeps the list.

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
        """In small letters."""
        self.word = self.word.lower()
        super().save(*args, **kwargs)
