"""Plans the knocks of notices: which of them knock, on which devices, with which text, and until when."""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import Error, transaction
from django.utils import translation

from zaria.club.accounts.models import Member
from zaria.club.notifications.channels import topic
from zaria.club.notifications.kinds import KINDS, is_over
from zaria.club.notifications.mails import AGAIN
from zaria.club.notifications.models import Knock, Notification, PushSubscription
from zaria.club.notifications.push.payloads import (
    NEXT,
    KnockText,
    language_of,
    of_notice,
    of_tables,
    payload,
)
from zaria.club.notifications.push.quiet_hours import next_knock, start_of_day, zone_of
from zaria.club.notifications.push.subscriptions import devices_of
from zaria.club.notifications.queries import settings_of
from zaria.club.notifications.waiting_tables import waiting_tables

log = logging.getLogger(__name__)

AT_ONCE = 200
"""Notices in one round."""
LONGEST = timedelta(days=1)
"""The longest time for which a service keeps a knock."""
GIVEN_UP = timedelta(days=1)
"""The age of a notice that knocks no more."""


class Planned(NamedTuple):
    """The knocks of a round: how many were planned, and how many notices knock nowhere."""

    knocks: int
    dropped: int


def plan_knocks(now: datetime, origin: str) -> Planned:
    """Make knocks of the notices that are due; each is handed to the devices of its member once."""
    due = Notification.objects.filter(push_at__lte=now).order_by("push_at", "pk")[:AT_ONCE]
    members = sorted({notice.to_id for notice in due})
    planned = [_plan_or_postpone(member_id, now, origin) for member_id in members]
    return Planned(sum(plan.knocks for plan in planned), sum(plan.dropped for plan in planned))


def _plan_or_postpone(member_id: int, now: datetime, origin: str) -> Planned:
    """Plan the knocks of a member; a failure keeps nobody else from theirs."""
    try:
        return _plan(member_id, now, origin)
    except Error:
        raise
    except Exception:
        log.exception("knocks: those of member %s are postponed", member_id)
        Notification.objects.filter(to=member_id, push_at__lte=now).update(push_at=now + AGAIN)
        return Planned(0, 0)


def _plan(member_id: int, now: datetime, origin: str) -> Planned:
    member, settings = Member.objects.get(pk=member_id), settings_of(member_id)
    badge, present = len(waiting_tables().rows(member)), _tables_of_reader(member, now)
    zone = zone_of(member.time_zone)
    with transaction.atomic():
        Member.objects.select_for_update(no_key=True).only("pk").get(pk=member_id)
        due = list(Notification.objects.filter(to=member_id, push_at__lte=now).order_by("pk"))
        awake = next_knock(now, zone, settings.quiet_from, settings.quiet_to)
        if awake > now:
            due = _hold_back(due, awake)
        pushed_topics = set() if settings.knock_again else _topics_since(member_id, start_of_day(now, zone))
        knocking = [
            notice
            for notice in due
            if member.is_active
            and _stands(notice, now)
            and notice.body.get("table") not in present
            and not _is_repeated(notice, pushed_topics)
        ]
        Notification.objects.filter(pk__in=[notice.pk for notice in due]).update(push_at=None)
        Notification.objects.filter(pk__in=[notice.pk for notice in knocking]).update(pushed_at=now)
        devices = list(devices_of([member_id]))
        planner = _Planner(member, devices, now, origin, badge, whole_line=settings.whole_line)
        knocks = planner.knocks(knocking)
        topics = {knock.topic for knock in knocks}
        Knock.objects.filter(subscription__member=member_id, topic__in=topics).delete()  # older ones
        Knock.objects.bulk_create(knocks)
        return Planned(len(knocks), len(due) - len(knocking))


def is_called_for(knock: Knock, now: datetime) -> bool:
    """Return whether a planned knock still calls to something, one about several tables to any of them."""
    member_id = knock.notice.to_id
    if knock.topic != topic(member_id, NEXT):
        return knock.notice.read_at is None
    waiting = [kind.name for kind in KINDS.values() if kind.waiting]
    unread = Notification.objects.filter(to=member_id, kind__in=waiting, read_at=None, at__gt=now - GIVEN_UP)
    return any(_stands(notice, now) for notice in unread)


