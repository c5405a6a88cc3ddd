"""Reads for the visitors' pages: the four lists, and a member's own tournaments."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

import msgspec
from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from zaria.club.games.catalogue import TITLES
from zaria.club.ledger.kinds import pool_code
from zaria.club.ledger.models import Account
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS, now_ms
from zaria.club.tournaments import texts
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.models import Entry, SeriesTournament, Tournament
from zaria.tournaments.prizes import payout
from zaria.tournaments.terms import MOST_PLAYERS, TournamentTerms

SIZE = 20
"""Tournaments of a page."""

SEATS = 16
"""The most seats that lists draw."""

_PUBLIC = "public"
"""Key of the counts of public tournaments in the caches of this module."""

COUNTED_FOR_S = 3600.0
"""Seconds after which this process counts again all tournaments that have ended."""
FRESH_S = 15.0
"""Seconds for which this process caches the number of active tournaments."""

Phase = Tournament.Phase
ENDED = (Phase.OVER, Phase.CANCELLED)

LISTS: Mapping[str, tuple[Promise, str, str]] = {
    "nearest": (_("Upcoming"), Phase.OPEN, "starts_at"),
    "ongoing": (_("Ongoing"), Phase.PLAYING, "-starts_at"),
    "completed": (_("Completed"), Phase.OVER, "-ended_at"),
    "cancelled": (_("Cancelled"), Phase.CANCELLED, "-ended_at"),
}
"""The four lists in their order: title, phase and order."""

_decoder = msgspec.json.Decoder(TournamentTerms)


class Tab(NamedTuple):
    """One of the four lists."""

    name: str
    title: Promise
    size: int
    is_current: bool


class TournamentLine(NamedTuple):
    """A tournament in a list. `entry` is the reader's, `prize` the sum of all prizes (hundredths)."""

    row: Tournament
    terms: TournamentTerms
    prize: int
    entry: Entry | None

    @property
    def title(self) -> str:
        """The title, or the game where it has none."""
        return title_of(self.row)

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(TITLES[self.row.game])

    @property
    def format(self) -> Promise:
        """The name of the format."""
        return FORMAT_WORDS[self.row.format].title

    @property
    def fee_text(self) -> str:
        """The fee with its unit."""
        return texts.money(self.terms.fee, self.terms.unit)

    @property
    def prize_text(self) -> str:
        """The prizes with their unit."""
        return texts.money(self.prize, self.terms.unit)

    @property
    def own_prize_text(self) -> str:
        """The reader's prize with its unit."""
        return texts.money(self.entry.prize, self.terms.unit) if self.entry else ""

    @property
    def at(self) -> int:
        """The moment (ms) at which it ended, or else begins or began."""
        return self.row.ended_at or self.row.starts_at

    @property
    def day(self) -> date:
        """The day of that moment, UTC."""
        return datetime.fromtimestamp(self.at / 1000, UTC).date()

    @property
    def seats(self) -> list[bool]:
        """True for each taken seat of a small tournament; empty for a large one or one without a limit."""
        seats = self.terms.most if self.terms.most <= SEATS else 0
        return [seat < self.row.players for seat in range(seats)]

    @property
    def is_full(self) -> bool:
        """True if no more players can enter."""
        return self.row.players >= self.terms.most

    @property
    def has_limit(self) -> bool:
        """True if the tournament has a limit of players of its own."""
        return has_limit(self.terms)


class ListPage(NamedTuple):
    """A page of a list; `earlier` and `further` are addresses, "" for none."""

    lines: list[TournamentLine]
    number: int
    pages: int
    earlier: str = ""
    further: str = ""


class PlaceTally(NamedTuple):
    """The number of a member's finished tournaments, and the best places, each with its frequency."""

    played: int
    won: int
    best: list[tuple[int, int]]


def has_limit(terms: TournamentTerms) -> bool:
    """Return whether fewer players may enter than any tournament may have."""
    return terms.most < MOST_PLAYERS


def title_of(row: Tournament) -> str:
    """Return the title of a tournament, or its game."""
    return row.title or str(TITLES[row.game])


def terms_of(row: Tournament) -> TournamentTerms:
    """Return the terms in a row."""
    return _decoder.decode(row.terms)


