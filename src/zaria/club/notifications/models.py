"""Notices to members, and the switches that members have set."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Notification(models.Model):
    """A notice to a member, read since `read_at`.

    `kind` is one of `zaria.club.notifications.kinds`, `body` what its sentence is made of when it is read.
    `key` names the event: a member has one notice of each ("": any number). `on_page`: the page lists it. A
    mail is due at `mail_at` (None: none, or it is sent). `sender` is the player (id) who caused it ("": the
    club), whose notices of an hour and a day are limited.
    """

    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=24)
    key = models.CharField(max_length=120, blank=True, default="")
    sender = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField(db_index=True)
    body = models.JSONField(default=dict)
    on_page = models.BooleanField(default=True)
    read_at = models.DateTimeField(null=True, blank=True)
    mail_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["to", "key"], condition=~Q(key=""), name="one_notice_an_event"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["to", "-id"], name="notices_of_a_member"),
            models.Index(fields=["to"], condition=Q(on_page=True, read_at=None), name="unread_notices"),
            models.Index(fields=["mail_at"], condition=Q(mail_at__isnull=False), name="mails_of_notices"),
            models.Index(fields=["sender", "at"], condition=~Q(sender=""), name="notices_of_a_sender"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.to_id}"


class NotificationSwitch(models.Model):
    """The channels that a member has chosen for a kind of notice; without a row the defaults hold."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notification_switches", db_index=False
    )
    kind = models.CharField(max_length=24)
    page = models.BooleanField()
    mail = models.BooleanField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["member", "kind"], name="one_switch_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.member_id}"
