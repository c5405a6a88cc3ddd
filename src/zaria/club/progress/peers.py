"""The cost of decisions to members of equal rating, for comparison; these numbers name nobody.

They are computed a few times a day, from the sums of the last months, so that a page reads a few rows. A band
is 200 rating points wide and has members enough, or is not there; the whole club stands for it then.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import quantiles
from typing import NamedTuple

from django.db import transaction
from django.db.models import Sum

from zaria import games
from zaria.bots.analysis.marks import unit_of
from zaria.club.accounts.models import Member
from zaria.club.progress.actions import month_of
from zaria.club.progress.models import MonthSum, PeerBand, PeerSum
from zaria.club.progress.rates import ENOUGH, DecisionTotals
from zaria.club.ratings.models import Standing
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.site.database.database_thread import DatabaseThread

EVERY_S = 6 * 3600.0
"""Seconds between two computations, for which the sums of all members are read."""
BAND = 200
"""Rating points from the lowest of a band to the lowest of the next."""
FEWEST = 5
"""Members with enough decisions below whom a band is not compared with: one could tell who they are."""
PERIOD = 183 * DAY_MS
"""Milliseconds of the sums that are compared, to the beginning of a month."""

Part = tuple[str, str]
"""A phase and a kind."""


class Peers(NamedTuple):
    """The members that somebody is compared with.

    `band` is the lowest rating of the band, None for the whole club. `rates` are the mean losses of a
    decision by phase and kind, in the units of `FINE`; `low`, `middle` and `high` are those of `PeerBand`.
    """

    band: int | None
    members: int
    low: float
    middle: float
    high: float
    rates: dict[Part, float]


class PeerUpdates:
    """A follower of the projector."""

    def __init__(self) -> None:
        self._next = 0.0

    async def follow(self, database: DatabaseThread) -> None:
        """Compute them every few hours."""
        now = time.monotonic()
        if now >= self._next:
            await database.run(store_peers)
            self._next = now + EVERY_S


def store_peers() -> None:
    """Compute and store what all games and bands have."""
    bands: list[PeerBand] = []
    sums: list[PeerSum] = []
    for (game, band), members in sorted(_members_by_band().items()):
        if len(members) >= FEWEST:
            bands.append(_band(game, band, members))
            sums += _sums(game, band, members)
    with transaction.atomic():
        PeerBand.objects.all().delete()
        PeerSum.objects.all().delete()
        PeerBand.objects.bulk_create(bands)
        PeerSum.objects.bulk_create(sums)


def peers_of(member: Member, game: str) -> Peers | None:
    """Return those with whom a member is compared in a game; None where they are too few."""
    rating = Standing.objects.filter(member=member, game=game).values_list("rating", flat=True).first()
    names = [PeerSum.EVERYBODY] if rating is None else [_band_of(float(rating)), PeerSum.EVERYBODY]
    rows = {row.band: row for row in PeerBand.objects.filter(game=game, band__in=names)}
    row = next((rows[name] for name in names if name in rows), None)
    if row is None:
        return None
    sums = PeerSum.objects.filter(game=game, band=row.band)
    return Peers(
        band=None if row.band == PeerSum.EVERYBODY else row.band,
        members=row.members,
        low=row.low,
        middle=row.middle,
        high=row.high,
        rates={(peer.phase, peer.kind): peer.loss / peer.decisions for peer in sums if peer.decisions},
    )


def first_month() -> str:
    """Return the first month of the sums that are compared now."""
    return month_of(now_ms() - PERIOD)


def _band_of(rating: float) -> int:
    return BAND * int(rating // BAND)


def _members_by_band() -> dict[tuple[str, int], list[dict[Part, DecisionTotals]]]:
    """Return the sums of each member with enough decisions, by game and band and for the whole club."""
    by_member: dict[tuple[int, str], dict[Part, DecisionTotals]] = defaultdict(dict)
    for member, game, part, totals in _stored_sums():
        by_member[member, game][part] = totals
    ratings = dict(_stored_ratings())
    by_band: dict[tuple[str, int], list[dict[Part, DecisionTotals]]] = defaultdict(list)
    for (member, game), parts in sorted(by_member.items()):
        if sum(totals.decisions for totals in parts.values()) >= ENOUGH:
            by_band[game, PeerSum.EVERYBODY].append(parts)
            if (member, game) in ratings:
                by_band[game, _band_of(ratings[member, game])].append(parts)
    return by_band


def _stored_sums() -> Iterator[tuple[int, str, Part, DecisionTotals]]:
    """Return the sums of all members who compare themselves, in games that are known."""
    rows = MonthSum.objects.filter(month__gte=first_month()).exclude(
        member__progress_switches__compares=False
    )
    grouped = rows.order_by().values_list("member", "game", "phase", "kind")
    totals = grouped.annotate(together=Sum("decisions"), lost=Sum("loss"), squared=Sum("squares"))
    game_names = set(games.names())
    for member, game, phase, kind, decisions, loss, squares in totals.iterator():
        if game in game_names:
            yield member, game, (phase, kind), DecisionTotals(decisions, loss, squares)


def _stored_ratings() -> Iterator[tuple[tuple[int, str], float]]:
    for member, game, rating in Standing.objects.values_list("member", "game", "rating").iterator():
        yield (member, game), float(rating)


def _band(game: str, band: int, members: list[dict[Part, DecisionTotals]]) -> PeerBand:
    unit = unit_of(game)
    rates = [
        DecisionTotals(*map(sum, zip(*parts.values(), strict=True))).rate(unit) or 0.0 for parts in members
    ]
    low, middle, high = quantiles(rates, n=4, method="inclusive")
    return PeerBand(game=game, band=band, members=len(members), low=low, middle=middle, high=high)


def _sums(game: str, band: int, members: list[dict[Part, DecisionTotals]]) -> list[PeerSum]:
    """Return the sums by phase and kind; those of fewer members than a band needs would tell on them."""
    counts = Counter(part for parts in members for part, totals in parts.items() if totals.decisions)
    by_part: dict[Part, DecisionTotals] = defaultdict(DecisionTotals)
    for parts in members:
        for part, totals in parts.items():
            by_part[part] = by_part[part].plus(totals)
    return [
        PeerSum(game=game, band=band, phase=phase, kind=kind, decisions=totals.decisions, loss=totals.loss)
        for (phase, kind), totals in sorted(by_part.items())
        if counts[phase, kind] >= FEWEST
    ]
