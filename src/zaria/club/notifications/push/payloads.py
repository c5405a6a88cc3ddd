"""The notification of a knock: JSON of Declarative Web Push, for browsers with and without a worker."""

import json
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zaria.club.accounts.models import Member
from zaria.club.notifications import texts
from zaria.club.notifications.kinds import KINDS
from zaria.club.notifications.models import Notification
from zaria.club.site.brand import state

MOST_BYTES = 2048
FORMAT = 8030
"""The number by which browsers know the format."""
LONGEST_TITLE, LONGEST_BODY = 120, 200
WAITING = "waiting"
"""The tag of all knocks about tables that wait: a device shows the newest of them alone."""
NEXT = "/next"
"""The page of the table with the least time left."""


class KnockText(NamedTuple):
    """A notification on a device: `tag` names it, so that a later one replaces it."""

    title: str
    body: str
    path: str
    tag: str


def language_of(member: Member, device: str) -> str:
    """Return the language in which a member reads a device."""
    return member.language or device or state.current().language


def of_notice(notice: Notification, *, whole_line: bool) -> KnockText:
    """Return a notice in the present language: its whole line, or without names what it is about."""
    kind = KINDS[notice.kind]
    text = texts.text(notice.kind, notice.body)
    tag = WAITING if kind.waiting else notice.topic or f"notice-{notice.pk}"
    title, body = (text.sentence, text.more) if whole_line else (str(kind.brief or kind.title), "")
    return KnockText(title, body, text.path or "/notices", tag)


def of_tables(number: int) -> KnockText:
    """Return what says that several tables wait, in the present language."""
    sentence = ngettext("{number} table waits", "{number} tables wait", number).format(number=number)
    return KnockText(sentence, "", NEXT, WAITING)


def of_test() -> KnockText:
    """Return a knock by which an operator tries a device, in the present language."""
    return KnockText(_("Test notification"), _("This device can be notified."), "/notices/settings", "test")


def payload(shown: KnockText, language: str, origin: str, badge: int | None) -> str:
    """Return the JSON of a knock, at most `MOST_BYTES`; `badge` is the number at the icon of the app."""
    path = shown.path
    if len(_json(shown, language, origin, path, badge).encode()) > MOST_BYTES:
        path = "/notices"  # no path of the club is that long
    return _json(shown, language, origin, path, badge)


def _json(shown: KnockText, language: str, origin: str, path: str, badge: int | None) -> str:
    notification = {
        "title": _cut(shown.title, LONGEST_TITLE),
        "body": _cut(shown.body, LONGEST_BODY),
        "navigate": origin + path,
        "lang": language,
        "tag": shown.tag,
    }
    message: dict[str, object] = {"web_push": FORMAT, "notification": notification}
    if badge is not None:
        message["app_badge"] = badge
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _cut(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
