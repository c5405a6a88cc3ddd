"""Groups and the pupils in them. Moments are in ms."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

ID_LENGTH = 8
LONGEST_TITLE = 60
LONGEST_NAME = 30
"""Characters of the name of a pupil."""


class Group(models.Model):
    """A teacher and their pupils.

    Members join by `join_code` before `join_until`; "" is no code. The administrators of its `federation` see
    that it exists, and may close it.
    """

    id = models.CharField(max_length=ID_LENGTH, primary_key=True)
    title = models.CharField(max_length=LONGEST_TITLE)
    teacher = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="taught_groups")
    created = models.BigIntegerField()
    federation = models.ForeignKey(
        "federations.Federation", models.SET_NULL, null=True, blank=True, related_name="groups"
    )
    join_code = models.CharField(max_length=8, blank=True, default="")
    join_until = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("group"), _("groups")
        constraints = (
            models.UniqueConstraint(
                fields=["join_code"], condition=~Q(join_code=""), name="one_group_a_join_code"
            ),
        )

    def __str__(self) -> str:
        return f"{self.id} {self.title}"


class Pupil(models.Model):
    """A member in a group; `name` is what the teacher calls the owner of a pupil account, "" for others.

    A pupil account signs in by the code of its card: `card_number` counts the cards, `card_hash` is that of
    the code (`groups.codes`), "" for members who have joined.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="pupils")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="group_places")
    name = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    joined = models.BigIntegerField()
    card_number = models.PositiveIntegerField(default=0)
    card_hash = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("pupil"), _("pupils")
        constraints = (
            models.UniqueConstraint(fields=["group", "member"], name="one_place_in_a_group"),
            models.UniqueConstraint(
                fields=["card_hash"], condition=~Q(card_hash=""), name="one_pupil_a_card"
            ),
        )

    def __str__(self) -> str:
        return f"{self.member_id} in {self.group_id}"

    @property
    def display_name(self) -> str:
        """The name under which the group knows the pupil."""
        return self.name or self.member.username


class HomeworkKind(models.TextChoices):
    """The kinds of tasks."""

    LESSON = "lesson", _("Lesson")
    PUZZLES = "puzzles", _("Puzzles")
    MATCH = "match", _("Match against the computer")


class Homework(models.Model):
    """A task of a group, until the end of the day `due`.

    Lessons are those of a `game`. Of puzzles `count` are to be solved, of a `theme` ("": any). A match is
    against the computer on a `level`, and is to be won if `must_win`. Whether it is done follows from what
    the rooms of the tasks store (`classroom.homework`).
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="homework")
    kind = models.CharField(max_length=8, choices=HomeworkKind)
    game = models.CharField(max_length=32)
    theme = models.CharField(max_length=32, blank=True, default="")
    count = models.PositiveSmallIntegerField(default=1)
    level = models.FloatField(default=0)
    must_win = models.BooleanField(default=False)
    given_at = models.BigIntegerField()
    due = models.DateField()

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("homework"), _("homework")

    def __str__(self) -> str:
        return f"{self.group_id}: {self.kind} {self.game}"


class Simul(models.Model):
    """Matches by the day of a teacher against all pupils who accept, on the same `terms` (as JSON).

    `begun_at` is the moment at which the tables were opened, None before that.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="simuls")
    game = models.CharField(max_length=32)
    terms = models.JSONField()
    created = models.BigIntegerField()
    begun_at = models.BigIntegerField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("simul"), _("simuls")

    def __str__(self) -> str:
        return f"{self.group_id}: simul of {self.game}"


class SimulSeat(models.Model):
    """A pupil who has accepted a simul; `match_id` is that of their table, "" before the simul begins."""

    simul = models.ForeignKey(Simul, models.CASCADE, related_name="seats")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="simul_seats")
    accepted = models.BigIntegerField()
    match_id = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("seat of a simul"), _("seats of simuls")
        constraints = (models.UniqueConstraint(fields=["simul", "member"], name="one_seat_in_a_simul"),)

    def __str__(self) -> str:
        return f"{self.member_id} in {self.simul_id}"