def listed(player: str) -> Q:
    """Return the tournaments in a player's lists: the public ones, and those with their entry."""
    return Q(private=False) | _concerning(player) if player else Q(private=False)


def _concerning(player: str) -> Q:
    """Return the tournaments that a player has entered or directs."""
    entered = Entry.objects.filter(player=player, active=True).values("tournament")
    return Q(pk__in=entered) | Q(director=player)


def sizes(player: str) -> Mapping[str, int]:
    """Return how many tournaments a player's lists have by phase."""
    public = Tournament.objects.filter(private=False)
    ended = _ended_tournaments()
    latest = _by_phase(public.filter(phase__in=ENDED, ended_at__gt=ended.until))
    numbers = ended.numbers + latest + _by_phase(public.filter(phase__in=(Phase.OPEN, Phase.PLAYING)))
    if player:
        numbers += _private_by_phase(player)
    return numbers


def tabs(player: str, current: str) -> list[Tab]:
    """Return the four lists with their sizes."""
    numbers = sizes(player)
    return [
        Tab(name, title, numbers.get(phase, 0), name == current)
        for name, (title, phase, _order) in LISTS.items()
    ]


def page(name: str, player: str, number: int, size: int, address: Callable[[int], str]) -> ListPage:
    """Return a page of a list of this size, or its last one; `address` makes the address of a page."""
    _title, phase, order = LISTS[name]
    rows = Tournament.objects.filter(listed(player), phase=phase).order_by(order, "pk")
    return _page(size, number, address, lambda part: lines(rows[part], player))


def finished(player: str, number: int, address: Callable[[int], str]) -> ListPage:
    """Return the finished tournaments of a player, the latest first."""
    rows = Tournament.objects.filter(entries__player=player, entries__place__isnull=False, phase=Phase.OVER)
    rows = rows.order_by("-ended_at", "pk")
    return _page(rows.count(), number, address, lambda part: lines(rows[part], player))


def cancelled(player: str) -> list[TournamentLine]:
    """Return the last cancelled tournaments of a player, the latest first."""
    rows = Tournament.objects.filter(entries__player=player, entries__active=True, phase=Phase.CANCELLED)
    return lines(rows.order_by("-ended_at", "pk")[:SIZE], player)


def current(player: str, phase: str) -> list[TournamentLine]:
    """Return the tournaments of a player in a phase, by their start."""
    rows = Tournament.objects.filter(entries__player=player, entries__active=True, phase=phase)
    return lines(rows.order_by("starts_at")[:100], player)


def tally(player: str, *, public: bool = False) -> PlaceTally:
    """Count a player's finished tournaments; with `public` only those in public lists."""
    over = Entry.objects.filter(player=player, place__isnull=False, tournament__phase=Phase.OVER)
    if public:
        over = over.filter(tournament__private=False)
    times = dict(over.order_by("place").values_list("place").annotate(Count("pk")))
    return PlaceTally(sum(times.values()), times.get(1, 0), list(times.items())[:3])


def lines(rows: Iterable[Tournament], player: str) -> list[TournamentLine]:
    """Return tournaments as lines of a list, by at most three more queries."""
    tournaments = list(rows)
    ids = [row.pk for row in tournaments]
    entries = {}
    if player and ids:
        entries = {
            entry.tournament_id: entry for entry in Entry.objects.filter(player=player, tournament__in=ids)
        }
    prizes = _prizes(tournaments)
    return [TournamentLine(row, terms_of(row), prizes[row.pk], entries.get(row.pk)) for row in tournaments]


def next_of_series(row: Tournament) -> Tournament | None:
    """Return the next tournament of the same series whose entries are open, or None."""
    of_series = SeriesTournament.objects.filter(tournament=row).values("series")
    later = Tournament.objects.filter(of_series__series__in=of_series, phase=Phase.OPEN, private=False)
    return later.order_by("starts_at").first()


def prizes_now(terms: TournamentTerms, paid: int) -> list[int]:
    """Return the prizes by place for so many fees and as many players."""
    if not terms.fee and not terms.bonus:
        return []
    places = [str(place) for place in range(1, max(1, min(paid, len(terms.shares))) + 1)]
    return list(payout(terms, paid, places).prizes.values())


class _Ended(NamedTuple):
    """The public tournaments that ended `until` a moment (ms), by phase."""

    until: int
    numbers: Counter[str]


