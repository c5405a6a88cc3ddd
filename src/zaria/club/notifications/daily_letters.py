"""The daily letter: the tables that wait for a member, at the hour of their choice, if any waits."""

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from django.core import signing
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.notifications.mails import AGAIN, AT_ONCE, is_confirmed, origin
from zaria.club.notifications.models import NoticeSettings
from zaria.club.notifications.push.quiet_hours import next_hour, zone_of
from zaria.club.notifications.waiting_tables import WaitingRow, by_time_left, waiting_tables
from zaria.club.site import letters, mail
from zaria.club.site.brand import state

MOST_ROWS = 50
_SALT = "zaria.notices.daily"


def plan_letters(members: Sequence[Member], now: datetime) -> None:
    """Have members who are locked get their daily letter, if they want it and none is planned."""
    stored = NoticeSettings.objects.in_bulk([member.pk for member in members])
    for member in members:
        settings = stored.get(member.pk) or NoticeSettings(member=member)
        wants = settings.waiting_mails == NoticeSettings.DAILY and member.since is not None
        if wants and not (member.robot or member.is_pupil) and settings.letter_at is None:
            settings.letter_at = next_hour(now, zone_of(member.time_zone), settings.mail_hour)
            settings.save()


def send_letters(port: int | None = None) -> None:
    """Send the letters that are due. Each is reserved before it is sent, as `send_mails` does.

    The next one is planned for the next day as long as a table waits.
    """
    now = timezone.now()
    due = NoticeSettings.objects.filter(letter_at__lte=now).select_related("member").order_by("letter_at")
    for settings in due[:AT_ONCE]:
        same = NoticeSettings.objects.filter(pk=settings.pk, letter_at=settings.letter_at)
        if same.update(letter_at=now + AGAIN):
            is_sent, later = _send(settings, now, origin(port))
            if is_sent:
                NoticeSettings.objects.filter(pk=settings.pk).update(letter_at=later)


def letter_token(member_id: int) -> str:
    """The token of the link that ends a member's daily letters; it never expires."""
    return signing.dumps(member_id, salt=_SALT)


def reader_of(token: str) -> int | None:
    """The member of a token; None if it is invalid."""
    try:
        return int(signing.loads(token, salt=_SALT))
    except (signing.BadSignature, TypeError, ValueError):
        return None


@transaction.atomic
def stop_letters(member_id: int) -> None:
    """End the mails about waiting tables for a member."""
    changes = {"waiting_mails": NoticeSettings.OFF, "letter_at": None}
    if Member.objects.filter(pk=member_id).exists():
        NoticeSettings.objects.update_or_create(member_id=member_id, defaults=changes)


def _send(settings: NoticeSettings, now: datetime, address: str) -> tuple[bool, datetime | None]:
    """Send a letter; return whether no other attempt is needed, and the moment of the next letter."""
    member = settings.member
    if settings.waiting_mails != NoticeSettings.DAILY or not member.is_active or not is_confirmed(member):
        return True, None
    with translation.override(member.language or state.current().language):
        rows = by_time_left(waiting_tables().rows(member))
        if not rows:
            return True, None
        zone = zone_of(member.time_zone)
        later = next_hour(now, zone, settings.mail_hour)
        with timezone.override(zone):
            return _mail(member, rows, address, now), later


def _mail(member: Member, rows: Sequence[WaitingRow], address: str, now: datetime) -> bool:
    end = address + reverse("waiting_letter_unsubscribe", args=[letter_token(member.pk)])
    context = {
        "user": member,
        "rows": [row._replace(path=address + row.path) for row in rows[:MOST_ROWS]],
        "url": f"{address}/next",
        "settings_url": address + reverse("notification_switches"),
        "unsubscribe_url": end,
        "brand": state.current(),
        "club": address.partition("://")[2],
    }
    subject = _("Tables that wait for you: {number}").format(number=len(rows))
    body = render_to_string("zaria/notices/daily_letter.txt", context).strip()
    html = letters.html(subject, body, letters.addresses(context))
    headers = {
        "Message-ID": f"<waiting.{member.pk}.{now:%Y%m%d}@{urlsplit(address).hostname}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return mail.send(member.email, subject, body, html, headers)
