"""Conversations and their lines. Players are ids, as in matches: guests take part. Moments are ms."""

from django.db import models
from django.db.models import Q


class ConversationKind(models.TextChoices):
    """The kinds of conversations."""

    DIRECT = "direct"
    TABLE = "table"
    ONLOOKERS = "onlookers"
    TOURNAMENT = "tournament"
    FEDERATION = "federation"


class Conversation(models.Model):
    """A conversation. `last` is the number of its last line (0: none), `at` the moment of it.

    `id` is `kind:key`: direct:<random>, table:<match>, onlookers:<match>, tournament:<id> or
    federation:<slug>. Of a direct one `pair` holds both players, so that they have one only, and `by` is the
    player who began it, `begun_at` the moment (0: long ago).
    """

    id = models.CharField(max_length=80, primary_key=True)
    kind = models.CharField(max_length=10, choices=ConversationKind)
    key = models.CharField(max_length=64)
    last = models.PositiveIntegerField(default=0)
    at = models.BigIntegerField(default=0)
    begun_at = models.BigIntegerField(default=0, db_default=0)
    pair = models.CharField(max_length=65, unique=True, null=True)
    by = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["by", "begun_at"], name="conversations_begun"),)

    def __str__(self) -> str:
        return self.id


class Line(models.Model):
    """Line `number` of a conversation, by the player `author` under the name that they had then.

    `command` is the author's own id of the line. It has a `text` or a `phrase`; neither, once its author's
    account is deleted. A line removed by the staff (`removed_at`, by the player `removed_by`) keeps its text
    for the staff and is sent to readers without it.
    """

    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="lines", db_index=False)
    number = models.PositiveIntegerField()
    at = models.BigIntegerField()
    author = models.CharField(max_length=32)
    name = models.CharField(max_length=40)
    colour = models.CharField(max_length=7)
    member = models.BooleanField(default=False)
    robot = models.BooleanField(default=False)
    side = models.PositiveSmallIntegerField(null=True)
    command = models.CharField(max_length=40)
    text = models.TextField(blank=True, default="")
    phrase = models.CharField(max_length=16, blank=True, default="")
    removed_at = models.BigIntegerField(null=True)
    removed_by = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["conversation", "number"], name="one_line_a_number"),
            models.UniqueConstraint(fields=["conversation", "author", "command"], name="one_line_a_command"),
        )
        indexes = (
            models.Index(fields=["author", "at"], name="lines_of_author"),
            models.Index(
                fields=["removed_at"], condition=Q(removed_at__isnull=False), name="removed_lines_by_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.number}"

    @property
    def removed(self) -> bool:
        """True if only the staff may read it."""
        return self.removed_at is not None


class Participant(models.Model):
    """The state of a conversation for a player: read up to line `read`, muted or not.

    Both players of a direct conversation have a row; `unread_since` is the moment of the first line that they
    have not read (None: they have read all, or muted it), and `last_at` that of its last line (0: none), by
    which their list is ordered. Others have a row once they mute a conversation.
    """

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="participants", db_index=False
    )
    player = models.CharField(max_length=32)
    read = models.PositiveIntegerField(default=0)
    unread_since = models.BigIntegerField(null=True)
    muted = models.BooleanField(default=False)
    last_at = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["conversation", "player"], name="one_participant_a_player"),
        )
        indexes = (
            models.Index(fields=["player"], name="participants_by_player"),
            models.Index(
                fields=["player"], condition=Q(unread_since__isnull=False), name="participants_with_unread"
            ),
            models.Index(
                fields=["player", "-last_at", "-conversation"],
                condition=Q(unread_since__isnull=False),
                name="unread_conversations",
            ),
            models.Index(
                fields=["player", "-last_at", "-conversation"],
                condition=Q(unread_since=None),
                name="read_conversations",
            ),
        )

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.player}"
