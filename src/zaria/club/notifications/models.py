"""Notices to members, what members have set about them, and their devices."""

from hashlib import sha256
from typing import ClassVar

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import models
from django.db.models import Q


class Notification(models.Model):
    """A notice to a member, read since `read_at`.

    `kind` is one of `zaria.club.notifications.kinds`, `body` what its sentence is made of when it is read.
    `key` names the event: a member has one notice of each ("": any number). `on_page`: the page lists it. A
    mail is due at `mail_at` (None: none, or it is sent), a knock at `push_at` (None: none, or it is handed to
    the devices, which was at `pushed_at`). Knocks with the same `topic` replace each other. `sender` is the
    player (id) who caused it ("": the club), whose notices of an hour and a day are limited.
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
    push_at = models.DateTimeField(null=True, blank=True)
    pushed_at = models.DateTimeField(null=True, blank=True)
    topic = models.CharField(max_length=20, blank=True, default="", db_default="")

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
            models.Index(fields=["push_at"], condition=Q(push_at__isnull=False), name="knocks_of_notices"),
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
    push = models.BooleanField(default=False, db_default=False)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["member", "kind"], name="one_switch_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.member_id}"


class NoticeSettings(models.Model):
    """The settings of a member about knocks and letters; without a row the defaults hold.

    Devices are silent from the hour `quiet_from` to `quiet_to` of the member's time zone, unless both are the
    same. `knock_again`: a table knocks more than once a day. `whole_line`: a knock shows the sentence of its
    notice, else what its kind says without names. `waiting_mails` says how mails about tables that wait come,
    the daily letter at `mail_hour`; the next one is due at `letter_at` (None: nothing waits).
    """

    AT_ONCE, DAILY, OFF = "at_once", "daily", "off"

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="notice_settings"
    )
    quiet_from = models.PositiveSmallIntegerField(default=23)
    quiet_to = models.PositiveSmallIntegerField(default=8)
    knock_again = models.BooleanField(default=False)
    whole_line = models.BooleanField(default=False)
    waiting_mails = models.CharField(max_length=8, default=DAILY)
    mail_hour = models.PositiveSmallIntegerField(default=8)
    letter_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [
            models.Index(fields=["letter_at"], condition=Q(letter_at__isnull=False), name="daily_letters"),
        ]

    def __str__(self) -> str:
        return f"notice settings of {self.member_id}"


class PushSubscription(models.Model):
    """A browser that a member lets the club knock on, until the session ends in which they said so.

    `endpoint` is an address at the service of the browser; `p256dh` and `auth` are the browser's keys
    (`push.messages.DeviceKeys`). `language` is that of the page, for members who have chosen none.
    """

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions", db_index=True
    )
    session = models.ForeignKey(UserSession, models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    language = models.CharField(max_length=5, blank=True, default="")
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"device of {self.member_id}"

    @property
    def mark(self) -> str:
        """The mark by which a browser finds itself in the settings (js/shell/push_device.js)."""
        return sha256(self.endpoint.encode()).hexdigest()


class Knock(models.Model):
    """A notice on its way to a device: tried at `due_at`, given up at `expires_at`, deleted when it is there.

    `payload` is what the browser shows, `topic` as in `Notification`.
    """

    notice = models.ForeignKey(Notification, models.CASCADE, related_name="knocks")
    subscription = models.ForeignKey(PushSubscription, models.CASCADE, related_name="knocks")
    payload = models.TextField()
    topic = models.CharField(max_length=20)
    urgent = models.BooleanField()
    planned_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notice", "subscription"], name="one_knock_a_device"),
        ]

    def __str__(self) -> str:
        return f"{self.notice} at {self.subscription}"
