"""Pairs in rated matches, for the staff: frequent ones, one-way results, early ends, addresses.

The page decides nothing. It shows numbers, with links to the members and their matches.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Case, Count, F, Max, Q, QuerySet, Value, When
from django.db.models.functions import Greatest, Least
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.results.models import Played
from zaria.club.ratings import addresses
from zaria.club.ratings.pairs import Pair
from zaria.club.site.clock import DAY_MS
from zaria.club.staff.pages.date_format import moment_of
from zaria.club.staff.pages.filters import address_choices
from zaria.games.registry import GAMES

PER_PAGE = 50
MOST = 1000
"""The most pairs that the pages show."""
_PAIRS_AT_ONCE = 50
FREQUENT = 10
"""The number of rated matches of a pair in the period that counts as frequent."""
ONE_WAY = 4
"""The least number of matches, all won by one member, that counts as one-way."""

PERIODS = {"7": 7, "30": 30, "90": 90, "": 36_500}
"""Days back, by the word in the address."""
USUAL = "30"

MARKS = {
    "frequent": gettext_lazy("frequent pairs"),
    "oneway": gettext_lazy("one-way results"),
    "early": gettext_lazy("early ends"),
    "shared": gettext_lazy("shared addresses"),
}
ORDERS = {
    "matches": gettext_lazy("rated matches"),
    "early": gettext_lazy("early ends"),
    "last": gettext_lazy("last match"),
}


class PairFilters(NamedTuple):
    """The filters in the address; the default replaces an unknown one."""

    period: str
    game: str
    mark: str
    order: str

    @classmethod
    def of(cls, request: HttpRequest) -> "PairFilters":
        """Return the filters in the address."""
        allowed = {"period": (*PERIODS,), "game": (*TITLES,), "mark": (*MARKS,), "order": (*ORDERS,)}
        usual = {"period": USUAL, "game": "", "mark": "", "order": "matches"}
        values = {name: request.GET.get(name, usual[name]) for name in allowed}
        return cls(
            **{name: values[name] if values[name] in allowed[name] else usual[name] for name in allowed}
        )


class PairRow(NamedTuple):
    """Two members: their rated matches, the wins of each, the early ends, the common addresses."""

    players: tuple[str, str]
    members: tuple[Member | None, Member | None]
    matches: int
    won: tuple[int, int]
    early: int
    shared: int
    last: datetime

    @property
    def one_way(self) -> bool:
        """True if one of them wins all matches."""
        return self.matches >= ONE_WAY and 0 in self.won

    @property
    def frequent(self) -> bool:
        """True if they meet often."""
        return self.matches >= FREQUENT


def rated_matches(filters: PairFilters, now: datetime) -> QuerySet[Any, Any]:
    """Select the rated matches between members in the period.

    `lower_player` and `higher_player` are the ids of their players, in order.
    """
    since = int(now.timestamp() * 1000) - PERIODS[filters.period] * DAY_MS
    rated = Q(rated=True, void=False, member0=True, member1=True, ended__gte=since)
    matches = Played.objects.filter(rated & ~Q(player0=F("player1")))
    if filters.game:
        matches = matches.filter(game=filters.game)
    winner = Case(When(won=0, then=F("player0")), When(won=1, then=F("player1")), default=Value(""))
    return matches.annotate(
        lower_player=Least("player0", "player1"),
        higher_player=Greatest("player0", "player1"),
        winner=winner,
    )


def find_pairs(matches: QuerySet[Any, Any], filters: PairFilters) -> list[Pair]:
    """Return the first pairs in the chosen order, at most `MOST`.

    The matches of all pairs are grouped once, and counted only as far as mark and order need it.
    """
    if filters.mark == "shared":
        counts = count_matches(matches, addresses.shared_pairs())
        return sorted(counts, key=lambda pair: (*_sort_keys(counts[pair], filters), pair))[:MOST]
    needed = {"matches", filters.order, *(name for name in COUNTS if filters.mark in MARKED_BY.get(name, ()))}
    pairs = matches.values("lower_player", "higher_player").annotate(
        **{name: COUNTS[name]() for name in sorted(needed)}
    )
    if filters.mark == "frequent":
        pairs = pairs.filter(matches__gte=FREQUENT)
    elif filters.mark == "oneway":
        pairs = pairs.filter(Q(lower_won=0) | Q(higher_won=0), matches__gte=ONE_WAY)
    elif filters.mark == "early":
        pairs = pairs.filter(early__gt=0)
    pairs = pairs.order_by(f"-{filters.order}", "-matches", "lower_player", "higher_player")
    return list(pairs.values_list("lower_player", "higher_player")[:MOST])


def count_matches(matches: QuerySet[Any, Any], pairs: Sequence[Pair]) -> dict[Pair, dict[str, Any]]:
    """Return the counts of these pairs, of those that have played."""
    counts: dict[Pair, dict[str, Any]] = {}
    for start in range(0, len(pairs), _PAIRS_AT_ONCE):
        wanted = Q()
        for first, second in pairs[start : start + _PAIRS_AT_ONCE]:
            wanted |= Q(player0=first, player1=second) | Q(player0=second, player1=first)
        rows = matches.filter(wanted).values("lower_player", "higher_player").order_by()
        for row in rows.annotate(**{name: count() for name, count in COUNTS.items()}):
            counts[row["lower_player"], row["higher_player"]] = row
    return counts


def _sort_keys(counts: Mapping[str, Any], filters: PairFilters) -> tuple[int, int]:
    return -counts[filters.order], -counts["matches"]


def _ended_early() -> Q:
    """Return the condition of a match with fewer turns than its game needs, independent of its terms.

    Results from before turns were counted have plies only.
    """
    early = Q(early=True)
    for name, info in GAMES.items():
        turns = info.game.rated_turns
        few = Q(turns0__lt=turns) | Q(turns1__lt=turns)
        early |= Q(game=name) & few & ~Q(turns0=0, turns1=0, plies__gt=1)
    return early


COUNTS: Mapping[str, Callable[[], Any]] = {
    "matches": lambda: Count("pk"),
    "lower_won": lambda: Count("pk", filter=Q(winner=F("lower_player"))),
    "higher_won": lambda: Count("pk", filter=Q(winner=F("higher_player"))),
    "early": lambda: Count("pk", filter=_ended_early()),
    "last": lambda: Max("ended"),
}
"""The numbers of a pair."""
MARKED_BY = {"lower_won": ("oneway",), "higher_won": ("oneway",), "early": ("early",)}
"""The marks that need a number."""


def page_rows(matches: QuerySet[Any, Any], pairs: Sequence[Pair]) -> list[PairRow]:
    """The rows of a page, with the members and the addresses that they share."""
    counts = count_matches(matches, pairs)
    members = {member.player: member for member in Member.objects.filter(player__in={*sum(pairs, ())})}
    shared = addresses.shared(pairs)
    return [
        PairRow(
            pair,
            (members.get(pair[0]), members.get(pair[1])),
            counts[pair]["matches"],
            (counts[pair]["lower_won"], counts[pair]["higher_won"]),
            counts[pair]["early"],
            shared[pair],
            moment_of(counts[pair]["last"]),
        )
        for pair in pairs
        if pair in counts
    ]


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page; `context` is what all pages of the staff share."""
    filters = PairFilters.of(request)
    matches = rated_matches(filters, timezone.now())
    pairs = Paginator(find_pairs(matches, filters), PER_PAGE).get_page(request.GET.get("page"))
    choices = {
        "title": _("Pairs"),
        "rows": page_rows(matches, list(pairs)),
        "page": pairs,
        "choices": _choices(filters),
        "query": urlencode(filters._asdict()) + "&",
    }
    return render(request, "staff/pairs.html", {**context, **choices})


def _choices(filters: PairFilters) -> list[dict[str, Any]]:
    """Return the page's filters and orders: name, title and options."""
    periods = {"7": _("7 days"), "30": _("30 days"), "90": _("90 days"), "": _("all time")}
    options: dict[str, tuple[str, dict[str, Any]]] = {
        "period": (_("Period"), periods),
        "game": (_("Game"), {"": _("All games"), **TITLES}),
        "mark": (_("Flag"), {"": _("all pairs"), **MARKS}),
        "order": (_("Sort by"), dict(ORDERS)),
    }
    return address_choices(options, filters._asdict())
