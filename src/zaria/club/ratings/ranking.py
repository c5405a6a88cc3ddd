"""The lists of the best: by rating, wins or winnings, of a game or over all, in a month, a year or ever.

Not listed: members absent for half a year (rulebook 6.9; listed again as soon as they come back), who
is blocked, and a program.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.profile import countries
from zaria.club.profile.privacy import shows
from zaria.club.ratings import seasons, stake_totals
from zaria.club.ratings.keys import titles
from zaria.club.ratings.models import OVERALL, Season, Standing
from zaria.club.ratings.rank_index import LENGTH_KEPT_S, STRIDE, RankIndex, cached
from zaria.club.ratings.system import rating_system
from zaria.club.ratings.trends import Trend, trends
from zaria.match.events import Player

ABSENT = timedelta(days=183)
"""A member absent for so long is not listed."""
PATH = "/ranking"
"""The page of the rankings of all members."""
PER_PAGE = 50
MOST_PAGES = 2000

ORDERS = ("rating", "won", "winnings")
PERIODS = ("", "year", "month")


class Query(NamedTuple):
    """List and page of a ranking. `country`: members from there only; `period`: "" for all time."""

    game: str = OVERALL
    by: str = "rating"
    period: str = ""
    country: str = ""
    page: int = 1

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> "Query":
        """Read the parameters of an address; invalid ones have their defaults."""
        usual = cls()
        page = parameters.get("page", "")
        return cls(
            game=_among(parameters.get("game"), _keys(), usual.game),
            by=_among(parameters.get("by"), ORDERS, usual.by),
            period=_among(parameters.get("period"), PERIODS, usual.period),
            country=_among(parameters.get("country"), countries.named("en"), usual.country),
            page=min(max(int(page), 1), MOST_PAGES) if page.isdecimal() and len(page) < 9 else 1,
        )

    def address(self, path: str = PATH, **changes: Any) -> str:
        """Address of the list at `path`, or of one with these changes; it begins at its first page again."""
        wanted, usual = self._replace(**{"page": 1, **changes}), Query()
        differing = {name: value for name, value in wanted._asdict().items() if value != getattr(usual, name)}
        return f"{path}?{urlencode(differing)}" if differing else path


def _keys() -> set[str]:
    return {*titles(by_day=False), *titles(by_day=True)}


class Circle(NamedTuple):
    """Some members to whom a list is limited: a condition of its rows. `key` names them in the cache."""

    key: str
    condition: Q


class RankingRow(NamedTuple):
    """One member in a list; `credits` won in stakes (hundredths) and `trend`, where the list shows them."""

    place: int
    member: Member
    country: str
    totals: Standing | Season
    is_reader: bool
    credits: int | None = None
    trend: Trend | None = None

    @property
    def rating(self) -> int:
        """The rating as displayed; lists are in order of the exact one."""
        return round(rating_system().display(self.totals))

    @property
    def drawn(self) -> int:
        """Matches that nobody won."""
        return self.totals.played - self.totals.won - self.totals.lost

    @property
    def winnings(self) -> str:
        """With their sign, as a bookkeeper writes them."""
        return f"{self.totals.winnings:+d}".replace("-", "−") if self.totals.winnings else "0"

    @property
    def player(self) -> Player:
        """The member as a player."""
        return self.member.as_player()


class RankingPage(NamedTuple):
    """A page of a list, the size of the list, its number of pages, and the reader's own row."""

    rows: list[RankingRow]
    total: int
    pages: int
    reader_row: RankingRow | None
    per_page: int = PER_PAGE

    @property
    def reader_page(self) -> int:
        """The page of the reader's own row; 0 without one."""
        return 0 if self.reader_row is None else (self.reader_row.place - 1) // self.per_page + 1


