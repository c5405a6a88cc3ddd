"""Requests to the staff with their answers, reports, and answers that the staff has ready."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MOST = 4000
"""Characters of a message."""


class ThreadKind(models.TextChoices):
    """The kinds of requests."""

    QUESTION = "question", _("Question")
    FAULT = "fault", _("Technical problem")
    APPEAL = "appeal", _("Appeal against a staff decision")


class ThreadState(models.TextChoices):
    """The states: open until the staff has answered or closed it, and again after a further message."""

    OPEN = "open", pgettext_lazy("request", "open")
    ANSWERED = "answered", _("answered")
    CLOSED = "closed", pgettext_lazy("request", "closed")


class Thread(models.Model):
    """A request to the staff, with its messages: of a member, or of those who read mails at `email`.

    One by mail is hidden from the staff until it is `confirmed_at`. `page`, `match` and `browser` are what
    was sent along. `last_at` is the time of the last message.
    """

    kind = models.CharField(max_length=8, choices=ThreadKind.choices)
    state = models.CharField(max_length=8, choices=ThreadState.choices, default=ThreadState.OPEN)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="support_threads"
    )
    email = models.EmailField(blank=True, default="")
    language = models.CharField(max_length=8)
    page = models.CharField(max_length=200, blank=True, default="")
    match = models.CharField(max_length=16, blank=True, default="")
    browser = models.CharField(max_length=200, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    waiting_since = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    last_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("request"), _("requests")
        ordering = ("-last_at",)
        default_permissions = ()
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(member=None) ^ Q(email=""), name="requests_come_from_a_member_or_an_address"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["waiting_since"], condition=Q(state="open"), name="open_requests"),
            models.Index(fields=["email", "at"], name="requests_of_address"),
            models.Index(fields=["answered_at", "confirmed_at"], name="answered_requests"),
        ]

    def __str__(self) -> str:
        return _("{kind} #{n}").format(kind=self.get_kind_display(), n=self.pk)


class Message(models.Model):
    """A message of a thread, by the staff or by its author."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages")
    by_staff = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    text = models.TextField(max_length=MOST)

    class Meta:
        ordering = ("pk",)
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.thread_id}: {self.text[:40]}"


class Report(models.Model):
    """A report of something, `about` (see `zaria.club.support.subjects`), by a player.

    `rule` is the number of the broken rule of conduct, 0 none of them. `member` is whom it concerns, `name`
    their name then; `context` holds what could be seen, so that it outlives a removal. It is handled once
    `closed_at` is set; `acted` says whether the staff did something.
    """

    about = models.CharField(max_length=120)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reports_about"
    )
    name = models.CharField(max_length=80)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="reports"
    )
    player = models.CharField(max_length=64)
    player_name = models.CharField(max_length=80)
    rule = models.PositiveSmallIntegerField()
    text = models.TextField(max_length=MOST, blank=True, default="")
    context = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    acted = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("report"), _("reports")
        ordering = ("pk",)
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "about"], condition=Q(closed_at=None), name="one_open_report_of_a_thing"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["about"], name="reports_of_a_thing"),
            models.Index(fields=["player", "at"], name="reports_by_a_player"),
            models.Index(fields=["at"], condition=Q(closed_at=None), name="open_reports"),
            models.Index(
                fields=["about", "at", "name"], condition=Q(closed_at=None), name="open_reports_of_a_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about}: {self.name}"


class CannedAnswer(models.Model):
    """An answer that the staff has ready, in one language."""

    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES)
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("text"), max_length=MOST)

    class Meta:
        verbose_name, verbose_name_plural = _("ready answer"), _("ready answers")
        ordering = ("language", "title")
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["language", "title"], name="one_ready_answer_a_title"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.language})"
