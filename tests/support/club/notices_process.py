"""The worker of notices in a process of its own: `python -m tests.support.club.notices_process`.

Its mails are files in the folder `mails` of the data directory. DIES_AT names the point at which it is killed
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
    from zaria.club.notifications.worker import NotificationWorker
    from zaria.club.shop.reminders import notify_of_gifts

    NotificationWorker(lambda: True, [remind, notify_of_gifts], every_s=0.02).start()
    await asyncio.Event().wait()


def prepare() -> None:
    """Set the folder of the mails, and the point of death."""
    from django.core.mail import EmailMessage

    from zaria.club.conversations import reminders
    from zaria.club.notifications import mails

    override_settings(
        EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend",
        EMAIL_FILE_PATH=data_directory.directory() / "mails",
    ).enable()
    points = {
        "stored": (reminders, "notify"),  # the notice is there, its mail is due
        "reserved": (mails, "is_confirmed"),  # nobody else sends the mail now
        "sent": (EmailMessage, "send"),  # that is not stored yet
    }
    if point := os.environ.get("DIES_AT"):
        die_after(*points[point])


if __name__ == "__main__":
    django.setup()
    prepare()
    asyncio.run(work())
