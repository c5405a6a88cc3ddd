"""The notices and the switches of a member."""

from typing import Any

from django.db.models import OuterRef, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.notifications.kinds import NoticeKind, Switches, ordered_kinds
from zaria.club.notifications.models import NoticeSettings, Notification, NotificationSwitch


def notices_of_event(key: "str | OuterRef") -> "QuerySet[Notification]":
    """The notices of an event, in no order.

    The condition that there is an event is that of their index, which is not used without it.
    """
    return Notification.objects.filter(key=key).exclude(key="").order_by()


def notices_of(member_id: int, before: int | None, most: int) -> list[Notification]:
    """The newest notices of a member, those before a number if one is given."""
    notices = Notification.objects.filter(to=member_id, on_page=True).order_by("-pk")
    return list((notices if before is None else notices.filter(pk__lt=before))[:most])


def switches_of(member_id: int) -> dict[NoticeKind[Any], Switches]:
    """The switches of a member, of every kind in order."""
    rows = NotificationSwitch.objects.filter(member=member_id).values_list("kind", "page", "mail", "push")
    stored = {kind: Switches(*channels) for kind, *channels in rows}
    return {kind: stored.get(kind.name, kind.default) for kind in ordered_kinds()}


def stored_data(member: Member) -> dict[str, Any]:
    """All stored data of a member, for their file."""
    notices = Notification.objects.filter(to=member).order_by("pk")
    switches = NotificationSwitch.objects.filter(member=member).order_by("kind")
    return {
        "notices": list(
            notices.values("kind", "at", "body", "on_page", "read_at", "mail_at", "push_at", "pushed_at")
        ),
        "switches": list(switches.values("kind", "page", "mail", "push")),
        "settings": list(NoticeSettings.objects.filter(member=member).values()),
        "devices": list(
            member.push_subscriptions.order_by("pk").values(
                "endpoint", "language", "created_at", "used_at", "session__user_agent"
            )
        ),
    }


def settings_of(member_id: int) -> NoticeSettings:
    """The settings of a member, stored or by default."""
    stored = NoticeSettings.objects.filter(member=member_id).first()
    return stored or NoticeSettings(member_id=member_id)
