"""Who is paired with whom. Pure.

Of those who look for the same game at the same speed, the two nearest in rating are paired, if they are near
enough: the longer somebody waits, the further he looks. Whoever has waited `PATIENCE` ms takes the nearest of
all that are there, and chooses before those who came later; so nobody waits for ever while others are paired.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from zaria.match.events import Player
from zaria.match.seats import can_be_rated

UNRATED = 500
"""The rating of those who have none: everybody begins with it (rulebook 6.9)."""

NEAR = 100
"""Points of rating that two may be apart at once: the better one gets 64 % of such matches."""

WIDER = 60
"""Points that each second of waiting adds."""

PATIENCE = 10_000
"""Milliseconds after which any opponent will do."""

FORGOTTEN = 6_000
"""Milliseconds after which a search that is not said again has ended; it is said every 2 s."""


class Seeker(NamedTuple):
    """Who looks for an opponent, since when, and when he last said so (ms); `rated`: his result may count.

    `to` is the player whose search this one answers.
    """

    player: Player
    rating: int
    since: int
    heard: int
    rated: bool = False
    to: str = ""

    def accepts(self, other: "Seeker", now: int) -> bool:
        """Whether the other is near enough for one who has waited so long."""
        waited = now - self.since
        return waited >= PATIENCE or self.distance(other) <= NEAR + WIDER * waited / 1000

    def distance(self, other: "Seeker") -> int:
        """Points of rating between the two."""
        return abs(self.rating - other.rating)


Kind = tuple[str, str]
"""A game and a speed."""


class Pair(NamedTuple):
    """Two who shall play, the one who waited longer first; `rated`: both are members, and want it so."""

    kind: Kind
    one: Player
    two: Player
    rated: bool = False


class Pool:
    """Those who look for an opponent. Everybody looks for one game at a time."""

    def __init__(self) -> None:
        """Nobody does."""
        self._kinds: dict[Kind, dict[str, Seeker]] = {}
        self._looks: dict[str, Kind] = {}

    def __len__(self) -> int:
        return len(self._looks)

    def others(self, player: str) -> int:
        """How many others look for the same."""
        kind = self._looks.get(player)
        return len(self._kinds[kind]) - 1 if kind else 0

    def want(
        self, kind: Kind, player: Player, rating: int | None, now: int, rated: bool = False, to: str = ""
    ) -> None:
        """He looks for an opponent, or still does; what else he looked for he does no more."""
        known = None
        if self._looks.get(player.id) == kind:
            known = self._kinds[kind][player.id]
        else:
            self.drop(player.id)
        since = known.since if known else now
        points = UNRATED if rating is None else rating
        seeker = Seeker(player, points, since, now, rated and can_be_rated(player), to)
        self._kinds.setdefault(kind, {})[player.id] = seeker
        self._looks[player.id] = kind

    def drop(self, player: str) -> None:
        """He looks no more."""
        kind = self._looks.pop(player, None)
        if kind is not None:
            del self._kinds[kind][player]
            if not self._kinds[kind]:
                del self._kinds[kind]

    def pairs(self, now: int) -> list[Pair]:
        """Pair all that can be paired at `now`; they leave the pool, and so do those who said no more."""
        for kind in list(self._kinds):
            for seeker in list(self._kinds[kind].values()):
                if now - seeker.heard > FORGOTTEN:
                    self.drop(seeker.player.id)
        made = [pair for kind in list(self._kinds) for pair in self._pair(kind, now)]
        for pair in made:
            self.drop(pair.one.id)
            self.drop(pair.two.id)
        return made

    def _pair(self, kind: Kind, now: int) -> list[Pair]:
        left = dict(self._kinds.get(kind, {}))
        answered = list(_answered(left))
        line = _Line(left.values(), now)
        found = [*answered, *line.patient(), *line.nearest()]
        return [Pair(kind, one.player, two.player, one.rated and two.rated) for one, two in found]


def _answered(left: dict[str, Seeker]) -> Iterator[tuple[Seeker, Seeker]]:
    """Searches that were answered, each with the answer; both are taken out of `left`."""
    for player, seeker in tuple(left.items()):
        if player in left and seeker.to != player and seeker.to in left:
            yield left.pop(seeker.to), left.pop(player)


class _Line:
    """Seekers side by side in order of rating; where two leave, their neighbours close up.

    The nearest two that are near enough always stand side by side: who accepts somebody accepts all between.
    """

    def __init__(self, seekers: Iterable[Seeker], now: int) -> None:
        self._now = now
        self._all = sorted(seekers, key=lambda one: (one.rating, one.since, one.player.id))
        self._left = list(range(-1, len(self._all) - 1))
        self._right = list(range(1, len(self._all) + 1))
        self._here = [True] * len(self._all)

    def patient(self) -> Iterator[tuple[Seeker, Seeker]]:
        """Those who have waited long, each with the nearest of all; who has waited longest chooses first."""
        by_wait = sorted(range(len(self._all)), key=lambda i: self._all[i].since)
        for i in by_wait:
            beside = [j for j in (self._left[i], self._right[i]) if 0 <= j < len(self._all)]
            if self._here[i] and beside and self._now - self._all[i].since >= PATIENCE:
                yield self._take(i, min(beside, key=partial(self._apart, i)))

    def nearest(self) -> Iterator[tuple[Seeker, Seeker]]:
        """Those who are near enough to each other, the nearest first."""
        here = [i for i, there in enumerate(self._here) if there]
        near = [pair for i, j in pairwise(here) for pair in self._near(i, j)]
        heapify(near)
        while near:
            _, i, j = heappop(near)
            if self._here[i] and self._here[j]:
                left, right = self._left[i], self._right[j]
                yield self._take(i, j)
                if left >= 0 and right < len(self._all):
                    for pair in self._near(left, right):
                        heappush(near, pair)

    def _apart(self, i: int, j: int) -> int:
        return self._all[i].distance(self._all[j])

    def _near(self, i: int, j: int) -> list[tuple[int, int, int]]:
        one, two = self._all[i], self._all[j]
        accepted = one.accepts(two, self._now) or two.accepts(one, self._now)
        return [(one.distance(two), i, j)] if accepted else []

    def _take(self, i: int, j: int) -> tuple[Seeker, Seeker]:
        for k in (i, j):
            self._here[k] = False
            left, right = self._left[k], self._right[k]
            if left >= 0:
                self._right[left] = right
            if right < len(self._all):
                self._left[right] = left
        one, two = self._all[i], self._all[j]
        return (one, two) if one.since <= two.since else (two, one)
