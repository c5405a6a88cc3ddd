"""Mails of a club without a mail server: printed, and kept so that /dev/mail can show them."""

import sys
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sites.requests import RequestSite
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.http import HttpRequest

from zaria.club.accounts import environment
from zaria.live.process.ops import PRIVATE

_USUAL = {"http": "80", "https": "443"}
MOST = 200
"""Mails that are kept; older ones go."""


class Mail(NamedTuple):
    """As it would have been sent."""

    at: datetime
    to: str
    subject: str
    text: str
    html: str
    number: int
    """Its place among the mails of this process, from 1."""


stored_mails: deque[Mail] = deque(maxlen=MOST)
"""The mails of this process, the last one last."""
_numbers = count(1)


class StoredMailBackend(BaseEmailBackend):
    """Sends nothing anywhere."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Print and keep them."""
        for message in email_messages:
            parts = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
            mail = Mail(
                datetime.now(UTC),
                ", ".join(message.to),
                str(message.subject),
                str(message.body),
                str(parts[0][0]) if parts else "",
                next(_numbers),
            )
            stored_mails.append(mail)
            print(f"--- mail to {mail.to}: {mail.subject}\n\n{mail.text}\n---", file=sys.stderr, flush=True)
        return len(email_messages)


def link(request: HttpRequest, url: str) -> str:
    """An address of this site as it is mailed: at the origin that the operator has named for this host.

    The sender of a request that mails somebody else chooses its Host, and with it the port. So where
    no origin is named the port is the one that we listen at, or behind a proxy that of http itself.
    """
    target = urlsplit(url)
    for origin in map(urlsplit, settings.CSRF_TRUSTED_ORIGINS):
        if origin.hostname == target.hostname:
            return target._replace(scheme=origin.scheme, netloc=origin.netloc).geturl()
    host, port = target.hostname or "", "" if environment.has_proxies() else request.META.get("SERVER_PORT")
    name = f"[{host}]" if ":" in host else host
    netloc = f"{name}:{port}" if port and port != _USUAL.get(target.scheme) else name
    return target._replace(netloc=netloc).geturl()


def site(request: HttpRequest) -> RequestSite:
    """Name of the club in mails: its address, as in the links."""
    named = RequestSite(request)
    named.domain = named.name = urlsplit(link(request, request.build_absolute_uri("/"))).netloc
    return named


def shows_mails(request: HttpRequest) -> bool:
    """True if `live.process.private_access` or the operator lets this request read mails."""
    if settings.EMAIL_BACKEND != environment.STORED_MAIL:
        return False
    if environment.shows_mails():
        return True
    return bool(getattr(request, "scope", {}).get(PRIVATE))
