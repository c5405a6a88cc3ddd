"""The texts of notices, in the language of the reader."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from zaria.club.notifications.kinds import KINDS, is_over, title_of

Body = Mapping[str, Any]


class Text(NamedTuple):
    """A notice as it is read: a sentence, more about it or "", and the path to which it leads or ""."""

    sentence: str
    more: str
    path: str


def text(kind: str, body: Body) -> Text:
    """A notice in the present language; of a kind that this version does not know, its title alone."""
    sentence, more = KINDS[kind].write(body) if kind in KINDS else _unknown(body)
    path = str(body.get("after" if is_over(body) else "path", ""))
    return Text(sentence, more, path if path.startswith("/") and not path.startswith("//") else "")


def _unknown(body: Body) -> tuple[str, str]:
    return _("Notification from the club"), title_of(body)
