"""Every mail of the club, with the words of an example, in any language."""

from collections.abc import Iterator
from typing import Any, NamedTuple, get_type_hints

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from zaria.club.accounts.models import Member
from zaria.club.notifications import texts
from zaria.club.notifications.kinds import KINDS, NoticeKind
from zaria.club.site import letters

CONTEXT = {
    "user": Member(username="Ivan5"), "username": "Ivan5", "email": "ivan@example.org",
    "activate_url": "https://club.example/a", "password_reset_url": "https://club.example/p",
    "new_password_url": "https://club.example/n", "signup_url": "https://club.example/s",
    "unlock_url": "https://club.example/k", "url": "https://club.example/u",
    "unsubscribe_url": "https://club.example/e", "settings_url": "https://club.example/w",
    "ip": "192.0.2.4", "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "timestamp": timezone.now(), "from_email": "ivan@example.org", "to_email": "ivan@example.com",
    "deleted_email": "ivan@example.org", "provider": "Google", "club": "club.example",
    "current_site": {"name": "club.example", "domain": "club.example"},
    "text": "Your match counts again.\n\nThe opponent's clock had stopped: we have given the points back.",
}  # fmt: skip
"""The values that a template of a mail may ask for."""
_FIELDS = {str: "tabla", int: 1, bool: False}
"""Values of the fields of notices, by their types."""


class SampleMail(NamedTuple):
    """A mail as it is sent, and the addresses to which it leads."""

    name: str
    subject: str
    text: str
    html: str
    links: frozenset[str]


def sample_mails(language: str) -> Iterator[SampleMail]:
    """Yield every mail of the club in `language`, by name."""
    with translation.override(language):
        for path in sorted((settings.WEB / "templates").glob("*/email/*_message.txt")):
            template = f"{path.parent.parent.name}/email/{path.name.removesuffix('_message.txt')}"
            if not template.endswith("/base"):
                subject = render_to_string(f"{template}_subject.txt", CONTEXT).strip()
                yield _mail(template, subject, render_to_string(f"{template}_message.txt", CONTEXT))
        for kind in KINDS.values():
            text = texts.text(kind.name, notice_fields(kind))
            body = render_to_string("zaria/notices/mail.txt", {**CONTEXT, "text": text})
            yield _mail(f"notice/{kind.name}", " ".join(text.sentence.split()), body)


def notice_fields(kind: NoticeKind[Any]) -> dict[str, Any]:
    """Return what a notice of this kind says, all fields filled in."""
    hints = get_type_hints(kind.body)
    return {name: _FIELDS.get(hint, 0) for name, hint in hints.items() if name not in ("path", "after")}


def _mail(name: str, subject: str, text: str) -> SampleMail:
    links = letters.addresses(CONTEXT)
    html = letters.html(subject, text.strip(), links)
    return SampleMail(name, subject, text.strip(), html, frozenset(link for link in links if link in text))
