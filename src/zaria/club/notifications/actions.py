"""Writes notices, and notes what is read. Each function works within the transaction of its caller.

Each change of notices locks the rows of their members first, in the order of their numbers. So no notice is
written twice, and no count is lost.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from zaria.club.accounts.models import Member
from zaria.club.notifications.announcements import announce_unread, counts
from zaria.club.notifications.channels import channels_of, stored_switches, topic
from zaria.club.notifications.daily_letters import plan_letters
from zaria.club.notifications.kinds import AnyBody, NoticeKind, Switches
from zaria.club.notifications.models import NoticeSettings, Notification, NotificationSwitch
from zaria.club.notifications.queries import notices_of_event
from zaria.club.notifications.sender_limits import within_limits
from zaria.club.site import clock

AT_ONCE = 500
"""Members in one statement."""


@transaction.atomic
def notify(
    member_ids: Iterable[int],
    kind: NoticeKind[AnyBody],
    body: AnyBody,
    *,
    key: str = "",
    sender: str = "",
    mail_after: timedelta = timedelta(),
) -> int:
    """Write a notice to members, as their switches have it; return the number of notices.

    It is there once the caller's transaction is committed, and not at all after a rollback. With a `key` a
    member gets one notice of an event, however often this is called. A mail follows after `mail_after`,
    unless the notice is read before. The `sender` is the player (id) who causes it: beyond their limits
    nothing is written.
    """
    return _notify_all(dict.fromkeys(member_ids, body), kind, key, sender, mail_after)


@transaction.atomic
def notify_each(bodies: Mapping[int, AnyBody], kind: NoticeKind[AnyBody], *, key: str) -> int:
    """Write a notice of one event to members, each with the body of its own, as `notify` does."""
    return _notify_all(bodies, kind, key, "", timedelta())


def _notify_all(
    bodies: Mapping[int, AnyBody], kind: NoticeKind[AnyBody], key: str, sender: str, mail_after: timedelta
) -> int:
    ids = sorted(bodies)
    if len(ids) > AT_ONCE:
        lock_members(ids, sender)
    parts = (ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE))
    return sum(_notify(part, kind, bodies, key, sender, mail_after) for part in parts)


def _notify(
    ids: Sequence[int],
    kind: NoticeKind[AnyBody],
    bodies: Mapping[int, AnyBody],
    key: str,
    sender: str,
    mail_after: timedelta,
) -> int:
    wanted = set(ids)
    members = [member for member in _lock(ids, sender) if member.is_active and member.pk in wanted]
    if key:
        notices = notices_of_event(key).filter(to__in=[member.pk for member in members])
        notified = set(notices.values_list("to", flat=True))
        members = [member for member in members if member.pk not in notified]
    if sender:
        allowed = set(within_limits(sender, kind, [member.pk for member in members]))
        members = [member for member in members if member.pk in allowed]
    now = clock.now()
    rows = []
    for member, (page, mail, push) in channels_of(members, kind).items():
        if page or mail or push:
            body = dict(bodies[member.pk])
            rows.append(
                Notification(
                    to=member,
                    kind=kind.name,
                    key=key,
                    sender=sender,
                    at=now,
                    body=body,
                    on_page=page,
                    mail_at=now + mail_after if mail else None,
                    push_at=now if push else None,
                    topic=topic(member.pk, str(body.get("table") or key)) if push else "",
                )
            )
    Notification.objects.bulk_create(rows)
    if kind.waiting:
        plan_letters(members, now)
    count_again([row.to_id for row in rows if row.on_page])
    return len(rows)


@transaction.atomic
def notify_jointly(
    member_id: int,
    kind: NoticeKind[AnyBody],
    body: AnyBody,
    join: Callable[[Mapping[str, object], AnyBody], AnyBody],
    *,
    key: str,
    most_an_hour: int,
) -> bool:
    """Write a notice on the page, or let the unread one of its kind say both; return whether one did.

    `join` makes the body of both from that of the unread notice and the new one. The number of notices in an
    hour is limited; one that others join counts once. Nothing happens if the member has been notified of the
    event `key`, or has switched the kind off.
    """
    members = [member for member in _lock([member_id]) if member.is_active]
    if not members or not stored_switches([member_id], kind).get(member_id, kind.default).page:
        return False
    notices, now = Notification.objects.filter(to=member_id, kind=kind.name), clock.now()
    if notices.filter(key=key).exists():
        return False
    unread = notices.filter(read_at=None, on_page=True).order_by("-pk").first()
    if unread is not None:
        unread.body, unread.key, unread.at = dict(join(unread.body, body)), key, now
        unread.save(update_fields=["body", "key", "at"])
        return True
    if notices.filter(at__gt=now - timedelta(hours=1)).count() >= most_an_hour:
        return False
    Notification.objects.create(to=members[0], kind=kind.name, key=key, at=now, body=dict(body))
    count_again([member_id])
    return True


def mark_read(member_id: int, notices: Collection[int] | None = None) -> None:
    """Note that a member has read notices, or all of theirs."""
    _mark_read([member_id], Q() if notices is None else Q(pk__in=notices))


def mark_event_read(member_ids: Collection[int], key: str) -> None:
    """Note that members have seen an event elsewhere: its notice counts as read, and no mail is sent."""
    _mark_read(member_ids, Q(key=key) & ~Q(key=""))


def mark_events_read(member_ids: Collection[int], beginning: str) -> None:
    """Note that members have seen all events whose keys have this beginning, as `mark_event_read` does."""
    _mark_read(member_ids, Q(key__startswith=beginning))


@transaction.atomic
def end_event(member_id: int, key: str) -> None:
    """Note that what an unread notice calls to has ended; one that is read is deleted, and none is mailed."""
    if _lock([member_id]):
        notices = notices_of_event(key).filter(to=member_id)
        for notice in notices.filter(read_at=None):
            notice.body, notice.mail_at, notice.push_at = {**notice.body, "over": True}, None, None
            notice.save(update_fields=["body", "mail_at", "push_at"])
        _remove(notices.exclude(read_at=None))


@transaction.atomic
def delete_event(member_id: int, key: str) -> None:
    """Delete the notice of an event, to which the member has answered."""
    if _lock([member_id]) and _remove(notices_of_event(key).filter(to=member_id)):
        count_again([member_id])


@transaction.atomic
def _mark_read(member_ids: Collection[int], which: Q) -> None:
    ids = [member.pk for member in _lock(member_ids)]
    unread = Notification.objects.filter(which, to__in=ids, read_at=None)
    if unread.update(read_at=clock.now(), mail_at=None, push_at=None):
        count_again(ids)


@transaction.atomic
def set_switches(member_id: int, switches: Mapping[NoticeKind[Any], Switches]) -> None:
    """Store the switches of a member; one that stands at its default needs no row."""
    for kind, channels in switches.items():
        if channels == kind.default:
            NotificationSwitch.objects.filter(member=member_id, kind=kind.name).delete()
        else:
            NotificationSwitch.objects.update_or_create(
                member_id=member_id, kind=kind.name, defaults=channels._asdict()
            )


@transaction.atomic
def save_settings(member: Member, settings: NoticeSettings, time_zone: str) -> None:
    """Store the settings and the time zone of a member; a letter that is planned follows them.

    A member who wishes letters from now on has one planned: tables may wait already.
    """
    locked = _lock([member.pk]).get()
    locked.time_zone = time_zone
    locked.save(update_fields=["time_zone"])
    stored = NoticeSettings.objects.filter(pk=member.pk).first()
    has_letters = stored is None or stored.waiting_mails == NoticeSettings.DAILY
    is_planned = stored is not None and stored.letter_at is not None
    settings.letter_at = None
    settings.save()
    if is_planned or not has_letters:
        plan_letters([locked], clock.now())


@transaction.atomic
def stop_mails(member_id: int, kind: NoticeKind[Any]) -> None:
    """End the mails of a kind for a member, those that are due too."""
    if not _lock([member_id]):
        return
    channels = stored_switches([member_id], kind).get(member_id, kind.default)
    set_switches(member_id, {kind: channels._replace(mail=False)})
    Notification.objects.filter(to=member_id, kind=kind.name).exclude(mail_at=None).update(mail_at=None)


def forget(member: Member) -> None:
    """Delete the notices and the switches of a member who ends their account."""
    member.notifications.all().delete()
    Notification.objects.filter(sender=member.player).exclude(sender="").update(sender="")
    member.notification_switches.all().delete()
    member.push_subscriptions.all().delete()
    NoticeSettings.objects.filter(member=member).delete()


@transaction.atomic
def delete_before(moment: Any, most: int = AT_ONCE) -> int:
    """Delete some notices from before a moment; return how many."""
    old = Notification.objects.filter(at__lt=moment).order_by("at").values_list("pk", "to")[:most]
    rows = list(old)
    members = _lock({to for _, to in rows})
    Notification.objects.filter(pk__in=[pk for pk, _ in rows]).delete()
    count_again([member.pk for member in members])
    return len(rows)


def lock_members(member_ids: Collection[int], sender: str = "") -> None:
    """Lock the rows of members, and of the player `sender`, before the first of them alone is locked."""
    list(_lock(member_ids, sender).values_list("pk"))


def count_again(member_ids: Collection[int]) -> None:
    """Count the unread notices of members, who are locked, and send them the counts."""
    if not member_ids:
        return
    unread = Notification.objects.filter(to=OuterRef("pk"), on_page=True, read_at=None)
    number = unread.order_by().values("to").annotate(n=Count("*")).values("n")
    members = Member.objects.filter(pk__in=member_ids)
    members.update(unread_notices=Coalesce(Subquery(number, output_field=IntegerField()), 0))
    announce_unread(counts(list(members.values_list("player", flat=True))))


def _remove(notices: "QuerySet[Notification]") -> int:
    """Delete notices, or take those of a sender from the page: they still count towards the limits."""
    hidden = notices.exclude(sender="").update(key="", on_page=False, mail_at=None, push_at=None)
    return hidden + notices.filter(sender="").delete()[0]


def _lock(member_ids: Collection[int], sender: str = "") -> "QuerySet[Member]":
    fields = ("pk", "is_active", "since", "robot", "time_zone")
    which = Q(pk__in=member_ids) | Q(player=sender) if sender else Q(pk__in=member_ids)
    members = Member.objects.filter(which).order_by("pk").only(*fields)
    return members.select_for_update(no_key=True)
