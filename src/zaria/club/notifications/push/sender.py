"""Sends the knocks that are planned. Each is reserved before it is sent, so a killed process loses none.

One that was sent and is not noted as sent is sent again: it has the same topic and the same tag, so a device
shows it once.
"""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from functools import partial
from urllib.parse import urlsplit

from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector
from py_vapid import Vapid02

from zaria.club.notifications.mails import AGAIN, origin
from zaria.club.notifications.models import Knock, PushSubscription
from zaria.club.notifications.push.carrier import Carrier, ServiceAnswer
from zaria.club.notifications.push.club_key import club_key, subject
from zaria.club.notifications.push.messages import DeviceKeys, authorization, encrypt, headers
from zaria.club.notifications.push.plan import is_called_for, plan_knocks
from zaria.club.site import clock

log = logging.getLogger(__name__)

AT_ONCE = 16
"""Knocks that are sent side by side."""
MOST_DROPPED = 500
"""Knocks that a club without a key drops in one round."""
ROUND_S = 20.0
"""Seconds after which no more are begun in a round: mails wait in the same thread."""
LATE = timedelta(minutes=1)
"""The time after which a knock that is sent counts as late."""
GONE = (404, 410)
BUSY = 429
_COUNTS = ("sent", "failed", "dropped", "late")


class KnockSender(Collector):
    """Plans and sends knocks in the process that mails. Collects its metrics."""

    def __init__(self, port: int | None = None, carrier: Carrier | None = None) -> None:
        """`port` is that of the pages, for links where the operator has named no origin."""
        self._port, self._carrier = port, carrier or Carrier()
        self._counts = dict.fromkeys(_COUNTS, 0)
        self._reported: dict[str, date] = {}

    def send(self) -> None:
        """Plan the knocks of notices that are due, and send those that are due."""
        now = clock.now()
        plan = plan_knocks(now, origin(self._port))
        self._counts["dropped"] += plan.dropped
        key, name = club_key(), subject()
        if key is None or not name:
            some = Knock.objects.order_by("pk").values_list("pk", flat=True)[:MOST_DROPPED]
            self._counts["dropped"] += Knock.objects.filter(pk__in=list(some)).delete()[0]
            return
        end = time.monotonic() + ROUND_S
        while time.monotonic() < end and (knocks := self._reserve()):
            with ThreadPoolExecutor(AT_ONCE, "knocks") as pool:
                answers = list(pool.map(partial(self._post, key, name), knocks))
            for knock, answer in zip(knocks, answers, strict=True):
                self._note(knock, answer)

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering reads nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The knocks of this process so far."""
        counter = CounterMetricFamily(
            "zaria_knocks", "Knocks: sent, failed attempts, dropped, sent late", labels=["outcome"]
        )
        for outcome, number in self._counts.items():
            counter.add_metric([outcome], number)
        yield counter

    def _reserve(self) -> list[Knock]:
        """Take some knocks that are due; those that call to nothing any more are dropped."""
        now, reserved = clock.now(), []
        due = Knock.objects.filter(due_at__lte=now).select_related("subscription", "notice")
        for knock in due.order_by("due_at", "pk")[:AT_ONCE]:
            if knock.expires_at <= now or not is_called_for(knock, now):
                self._counts["dropped"] += 1
                knock.delete()
            elif Knock.objects.filter(pk=knock.pk, due_at=knock.due_at).update(due_at=now + AGAIN):
                reserved.append(knock)
        return reserved

    def _post(self, key: Vapid02, name: str, knock: Knock) -> ServiceAnswer:
        """Send a knock; a failure of whatever kind keeps no other from its device."""
        try:
            return self._carrier.post(*_message(knock, key, name))
        except Exception as error:
            if self._is_news(type(error).__name__):
                log.exception("knocks: one to device %s fails", knock.subscription_id)
            return ServiceAnswer(0)

    def _note(self, knock: Knock, answer: ServiceAnswer) -> None:
        """Note what became of a knock."""
        now = clock.now()
        if 200 <= answer.status < 300:
            self._counts["sent"] += 1
            self._counts["late"] += now - knock.planned_at > LATE
            PushSubscription.objects.filter(pk=knock.subscription_id).update(used_at=now)
            Knock.objects.filter(pk=knock.pk).delete()
            return
        self._counts["failed"] += 1
        if answer.status in GONE:
            self._counts["dropped"] += 1
            PushSubscription.objects.filter(pk=knock.subscription_id).delete()
        elif answer.status in (0, BUSY) or answer.status >= 500:
            self._send_later(knock, answer, now)
        else:
            self._counts["dropped"] += 1
            Knock.objects.filter(pk=knock.pk).delete()
            self._report_refusal(knock, answer)

    def _send_later(self, knock: Knock, answer: ServiceAnswer, now: datetime) -> None:
        wait = AGAIN if answer.retry_s is None else timedelta(seconds=answer.retry_s)
        if now + wait < knock.expires_at:
            Knock.objects.filter(pk=knock.pk).update(due_at=now + wait)
        else:
            self._counts["dropped"] += 1
            Knock.objects.filter(pk=knock.pk).delete()

    def _report_refusal(self, knock: Knock, answer: ServiceAnswer) -> None:
        """Write a line for each service and day."""
        host = urlsplit(knock.subscription.endpoint).hostname or ""
        if self._is_news(host):
            log.warning("knocks: %s refuses the club with status %s", host, answer.status)

    def _is_news(self, subject: str) -> bool:
        """Return whether the log has no line about a subject today; from now on it has."""
        today = clock.now().date()
        is_news = self._reported.get(subject) != today
        self._reported[subject] = today
        return is_news


def _message(knock: Knock, key: Vapid02, name: str) -> tuple[str, bytes, dict[str, str]]:
    """Return the endpoint, the body and the headers of a knock."""
    device = knock.subscription
    left_s = int((knock.expires_at - clock.now()).total_seconds())
    authorized = authorization(device.endpoint, key, name)
    keys = DeviceKeys(device.p256dh, device.auth)
    fields = headers(authorized, left_s, knock.topic, urgent=knock.urgent)
    return device.endpoint, encrypt(knock.payload.encode(), keys), fields
