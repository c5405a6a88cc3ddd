"""Mails about notices: sent once each, in the language of the member, with a link that ends them."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from zaria.club.accounts import environment
from zaria.club.accounts.flows.email_addresses import own_addresses
from zaria.club.accounts.models import Member
from zaria.club.notifications import texts
from zaria.club.notifications.kinds import KINDS, NoticeKind, is_over
from zaria.club.notifications.models import Notification
from zaria.club.site import letters, mail
from zaria.club.site.brand import state

AT_ONCE = 50
AGAIN = timedelta(minutes=10)
"""The time until another attempt, after a failure or the end of the process."""
GIVEN_UP = timedelta(days=1)
"""The age of a notice that is mailed no more."""
HTTP = 80
"""The port that an address of http needs not name."""
_SALT = "zaria.notices"


def send_mails(port: int | None = None) -> None:
    """Send the mails that are due. Each is reserved before it is sent, so no two processes send it.

    A process that dies between sending a mail and storing that causes another attempt, with the same
    Message-ID. `port` is that of the pages, for links where the operator has named no origin.
    """
    now = timezone.now()
    due = Notification.objects.filter(mail_at__lte=now).select_related("to").order_by("mail_at", "pk")
    for notice in due[:AT_ONCE]:
        same = Notification.objects.filter(pk=notice.pk, mail_at=notice.mail_at)
        if notice.at < now - GIVEN_UP:
            same.update(mail_at=None)
        elif same.update(mail_at=now + AGAIN) and _send(notice, origin(port)):
            Notification.objects.filter(pk=notice.pk).update(mail_at=None)


def unsubscribe_token(member_id: int, kind: str) -> str:
    """The token of the link that ends the mails of a kind; it never expires."""
    return signing.dumps([member_id, kind], salt=_SALT)


def subscription(token: str) -> tuple[int, NoticeKind[Any]] | None:
    """The member and the kind of a token; None if it is invalid."""
    try:
        member_id, kind = signing.loads(token, salt=_SALT)
        return int(member_id), KINDS[kind]
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return None


def _send(notice: Notification, address: str) -> bool:
    """Send a mail; True if no other attempt is needed."""
    member = notice.to
    if notice.kind not in KINDS or is_over(notice.body):
        return True
    if not member.is_active or not is_confirmed(member):
        return True
    end = address + reverse("notification_unsubscribe", args=[unsubscribe_token(member.pk, notice.kind)])
    with translation.override(member.language or state.current().language):
        text = texts.text(notice.kind, notice.body)
        context = {
            "user": member,
            "text": text,
            "url": address + (text.path or reverse("notifications")),
            "settings_url": address + reverse("notification_switches"),
            "unsubscribe_url": end,
            "brand": state.current(),
            "club": address.partition("://")[2],
        }
        subject = " ".join(text.sentence.split())
        body = render_to_string("zaria/notices/mail.txt", context).strip()
        html = letters.html(subject, body, letters.addresses(context))
    headers = {
        "Message-ID": f"<notice.{notice.pk}@{urlsplit(address).hostname}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return mail.send(member.email, subject, body, html, headers)


def is_confirmed(member: Member) -> bool:
    """True if a member has confirmed an address."""
    return own_addresses(member).filter(verified=True).exists()


def origin(port: int | None) -> str:
    """The address of the club outside of a request: the first that the operator has named."""
    origins: list[str] = settings.CSRF_TRUSTED_ORIGINS
    if origins:
        return origins[0].rstrip("/")
    suffix = f":{port}" if port and port != HTTP and not environment.has_proxies() else ""
    return f"http://{settings.ALLOWED_HOSTS[0]}{suffix}"
