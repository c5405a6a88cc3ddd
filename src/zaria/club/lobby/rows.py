"""The lobby as its page is painted first; the script goes on from the same message."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from itertools import repeat
from typing import Any, NamedTuple, get_args

import msgspec
from django.utils import formats
from django.utils.translation import gettext as _
from msgspec.structs import replace

from zaria.club.games.catalogue import TITLES
from zaria.club.lobby.queries import What, address
from zaria.club.play import terms_text
from zaria.club.site.i18n import word
from zaria.live.sockets.protocol.cards import Card, Person, Seeker
from zaria.live.sockets.protocol.client import WatchLobby
from zaria.live.sockets.protocol.server import Page as LobbyPage
from zaria.match.player_info import PlayerInfo
from zaria.match.terms import Speed

SIZE = 20
"""Entries of a page."""


class Tab(NamedTuple):
    """One list of the lobby."""

    list_name: str
    title: str
    address: str
    size: int
    is_current: bool


class FilterChoice(NamedTuple):
    """A filter: its values with their text, and whether each is chosen."""

    name: str
    label: str
    values: list[tuple[str, Any, bool]]


class TableRow(NamedTuple):
    """A table in a list."""

    card: Card
    title: Any
    terms: str
    stake: str
    ratings: tuple[int | None, int | None] = (None, None)
    whole: bool = True
    is_own: bool = False
    """True if it is the reader's."""

    @property
    def began(self) -> datetime:
        """The moment when the game began."""
        return datetime.fromtimestamp(self.card.since / 1000, UTC)

    @property
    def since(self) -> str:
        """It in words; the script goes on with the reader's own time."""
        kind = "TIME_FORMAT" if self.began.date() == datetime.now(UTC).date() else "SHORT_DATETIME_FORMAT"
        return word("since").format(time=f"{formats.date_format(self.began, kind)} UTC")

    @property
    def host(self) -> PlayerInfo | None:
        """The player who waits at an open table."""
        first, second = self.card.players
        return first or second

    @property
    def rating(self) -> int | None:
        """The player's rating in this game and way of play."""
        first, second = self.ratings
        return second if first is None else first


class SearchRow(NamedTuple):
    """Somebody who searches for an opponent, in a list."""

    seeker: Seeker
    title: Any
    terms: str


class RowsPage(LobbyPage, frozen=True, tag="page"):
    """The answer to a query, read."""

    cards: list[Card] = []  # type: ignore[assignment]  # a reader never has the server's raw bytes


class Painted(NamedTuple):
    """Data for the template of the lobby."""

    list_name: What
    tabs: list[Tab]
    choices: list[FilterChoice]
    rows: list[TableRow] | list[Person]
    searches: list[SearchRow]
    none: str
    page: int
    pages: int
    earlier: str
    further: str


def painted(
    query: WatchLobby,
    answer: bytes,
    *,
    member: bool,
    own_matches: frozenset[str],
    friends: Collection[str] = (),
) -> Painted:
    """The answer to `query` (a `RowsPage` in JSON), for the template.

    The reader may be a `member`; `own_matches` are those in which they sit. On each page those of their
    `friends` (logins) stand first.
    """
    page = msgspec.json.decode(answer, type=RowsPage)

    def is_other(*people: PlayerInfo | Person | Seeker | None) -> bool:
        return not any(person is not None and person.member and person.name in friends for person in people)

    people = sorted(page.people or (), key=is_other)
    rows = sorted(_rows(page, own_matches, member=member), key=lambda row: is_other(*row.card.players))
    searches = sorted(_searches(query, page, member=member), key=lambda search: is_other(search.seeker))
    pages = max(1, -(-page.total // SIZE))
    return Painted(
        list_name=page.what,
        tabs=list(_tabs(query, page)),
        choices=list(_choices(query)),
        rows=people if page.what == "people" else rows,
        searches=searches,
        none=word(f"none_{page.what}"),
        page=query.page + 1,
        pages=pages,
        earlier=address(replace(query, page=query.page - 1)) if query.page else "",
        further=address(replace(query, page=query.page + 1)) if query.page + 1 < pages else "",
    )


def _rows(page: RowsPage, own_matches: frozenset[str], *, member: bool) -> Iterator[TableRow]:
    for card, ratings in zip(page.cards, page.ratings or repeat((None, None)), strict=False):
        line, stake = terms_text.card_summary(card), terms_text.stake_text(card)
        is_own = card.id in own_matches
        if member and not is_own and _welcomes_offers(card):
            line = f"{line} · {word('offers_welcome')}"
        yield TableRow(
            card, TITLES[card.game], line, stake, ratings, terms_text.card_is_complete(card), is_own
        )


def _welcomes_offers(card: Card) -> bool:
    """True if members who read a card may offer other terms."""
    return card.state == "open" and any(player is not None and player.member for player in card.players)


def _searches(query: WatchLobby, page: RowsPage, *, member: bool) -> Iterator[SearchRow]:
    if query.what != "open" or query.page:
        return
    for seek in page.seeks or ():
        stakes = "with" if seek.stakes else "without"
        terms = zip((query.game, query.speed, query.stakes), (seek.game, seek.speed, stakes), strict=True)
        if all(wanted in ("", value) for wanted, value in terms):
            yield SearchRow(seek, TITLES[seek.game], terms_text.seek_summary(seek, member=member))


def _tabs(query: WatchLobby, page: RowsPage) -> Iterator[Tab]:
    counts = {
        "open": sum(waiting for waiting, _playing in page.counts.values()) + len(page.seeks or ()),
        "playing": sum(playing for _waiting, playing in page.counts.values()),
        "people": page.online,
    }
    for list_name in get_args(What):
        to = address(replace(query, what=list_name, page=0))
        yield Tab(list_name, word(f"list_{list_name}"), to, counts[list_name], list_name == query.what)


def _choices(query: WatchLobby) -> Iterator[FilterChoice]:
    games = [("", word("every_game")), *TITLES.items()]
    speeds = [("", word("every_speed")), *((speed, word(f"speed_{speed}")) for speed in get_args(Speed))]
    stakes = [
        ("", word("any_stakes")),
        *((value, word(f"stakes_{value}")) for value in ("with", "without")),
    ]
    yield FilterChoice("game", _("Game"), _values(games, query.game))
    yield FilterChoice("speed", word("tempo"), _values(speeds, query.speed))
    yield FilterChoice("stakes", _("Stake"), _values(stakes, query.stakes))


def _values(values: list[tuple[str, Any]], selected: str) -> list[tuple[str, Any, bool]]:
    return [(value, text, value == selected) for value, text in values]
