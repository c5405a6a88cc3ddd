"""The progress of members in lessons."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LessonProgress(models.Model):
    """The number of boards that `member` has solved from the beginning of a lesson or a chapter.

    `game` names the lesson, or the chapter: "tabla/opening".
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lessons")
    game = models.CharField(max_length=32)
    boards = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("progress in a lesson"), _("progress in lessons")
        constraints = (models.UniqueConstraint(fields=["member", "game"], name="one_progress_a_lesson"),)

    def __str__(self) -> str:
        return f"{self.member_id} {self.game} {self.boards}"
