"""The channels that a notice takes to each member, by the switches, the settings and the devices of each."""

from base64 import b32encode
from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import Any

from django.conf import settings

from zaria.club.accounts.models import Member
from zaria.club.notifications.kinds import NoticeKind, Switches
from zaria.club.notifications.models import NoticeSettings, NotificationSwitch, PushSubscription

LONGEST_TOPIC = 20


def channels_of(members: Sequence[Member], kind: NoticeKind[Any]) -> dict[Member, Switches]:
    """Return the channels on which a notice of a kind goes to each of some members.

    A mail goes to an address that is confirmed since the admission, a knock to a member with a device. Mails
    about tables that wait go by the settings of such mails, not by the switch.
    """
    switches = stored_switches([member.pk for member in members], kind)
    channels = {member: switches.get(member.pk, kind.default) for member in members}
    if kind.waiting:
        at_once = _mailed_at_once([member.pk for member in members])
        channels = {member: on._replace(mail=member.pk in at_once) for member, on in channels.items()}
    pushed = [member.pk for member, on in channels.items() if on.push and not kind.only_on_page]
    reached = set(_with_devices(pushed)) if pushed else set()
    return {
        member: on._replace(mail=on.mail and _may_mail(member, kind), push=member.pk in reached)
        for member, on in channels.items()
    }


def stored_switches(member_ids: Collection[int], kind: NoticeKind[Any]) -> dict[int, Switches]:
    """Return the switches of those members who have set them for a kind."""
    rows = NotificationSwitch.objects.filter(member__in=member_ids, kind=kind.name)
    return {to: Switches(*channels) for to, *channels in rows.values_list("member", "page", "mail", "push")}


def topic(member_id: int, subject: str) -> str:
    """Return the topic of knocks about a subject, in letters that tell a service nothing; "" for ""."""
    if not subject:
        return ""
    key = blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=b"zaria topics").digest()
    digest = blake2b(f"{member_id} {subject}".encode(), key=key, digest_size=15).digest()
    return b32encode(digest).decode()[:LONGEST_TOPIC]


def _may_mail(member: Member, kind: NoticeKind[Any]) -> bool:
    return not kind.only_on_page and member.since is not None and not (member.robot or member.is_pupil)


def _mailed_at_once(member_ids: Collection[int]) -> set[int]:
    rows = NoticeSettings.objects.filter(member__in=member_ids, waiting_mails=NoticeSettings.AT_ONCE)
    return set(rows.values_list("pk", flat=True))


def _with_devices(member_ids: Collection[int]) -> Collection[int]:
    return PushSubscription.objects.filter(member__in=member_ids).values_list("member", flat=True)
