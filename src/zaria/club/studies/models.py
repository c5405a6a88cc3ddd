"""Studies, the people in them, their chapters, and the changes of chapters. Moments are in ms."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.site.visibility import Visibility
from zaria.studies.chapter import LONGEST_TITLE

ID_LENGTH = 8
GAME_LENGTH = 32


class Role(models.TextChoices):
    """The part of a person in a study."""

    OWNER = "owner", pgettext_lazy("study", "Owner")
    WRITER = "writer", pgettext_lazy("study", "Writer")
    READER = "reader", pgettext_lazy("study", "Reader")


class Study(models.Model):
    """A study; `changed` is the moment of its last change.

    The board of its `leader` is at a node of a chapter since `lead_at`, and readers may follow. A study that
    the staff has removed at `removed_at` is shown to nobody; 0: it has not.
    """

    id = models.CharField(max_length=ID_LENGTH, primary_key=True)
    title = models.CharField(max_length=LONGEST_TITLE)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.UNLISTED)
    created = models.BigIntegerField()
    changed = models.BigIntegerField()
    leader = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    lead_chapter = models.BigIntegerField(default=0, db_default=0)
    lead_node = models.PositiveIntegerField(default=0, db_default=0)
    lead_at = models.BigIntegerField(default=0, db_default=0)
    removed_at = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("study"), _("studies")
        indexes = (
            models.Index(fields=["visibility", "-changed"], name="studies_by_change"),
            models.Index(fields=["removed_at"], condition=models.Q(removed_at__gt=0), name="removed_studies"),
        )

    def __str__(self) -> str:
        return f"{self.id} {self.title}"


class StudyPerson(models.Model):
    """A member in a study; `used` is when they opened or changed it last."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="people")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="studies")
    role = models.CharField(max_length=8, choices=Role.choices)
    used = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("person in a study"), _("people in studies")
        constraints = (models.UniqueConstraint(fields=["study", "member"], name="one_role_in_a_study"),)
        indexes = (models.Index(fields=["member", "-used"], name="studies_of_a_member"),)

    def __str__(self) -> str:
        return f"{self.member_id} in {self.study_id}: {self.role}"


class StudyChapter(models.Model):
    """A chapter: `body` is a `zaria.studies.chapter.ChapterTree`, of which title and game stand beside it.

    `place` orders the chapters; `revision` counts the changes.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="chapters")
    place = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=LONGEST_TITLE)
    game = models.CharField(max_length=GAME_LENGTH)
    body = models.TextField()
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("chapter"), _("chapters")
        indexes = (models.Index(fields=["study", "place"], name="chapters_in_order"),)

    def __str__(self) -> str:
        return f"{self.study_id} {self.place} {self.title}"


class StudyChange(models.Model):
    """The change that led to a `revision` of a chapter: an operation of `zaria.studies.operations`.

    `touched` are the nodes that it touched, a `zaria.studies.differences.TreeDifference`; "": not known.
    """

    chapter = models.ForeignKey(StudyChapter, models.CASCADE, related_name="changes")
    revision = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    body = models.TextField()
    touched = models.TextField(default="", db_default="")
    at = models.BigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("change of a chapter"), _("changes of chapters")
        constraints = (models.UniqueConstraint(fields=["chapter", "revision"], name="one_change_a_revision"),)

    def __str__(self) -> str:
        return f"{self.chapter_id} {self.revision}"