def page(
    query: Query,
    reader: Member | None,
    per_page: int = PER_PAGE,
    stride: int = STRIDE,
    circle: Circle | None = None,
) -> RankingPage:
    """A page of a list as `reader` sees it; the last one if there are not so many.

    `circle`: of these members only.
    """
    listed, key = _rows(query), ":".join(query[:-1])
    if circle is not None:
        listed, key = listed.filter(circle.condition), f"{circle.key}:{key}"
    places = RankIndex(listed, query.by, key, stride, is_scattered=bool(query.country))
    total = places.total()
    pages = min(max(1, -(-total // per_page)), MOST_PAGES)
    first = (min(query.page, pages) - 1) * per_page
    part = places.page(first, per_page).select_related("member")
    reader_row = None if reader is None else _reader_row(places, reader)
    rows = [_row(place, row, reader) for place, row in enumerate(part, first + 1)]
    if shows_credits(query):
        rows = _with_credits(rows, query)
    if query.by == "rating":
        rows = _with_trends(rows, query)
    return RankingPage(rows, max(total, first + len(rows)), pages, reader_row, per_page)


def shows_credits(query: Query) -> bool:
    """Return whether a list has the credits won: that by winnings, in a club with stakes."""
    return query.by == "winnings" and settings.LEDGER.stakes


def member_countries() -> list[str]:
    """The countries of the members in the lists."""
    rows = Standing.objects.filter(_present(), game=OVERALL).exclude(member__country="")
    shown = rows.filter(~_hides_country())
    codes = shown.values_list("member__country", flat=True).distinct()
    return cached("nations", lambda: sorted(codes), LENGTH_KEPT_S)


def _with_credits(rows: list[RankingRow], query: Query) -> list[RankingRow]:
    """The same rows with the credits won, but of members who hide their games."""
    period = _season(query.period) if query.period else stake_totals.EVER
    won = stake_totals.totals([row.member.pk for row in rows], query.game, period)
    return [row._replace(credits=won[row.member.pk]) if shows(row.member, "games") else row for row in rows]


def _with_trends(rows: list[RankingRow], query: Query) -> list[RankingRow]:
    """The same rows with the trends of the ratings, but of members who hide their games."""
    ratings = {row.member.pk: row.totals.rating for row in rows if shows(row.member, "games")}
    by_member = trends(ratings, query.game)
    return [row._replace(trend=by_member.get(row.member.pk)) for row in rows]


def _season(period: str) -> str:
    """The name of the present month or year."""
    name: str = getattr(seasons, period)(int(timezone.now().timestamp() * 1000))
    return name


def _rows(query: Query) -> "QuerySet[Any]":
    rows: QuerySet[Any]
    if query.period:
        rows = Season.objects.filter(game=query.game, period=_season(query.period))
    else:
        rows = Standing.objects.filter(game=query.game, played__gt=0)
    if query.country:
        rows = rows.filter(~_hides_country(), member__country=query.country)
    return rows.filter(_present())


def _present() -> Q:
    now = timezone.now()
    blocked = Q(member__blocked_until__isnull=False, member__blocked_until__gt=now)
    people = Q(member__is_active=True, member__robot=False, member__is_pupil=False)
    seen_lately = people & Q(member__seen_at__gte=now - ABSENT)
    return seen_lately & ~blocked


def _hides_country() -> Q:
    """That a member has set not to show it; most have set nothing, and SQL is not to say "unknown"."""
    return Q(member__settings__has_key="show_country", member__settings__show_country=False)


def _reader_row(places: RankIndex, reader: Member) -> RankingRow | None:
    row = places.rows.filter(member=reader).select_related("member").first()
    return None if row is None else _row(places.place(row), row, reader)


def _row(place: int, row: Any, reader: Member | None) -> RankingRow:
    member = row.member
    country = member.country if member.country and shows(member, "country") else ""
    return RankingRow(place, member, country, row, reader is not None and reader.pk == member.pk)


def _among(value: str | None, allowed: Any, usual: str) -> str:
    return value if value is not None and value in allowed else usual
