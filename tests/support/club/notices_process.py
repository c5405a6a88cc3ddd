"""The worker of notices in a process of its own: `python -m tests.support.club.notices_process`.

Its mails are files in the folder `mails` of the data directory; its knocks go to services whose certificates
are in the file PUSH_CERTIFICATES. DIES_AT names the point at which it is killed
("": it works until somebody ends it).
"""

import asyncio
import os

import django
from django.test import override_settings

from tests.support.club.dying_server import die_after
from zaria.club.site import data_directory


async def work() -> None:
    """For ever, with hardly a pause."""
    from zaria.club.conversations.reminders import remind
    from zaria.club.notifications.push.carrier import Carrier, ServiceAdapter
    from zaria.club.notifications.push.sender import KnockSender
    from zaria.club.notifications.worker import NotificationWorker
    from zaria.club.shop.reminders import notify_of_gifts

    sender = KnockSender(
        carrier=Carrier(ServiceAdapter(only_public=False), os.environ.get("PUSH_CERTIFICATES"))
    )
    NotificationWorker(lambda: True, [remind, notify_of_gifts, sender.send], every_s=0.02).start()
    await asyncio.Event().wait()


def prepare() -> None:
    """Set the folder of the mails, and the point of death."""
    from django.core.mail import EmailMessage

    from zaria.club.conversations import reminders
    from zaria.club.notifications import mails
    from zaria.club.notifications.push import carrier, plan, sender

    override_settings(
        EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend",
        EMAIL_FILE_PATH=data_directory.directory() / "mails",
    ).enable()
    points = {
        "stored": (reminders, "notify"),  # the notice is there, its mail is due
        "reserved": (mails, "is_confirmed"),  # nobody else sends the mail now
        "sent": (EmailMessage, "send"),  # that is not stored yet
        "planned": (sender, "plan_knocks"),  # the knocks are stored, none is sent
        "half_planned": (plan, "payload"),  # nothing of that is committed
        "encrypted": (sender, "encrypt"),  # the knock is reserved
        "knocked": (carrier.Carrier, "post"),  # that is not stored yet
    }
    if point := os.environ.get("DIES_AT"):
        die_after(*points[point])


if __name__ == "__main__":
    django.setup()
    prepare()
    asyncio.run(work())
