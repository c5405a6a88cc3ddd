"""Mails about requests of people without an account: to confirm the address, and with each answer.

Their links are signed, and lead to the request without signing in.
"""

import contextvars
import logging
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from zaria.club.accounts import mail
from zaria.club.support.models import Thread

log = logging.getLogger(__name__)

_SALT = "zaria.support"
_mailer = ThreadPoolExecutor(1, "support-mailer")


def thread_of(token: str) -> Thread | None:
    """The request to which a link of a mail leads."""
    try:
        number = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Thread.objects.filter(pk=number, member=None).first() if isinstance(number, int) else None


def path_of(thread: Thread) -> str:
    """The path of the page of a request by mail."""
    return reverse("support_mail", args=[signing.dumps(thread.pk, salt=_SALT)])


def send(request: HttpRequest, thread: Thread, name: str, text: str = "") -> None:
    """Send the mail `name` ("confirm", "answer") about a request in its language; `text` is the answer."""
    context = {
        "url": mail.link(request, request.build_absolute_uri(path_of(thread))),
        "current_site": mail.site(request),
        "text": text,
    }
    _mailer.submit(contextvars.copy_context().run, _send, thread, name, context)


def _send(thread: Thread, name: str, context: dict[str, object]) -> None:
    with translation.override(thread.language):
        subject, body = (
            render_to_string(f"support/email/{name}_{part}.txt", context).strip()
            for part in ("subject", "message")
        )
    try:
        EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [thread.email]).send()
    except (OSError, SMTPException):
        log.exception("mail: cannot send it")
