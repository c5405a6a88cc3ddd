"""Mails of the club: rendered in the reader's language, sent in a thread of their own or at once."""

import contextvars
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from email.utils import parseaddr, quote
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from zaria.club.site import letters
from zaria.club.site.brand import state
from zaria.club.site.brand.values import USUAL_NAME

log = logging.getLogger(__name__)

FAILURES = (OSError, SMTPException)
"""The errors of a mail server that is away or refuses a mail."""

_mailer = ThreadPoolExecutor(1, "mailer")


def post(template: str, address: str, language: str, context: Mapping[str, object]) -> None:
    """Send a mail in the background: no page waits for the mail server, and a failure is logged.

    Its subject and text are the templates `template` with "_subject.txt" and "_message.txt", in `language`.
    """
    _mailer.submit(contextvars.copy_context().run, _render_and_send, template, address, language, context)


def send(address: str, subject: str, text: str, html: str, headers: Mapping[str, str] | None = None) -> bool:
    """Send a mail now; a failure is logged. Return whether the mail server has accepted it."""
    message = EmailMultiAlternatives(subject, text, sender(), [address], headers=dict(headers or {}))
    message.attach_alternative(html, "text/html")
    try:
        message.send()
    except FAILURES:
        log.exception("mail: cannot send it")
        return False
    return True


def sender() -> str:
    """Return the sender of the club's mails: its name, unless it has none of its own, and the address."""
    name = state.current().name
    if name == USUAL_NAME:
        return settings.DEFAULT_FROM_EMAIL
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return f'"{quote(name)}" <{address}>'


def _render_and_send(template: str, address: str, language: str, context: Mapping[str, object]) -> None:
    with translation.override(language):
        subject, text = (
            render_to_string(f"{template}_{part}.txt", {**context, "brand": state.current()}).strip()
            for part in ("subject", "message")
        )
        html = letters.html(subject, text, letters.addresses(context))
    send(address, subject, text, html)
