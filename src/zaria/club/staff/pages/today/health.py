"""The health of the server as the staff sees it: its stores, play, mails, results, the disk."""

import shutil
from typing import NamedTuple

from asgiref.sync import async_to_sync
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.matches.results.models import Played
from zaria.club.notifications.models import Notification
from zaria.club.site import data_directory
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.text.percents import percent_text
from zaria.club.staff.pages.date_format import format_moment, moment_of
from zaria.live.process.ops import away

MOST_MAILS = 100
"""Mails that are counted; more are as bad."""
FULL = 0.9
"""The share of the disk from which it is a matter for the staff."""


class Check(NamedTuple):
    """A line of the server's health."""

    title: str
    value: str
    is_good: bool


def checks(request: HttpRequest) -> list[Check]:
    """Return the lines; only a process that plays asks its stores, and tests have no data directory."""
    lines = [Check(_("Database"), _("works"), is_good=True)]  # the page itself was read from it
    if has_live(request):
        missing = async_to_sync(away)(live_of(request), {})
        for name, title in (("journal", _("Journal of matches")), ("redis", "Redis"), ("play", _("Play"))):
            if name != "redis" or name in missing:
                lines.append(_of_store(title, is_good=name not in missing))
    return [*lines, _results(), _mails(), *_disk()]


def _of_store(title: str, *, is_good: bool) -> Check:
    return Check(title, _("works") if is_good else _("does not answer"), is_good)


def _results() -> Check:
    ended = Played.objects.order_by("-ended").values_list("ended", flat=True).first()
    value = "–" if ended is None else format_moment(moment_of(ended))
    return Check(_("Last recorded match"), value, is_good=True)


def _mails() -> Check:
    due = Notification.objects.filter(mail_at__lte=timezone.now())
    count = due.order_by("mail_at")[:MOST_MAILS].count()
    return Check(_("Mails due"), str(count), is_good=count < MOST_MAILS)


def _disk() -> list[Check]:
    folder = data_directory.directory()
    if not folder.exists():
        return []
    usage = shutil.disk_usage(folder)
    share = usage.used / usage.total
    return [Check(_("Disk in use"), percent_text(100 * share, 0), is_good=share < FULL)]
