"""The audit log of the staff's acts, and the notices to members."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from zaria.club.site.database.append_only import AppendOnlyModel, AppendOnlyQuerySet

OPERATOR = "operator"
"""The name of the operator in the audit log."""


# The class is not called AuditEntry: Django would rename its content type, to which the permissions of all
# staff belong, and its address /staff/staff/act/.
class ActKind(models.TextChoices):
    """The kinds of acts."""

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
    NAMES = "names", _("list of forbidden names changed")
    WORDS = "words", _("list of forbidden words changed")
    COMMENT = "comment", _("comment removed")
    LINE = "line", _("message removed")
    STUDY = "study", _("study removed")
    RESTUDY = "restudy", _("study shown again")
    READ = "read", _("private conversation read")
    REPORT = "report", _("report handled")
    ANSWER = "answer", _("ready answer changed")
    TEXT = "text", _("club text published")
    CLUB = "club", _("club's appearance changed")
    APPOINT = "appoint", _("role changed")
    GRANT = "grant", _("credits granted")
    TAKE = "take", _("credits taken")
    PAYOUT = "payout", _("credits paid out")
    DECLINE = "decline", _("pay-out declined")
    CLOSE = "close", _("balance closed")
    RETURN = "return", _("credits booked back")
    REFUND = "refund", _("payment refunded")
    DIRECT = "direct", _("tournament directed")
    FOUND = "found", _("federation created")
    WIND_UP = "windup", _("federation closed")
    REOPEN = "reopen", _("federation opened again")
    ENTRUST = "entrust", _("federation administration given")
    RECALL = "recall", _("federation administrator removed")
    MANAGE = "manage", _("federation changed")


class Act(AppendOnlyModel):
    """One entry of the audit log, an act of a member of the staff: never changed, never removed.

    `by_name` is its author ("operator" without `by`: a person at the machine itself), `about` the member
    concerned and `name` their login at that time, `match` the match, `details` the values before and after.
    """

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="acts"
    )
    by_name = models.CharField(max_length=20)
    kind = models.CharField(max_length=8, choices=ActKind.choices)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="acts_about"
    )
    name = models.CharField(max_length=20, blank=True, default="")
    match = models.CharField(max_length=16, blank=True, default="", db_index=True)
    reason = models.TextField()
    until = models.DateTimeField(null=True, blank=True)
    details = models.JSONField(default=dict)

    objects: ClassVar[models.Manager["Act"]] = AppendOnlyQuerySet["Act"].as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("log entry"), _("log")
        ordering = ("-at", "-id")
        default_permissions = ()
        permissions = (
            ("warn", "Can warn members"),
            ("mute", "Can mute members"),
            ("block", "Can block members"),
            ("rename", "Can change logins"),
            ("face", "Can remove pictures"),
            ("names", "Can change the list of refused names"),
            ("void", "Can void games and count them again"),
            ("correct", "Can correct ratings"),
            ("delete", "Can delete accounts"),
            ("appoint", "Can appoint staff"),
            ("addresses", "Can see e-mail addresses"),
            ("credits", "Can grant, take and pay out credits"),
            ("tournaments", "Can set up and direct tournaments"),
            ("federations", "Can create, close and administer federations"),
            ("comments", "Can remove comments and studies"),
            ("lines", "Can read conversations that are reported, and remove messages"),
            ("texts", "Can publish the texts of the club"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.name or self.match}"

    @property
    def reason_text(self) -> str:
        """The reason in the words of the staff; the operator's commands, and acts on series, need none."""
        return self.reason or (gettext("Decision of the operator of the club") if self._is_operators else "")

    @property
    def author_text(self) -> str:
        """The login of the member of staff, or the word for the operator."""
        return gettext("operator") if self._is_operators else self.by_name

    @property
    def _is_operators(self) -> bool:
        return self.by_id is None and self.by_name == OPERATOR


SANCTIONS = {ActKind.BLOCK: "blocked_until", ActKind.MUTE: "muted_until"}
"""Sanctions that end or can be lifted, with the field of `Member` that holds their end."""


class Notice(models.Model):
    """The notice of an act to a member, who confirmed at `read_at` that they have read it."""

    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    act = models.ForeignKey(Act, models.PROTECT, related_name="notices")
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["to", "act"], name="one_notice_an_act"),)

    def __str__(self) -> str:
        return f"{self.to}: {self.act}"
