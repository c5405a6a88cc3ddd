"""The devices on which members let the club knock."""

from collections.abc import Collection
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.notifications.models import PushSubscription
from zaria.club.notifications.push.messages import DeviceKeys, is_usable
from zaria.club.notifications.push.services import is_allowed
from zaria.club.site import clock
from zaria.club.site.time_zones import zones

MOST_DEVICES = 10
"""Devices of one member; the next one takes the place of that which was used least recently."""


class Device(NamedTuple):
    """A browser as it describes itself: its subscription, the language of the page, its time zone or ""."""

    endpoint: str
    keys: DeviceKeys
    language: str = ""
    time_zone: str = ""


class BadSubscriptionError(ValueError):
    """The endpoint is at no service that the club knows, or the keys are none."""


@transaction.atomic
def subscribe(member: Member, session_key: str, device: Device) -> None:
    """Knock on a device from now on, as long as a session lasts. Raises `BadSubscriptionError`.

    A browser has one member: the last who asked for it. The zone of a member who has named none becomes that
    of the device.
    """
    if not is_allowed(device.endpoint) or not is_usable(device.keys):
        raise BadSubscriptionError
    owner = Member.objects.select_for_update(no_key=True).only("pk", "time_zone").get(pk=member.pk)
    session = UserSession.objects.get(user=owner, session_key=session_key)
    fields = {
        "member": owner,
        "session": session,
        **device.keys._asdict(),
        "language": device.language,
        "created_at": clock.now(),
    }
    PushSubscription.objects.update_or_create(endpoint=device.endpoint, defaults=fields)
    by_use = owner.push_subscriptions.order_by(F("used_at").desc(nulls_last=True), "-created_at", "-pk")
    newest = by_use.exclude(endpoint=device.endpoint).values_list("pk", flat=True)
    owner.push_subscriptions.filter(pk__in=list(newest)[MOST_DEVICES - 1 :]).delete()
    if not owner.time_zone and device.time_zone in zones():
        owner.time_zone = device.time_zone
        owner.save(update_fields=["time_zone"])


def unsubscribe(member: Member, endpoint: str) -> None:
    """Knock on a device no more."""
    member.push_subscriptions.filter(endpoint=endpoint).delete()


def remove_device(member: Member, number: int) -> None:
    """Knock no more on a device in the member's list."""
    member.push_subscriptions.filter(pk=number).delete()


def devices_of(member_ids: Collection[int]) -> "QuerySet[PushSubscription]":
    """The devices of members whose sessions last, the newest first."""
    lasting = Session.objects.filter(expire_date__gt=clock.now()).values("session_key")
    devices = PushSubscription.objects.filter(member__in=member_ids, session__session_key__in=lasting)
    return devices.select_related("session").order_by("-created_at", "-pk")
