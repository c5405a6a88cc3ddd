"""The registry of the kinds of notices: each room registers those that it sends, in its `notice_kinds.py`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from zaria.club.site.clock import play_ms
from zaria.web.messages.games import TITLES as GAME_TITLES


class Switches(NamedTuple):
    """The channels on which a member gets a kind of notice. A further channel is a further field."""

    page: bool
    mail: bool
    push: bool


class SenderLimit(NamedTuple):
    """Notices of a kind that one player may cause: to all in an hour (None: any number), to one in a day."""

    an_hour: int | None
    same_member_a_day: int


class NoticeBody(TypedDict, total=False):
    """The fields of every notice, of which any may lack.

    `path` is where the notice leads. After `until` (ms), or with `over`, what it calls to has ended: it leads
    to the path `after`. `table` is the id of the match that it is about: of one table a device shows one
    notice.
    """

    path: str
    table: str
    after: str
    until: int | None
    over: bool


AnyBody = TypeVar("AnyBody", bound=Mapping[str, object])


@dataclass(frozen=True, eq=False)
class NoticeKind(Generic[AnyBody]):
    """A kind of notice.

    * name: as it is stored;
    * place: its place in the settings, the lowest number first;
    * title: for the settings;
    * icon: its picture on the page of notices;
    * body: what its sentence is made of; a stored body may lack any field;
    * write: returns the sentence and more about it, or "", in the present language;
    * default: the switches of a member who has not set them;
    * limit: how many notices one sender may cause, or what else keeps notices of this kind rare;
    * only_on_page: it is out of date before a mail is read or a knock is heard;
    * brief: its title on a locked screen, if the member wishes to see no names there; without it `title`;
    * waiting: it is about a table that waits for the member: `zaria.club.notifications.waiting_tables`;
    * urgent: it knocks however often its table has knocked that day, and in quiet hours if it is over by
      their end.
    """

    name: str
    place: int
    title: Promise
    icon: str
    body: type[AnyBody]
    write: Callable[[AnyBody], tuple[str, str]]
    default: Switches
    limit: SenderLimit | str
    only_on_page: bool = False
    brief: Promise | None = None
    waiting: bool = False
    urgent: bool = False


KINDS: dict[str, NoticeKind[Any]] = {}
"""All kinds by their names, once the applications of the site are ready."""


def register(kind: NoticeKind[AnyBody]) -> NoticeKind[AnyBody]:
    """Add a kind to the registry. Raises `ValueError` for a name or a place that is taken."""
    if any(kind.name == registered.name or kind.place == registered.place for registered in KINDS.values()):
        raise ValueError(f"the name or the place of the notice kind {kind.name} is taken")
    KINDS[kind.name] = kind
    return kind


def ordered_kinds() -> list[NoticeKind[Any]]:
    """Return all kinds in the order of the settings."""
    return sorted(KINDS.values(), key=lambda kind: kind.place)


# parts of sentences; a stored body may hold anything


def is_over(body: Mapping[str, object]) -> bool:
    """True if the notice calls to something that has ended."""
    until = body.get("until")
    return bool(body.get("over")) or (isinstance(until, int) and until < play_ms())


def name_of(body: Mapping[str, object]) -> str:
    """Return the name of the member whom a notice is about."""
    return str(body.get("name", ""))


def game_of(body: Mapping[str, object]) -> str:
    """Return the title of the game, or ""."""
    title = GAME_TITLES.get(str(body.get("game", "")))
    return _(title) if title else ""


def title_of(body: Mapping[str, object]) -> str:
    """Return the title of a tournament or a federation as a quotation: its words are not the club's."""
    title = str(body.get("title", ""))
    return _("“{title}”").format(title=title) if title else ""


def moment_text(ms: object) -> str:
    """Return a moment in UTC, or ""."""
    if not isinstance(ms, int):
        return ""
    return date_format(datetime.fromtimestamp(ms // 1000, UTC), "SHORT_DATETIME_FORMAT")
