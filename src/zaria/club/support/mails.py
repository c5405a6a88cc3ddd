"""Mails about requests of people without an account: to confirm the address, and with each answer.

Their links are signed, and lead to the request without signing in.
"""

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

from zaria.club.accounts import mail
from zaria.club.site.mail import post
from zaria.club.support.models import Thread

_SALT = "zaria.support"


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
    post(f"support/email/{name}", thread.email, thread.language, context)