def _hold_back(due: Sequence[Notification], awake: datetime) -> list[Notification]:
    """Let notices wait for the end of quiet hours; return those that are urgent and over by then."""
    awake_ms = awake.timestamp() * 1000
    waking = [
        notice
        for notice in due
        if notice.kind in KINDS
        and KINDS[notice.kind].urgent
        and isinstance(until := notice.body.get("until"), int)
        and until <= awake_ms
    ]
    held = {notice.pk for notice in due} - {notice.pk for notice in waking}
    Notification.objects.filter(pk__in=held).update(push_at=awake)
    return waking


def _topics_since(member_id: int, moment: datetime) -> set[str]:
    notices = Notification.objects.filter(to=member_id, pushed_at__gte=moment)
    return set(notices.values_list("topic", flat=True))


def _tables_of_reader(member: Member, now: datetime) -> set[object]:
    """Return the tables of due notices at which the member is now."""
    bodies = Notification.objects.filter(to=member, push_at__lte=now).values_list("body", flat=True)
    tables = {str(body["table"]) for body in bodies if body.get("table")}
    return {table for table in tables if waiting_tables().is_at(member, table)}


def _stands(notice: Notification, now: datetime) -> bool:
    until = notice.body.get("until")
    is_late = isinstance(until, int) and until <= now.timestamp() * 1000
    is_readable = notice.kind in KINDS and notice.read_at is None
    return is_readable and not is_late and not is_over(notice.body) and notice.at > now - GIVEN_UP


def _is_repeated(notice: Notification, pushed_topics: set[str]) -> bool:
    kind = KINDS[notice.kind]
    return kind.waiting and not kind.urgent and bool(notice.topic) and notice.topic in pushed_topics


class _Planner:
    """Makes the knocks of one member."""

    def __init__(
        self,
        member: Member,
        devices: Sequence[PushSubscription],
        now: datetime,
        origin: str,
        badge: int,
        *,
        whole_line: bool,
    ) -> None:
        self._member, self._devices, self._now, self._origin = member, devices, now, origin
        self._badge, self._whole_line = badge, whole_line

    def knocks(self, notices: Sequence[Notification]) -> list[Knock]:
        """Return the knocks: one of several tables that wait together, and one of each other notice."""
        waiting = {notice.topic: notice for notice in notices if KINDS[notice.kind].waiting}
        immediate = [notice for notice in notices if not KINDS[notice.kind].waiting]
        tables = max(self._badge, len(waiting))
        singles = [*immediate, *waiting.values()] if tables == 1 else immediate
        knocks = [knock for notice in singles for knock in self._of_notice(notice)]
        if waiting and tables > 1:
            knocks += self._of_tables(list(waiting.values()), tables)
        return knocks

    def _of_tables(self, waiting: Sequence[Notification], number: int) -> list[Knock]:
        urgent = any(KINDS[notice.kind].urgent for notice in waiting)
        ends, name = max(map(self._end_of, waiting)), topic(self._member.pk, NEXT)
        texts = self._texts(lambda: of_tables(number))
        return [self._knock(waiting[-1], device, text, name, ends, urgent=urgent) for device, text in texts]

    def _of_notice(self, notice: Notification) -> list[Knock]:
        urgent, ends = KINDS[notice.kind].urgent, self._end_of(notice)
        name = notice.topic or topic(self._member.pk, f"notice {notice.pk}")
        texts = self._texts(lambda: of_notice(notice, whole_line=self._whole_line))
        return [self._knock(notice, device, text, name, ends, urgent=urgent) for device, text in texts]

    def _texts(self, write: Callable[[], KnockText]) -> Iterator[tuple[PushSubscription, str]]:
        """Yield each device with the payload in its language."""
        for device in self._devices:
            language = language_of(self._member, device.language)
            with translation.override(language):
                yield device, payload(write(), language, self._origin, self._badge or None)

    def _end_of(self, notice: Notification) -> datetime:
        until, latest = notice.body.get("until"), self._now + LONGEST
        return min(latest, datetime.fromtimestamp(until / 1000, UTC)) if isinstance(until, int) else latest

    def _knock(
        self,
        notice: Notification,
        device: PushSubscription,
        text: str,
        name: str,
        ends: datetime,
        *,
        urgent: bool,
    ) -> Knock:
        return Knock(
            notice=notice,
            subscription=device,
            payload=text,
            topic=name,
            urgent=urgent,
            planned_at=notice.push_at or self._now,
            due_at=self._now,
            expires_at=ends,
        )
