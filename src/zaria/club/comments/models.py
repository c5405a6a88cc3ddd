"""Comments of members, in plain text."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MOST = 1000
"""Characters of a comment."""


class Comment(models.Model):
    """A comment at a place (`zaria.club.comments.comment_places`).

    A removed one keeps its row, without the text, because it counts for the limit of an hour. `digest` is
    that of the text, so that its author does not write it twice; "" once its author has removed it.
    """

    place = models.CharField(max_length=48)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="comments")
    at = models.DateTimeField(auto_now_add=True)
    text = models.CharField(max_length=MOST)
    digest = models.CharField(max_length=64)
    removed = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("comment"), _("comments")
        ordering = ("-pk",)
        default_permissions = ()
        indexes = (
            models.Index(fields=["place", "-id"], condition=Q(removed=False), name="comments_of_place"),
            models.Index(fields=["author", "at"], name="comments_of_author"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["author", "digest"], condition=~Q(digest=""), name="no_comment_twice"
            ),
        )

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:40]}"