_ended: BoundedCache[str, _Ended] = BoundedCache(1, COUNTED_FOR_S)


def _ended_tournaments() -> _Ended:
    """Return the last count; each page counts those since then, and each hour all are counted again."""
    ended = _ended.get(_PUBLIC)
    if ended is None:
        until = now_ms() - MINUTE_MS
        rows = Tournament.objects.filter(private=False, phase__in=ENDED)
        numbers = _by_phase(rows.filter(Q(ended_at__lte=until) | Q(ended_at=None)))
        ended = _Ended(until, numbers)
        _ended.put(_PUBLIC, ended)
    return ended


def _by_phase(rows: "QuerySet[Tournament]") -> Counter[str]:
    return Counter(dict(rows.order_by().values_list("phase").annotate(Count("pk"))))


def _private_by_phase(player: str) -> Counter[str]:
    """Count the private tournaments that a player has entered or directs.

    Two statements, each by an index that has only private tournaments: a member may have entered thousands.
    """
    entries = Entry.objects.filter(player=player, active=True)
    phases = entries.filter(tournament__private=True).order_by().values_list("tournament__phase")
    directed = Tournament.objects.filter(director=player, private=True)
    is_entered = Exists(entries.filter(tournament=OuterRef("pk")))
    return Counter(dict(phases.annotate(Count("pk")))) + _by_phase(directed.exclude(is_entered))


class Active(NamedTuple):
    """The public tournaments played or starting within a day, and the first to start within an hour."""

    number: int = 0
    coming: Tournament | None = None


_active: BoundedCache[str, Active] = BoundedCache(1, FRESH_S)


def active_tournaments() -> Active:
    """Return the active tournaments, a few seconds old."""
    active = fresh_active_tournaments()
    if active is None:
        now = now_ms()
        public = Tournament.objects.filter(private=False)
        soon = Q(phase=Phase.OPEN, starts_at__lte=now + DAY_MS)
        coming = Q(phase=Phase.OPEN, starts_at__gt=now, starts_at__lte=now + HOUR_MS)
        counts = public.filter(Q(phase=Phase.PLAYING) | soon).aggregate(
            number=Count("pk"), coming=Count("pk", filter=coming)
        )
        first = public.filter(coming).order_by("starts_at").first() if counts["coming"] else None
        active = Active(counts["number"], first)
        _active.put(_PUBLIC, active)
    return active


def fresh_active_tournaments() -> Active | None:
    """Return the same without a query, or None if it is too old."""
    return _active.get(_PUBLIC)


def forget_counts() -> None:
    """Count anew at the next page."""
    _active.clear()
    _ended.clear()


def _prizes(rows: Sequence[Tournament]) -> dict[str, int]:
    """Return the sum of the prizes of each tournament: those paid, or those of its current pool."""
    over = [row.pk for row in rows if row.phase == Phase.OVER]
    won = Entry.objects.filter(tournament__in=over, prize__gt=0).order_by().values_list("tournament")
    paid = dict(won.annotate(Sum("prize"))) if over else {}
    pools = _pools([row.pk for row in rows if row.phase == Phase.PLAYING])
    prizes = {}
    for row in rows:
        terms, fees = terms_of(row), row.players
        if row.phase == Phase.OVER:
            prizes[row.pk] = paid.get(row.pk, 0)
            continue
        if row.phase == Phase.PLAYING and terms.fee:
            fees = (pools.get(pool_code(row.pk), 0) - terms.bonus) // terms.fee
        prizes[row.pk] = sum(prizes_now(terms, fees))
    return prizes


def _pools(ids: list[str]) -> dict[str, int]:
    if not ids:
        return {}
    accounts = Account.objects.filter(code__in=[pool_code(tournament_id) for tournament_id in ids])
    return dict(accounts.order_by().values_list("code").annotate(Min("balance")))


def _page(
    total: int, number: int, address: Callable[[int], str], read: Callable[[slice], list[TournamentLine]]
) -> ListPage:
    pages = max(1, -(-total // SIZE))
    number = min(max(1, number), pages)
    return ListPage(
        read(slice((number - 1) * SIZE, number * SIZE)),
        number,
        pages,
        address(number - 1) if number > 1 else "",
        address(number + 1) if number < pages else "",
    )
