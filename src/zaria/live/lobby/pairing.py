"""The pairing of seekers. Pure.

Of the seekers of one game, speed, length and cube, the two nearest in rating are paired if they are near
enough, which becomes wider as they wait. A seeker who has waited `PATIENCE` ms takes the nearest of all, and
chooses before those who came later; so nobody waits forever while others are paired. Those who are left and
have agreed to it are then paired across speeds, lengths and games (`widening.py`), the longest wait first.
Two who are kept apart never play; two who have met too often only if each answers the other. Seekers meet
those with the same stakes alone, however long they wait.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from zaria.live.lobby.messages import SeekUpdate
from zaria.live.lobby.speeds import Kind
from zaria.live.lobby.widening import NARROW, Widening
from zaria.match.events import Player
from zaria.match.seats import can_be_rated
from zaria.match.stakes import Stakes

UNRATED = 500
"""The rating of a player without one: everybody begins with it (rulebook 6.9)."""

NEAR = 100
"""The difference in rating allowed at once: the better player gets 64 % of such matches."""

WIDER = 60
"""Rating points that each second of waiting adds."""

PATIENCE = 10_000
"""Milliseconds after which any opponent will do."""

FORGOTTEN = 6_000
"""Milliseconds after which a search that is not repeated ends; pages repeat it every 2 s."""


class Seeker(NamedTuple):
    """A player who looks for an opponent, since when, and the last repeat (ms); `rated`: it may be rated.

    `to` is the player of the search that this one answers, `widening` what they agreed to accept besides,
    `stakes` what they play for.
    """

    player: Player
    rating: int
    since: int
    repeated_at: int
    rated: bool = False
    to: str = ""
    widening: Widening = NARROW
    stakes: Stakes | None = None

    def accepts(self, opponent: "Seeker", now: int) -> bool:
        """Return whether the opponent is near enough after so long a wait."""
        waited = now - self.since
        return waited >= PATIENCE or self.distance(opponent) <= NEAR + WIDER * waited / 1000

    def distance(self, opponent: "Seeker") -> int:
        """The difference in rating between the two."""
        return abs(self.rating - opponent.rating)

    def answers(self, opponent: "Seeker") -> bool:
        """Return whether this search answers the opponent's."""
        return self.to == opponent.player.id


KeptApart = Callable[[Seeker, Seeker], bool]
"""Returns whether two seekers are not paired with each other."""


def _never(player: str, opponent: str) -> bool:
    return False


_Group = tuple[Kind, Stakes | None]
"""The match that is searched for, and the stakes: those of seekers who may meet."""


class Pair(NamedTuple):
    """Two paired players, the one who waited longer first; `rated`: both are members, and want it."""

    kind: Kind
    first: Player
    second: Player
    rated: bool = False
    stakes: Stakes | None = None

    @property
    def couple(self) -> frozenset[str]:
        """The ids of both."""
        return frozenset((self.first.id, self.second.id))


class Pool:
    """All seekers. Everybody looks for one game at a time."""

    def __init__(self, too_often: Callable[[str, str], bool] = _never) -> None:
        """Start empty. `too_often` says of two players (ids) whether they have met too often to be paired."""
        self._groups: dict[_Group, dict[str, Seeker]] = {}
        self._looks: dict[str, _Group] = {}
        self._apart: set[frozenset[str]] = set()
        self._too_often = too_often

    def __len__(self) -> int:
        return len(self._looks)

    def others(self, player: str) -> int:
        """The number of others who look for the same."""
        group = self._looks.get(player)
        return len(self._groups[group]) - 1 if group else 0

    def want(self, wanted: SeekUpdate, now: int) -> None:
        """Add or repeat a search that has a kind; it replaces another search of the player."""
        player, stakes, kind = wanted.player, wanted.stakes, wanted.kind
        assert kind is not None
        earlier, group = None, (kind, stakes)
        if self._looks.get(player.id) == group:
            earlier = self._groups[group][player.id]
        else:
            self.drop(player.id)
        first = earlier.since if earlier else now
        since = min(first, wanted.since) if wanted.since else first
        rating = UNRATED if wanted.rating is None else wanted.rating
        rated = wanted.rated and can_be_rated(player)
        seeker = Seeker(player, rating, since, now, rated, wanted.to, wanted.widening, stakes)
        self._groups.setdefault(group, {})[player.id] = seeker
        self._looks[player.id] = group

    def drop(self, player: str) -> None:
        """Remove a player's search."""
        group = self._looks.pop(player, None)
        if group is not None:
            del self._groups[group][player]
            if not self._groups[group]:
                del self._groups[group]

    def keep_apart(self, couple: frozenset[str]) -> None:
        """Pair these two players with others only, as long as either looks for an opponent."""
        self._apart.add(couple)

    def get(self, player: str) -> tuple[Kind, Seeker] | None:
        """The search of a player, after what it is for."""
        group = self._looks.get(player)
        return None if group is None else (group[0], self._groups[group][player])

    def waits_for_answer(self, player: str) -> bool:
        """Return whether a player answers the search of somebody they have met too often.

        The two are paired only if that one answers, too.
        """
        search = self.get(player)
        answered = search and self.get(search[1].to)
        return bool(
            search and answered and search[0] == answered[0] and self._are_apart(search[1], answered[1])
        )

    def seekers(self) -> dict[str, tuple[Kind, Seeker]]:
        """All searches by their players, each with what is searched for."""
        return {
            player: (kind, seeker)
            for (kind, _), seekers in self._groups.items()
            for player, seeker in seekers.items()
        }

    def put_back(self, kind: Kind, seeker: Seeker) -> None:
        """Add a search that has left the pool, with its wait so far."""
        self.drop(seeker.player.id)
        group = kind, seeker.stakes
        self._groups.setdefault(group, {})[seeker.player.id] = seeker
        self._looks[seeker.player.id] = group

    def pairs(self, now: int) -> list[Pair]:
        """Pair all that can be paired at `now`; they leave the pool, and so do searches not repeated."""
        for group in list(self._groups):
            for seeker in list(self._groups[group].values()):
                if now - seeker.repeated_at > FORGOTTEN:
                    self.drop(seeker.player.id)
        pairs = [pair for group in list(self._groups) for pair in self._pair(group, now)]
        for pair in pairs:
            self.drop(pair.first.id)
            self.drop(pair.second.id)
        pairs += self._across(now)
        self._apart = {couple for couple in self._apart if not couple.isdisjoint(self._looks)}
        return pairs

    def _pair(self, group: _Group, now: int) -> list[Pair]:
        (kind, stakes), seekers = group, dict(self._groups.get(group, {}))
        answered = list(_answered(seekers, self._are_apart))
        order = _RatingOrder(seekers.values(), now, self._are_apart)
        couples = [*answered, *order.patient(), *order.nearest()]
        return [
            Pair(kind, first.player, second.player, first.rated and second.rated, stakes)
            for first, second in couples
        ]

    def _across(self, now: int) -> Iterator[Pair]:
        """Pair those who have come to accept something else with its seekers, and remove both."""
        wide = [
            (seeker.since, player, kind)
            for player, (kind, seeker) in self.seekers().items()
            if seeker.widening.accepted(kind, now - seeker.since)
        ]
        for _, player, kind in sorted(wide):
            _, seeker = self.get(player) or (kind, None)
            best = seeker and self._best_across(kind, seeker, now)
            if seeker is None or best is None:
                continue
            other_kind, opponent = best
            accepts_own = kind in opponent.widening.accepted(other_kind, now - opponent.since)
            first, second = sorted((seeker, opponent), key=lambda waiting: waiting.since)
            self.drop(first.player.id)
            self.drop(second.player.id)
            played = kind if accepts_own else other_kind
            yield Pair(played, first.player, second.player, first.rated and second.rated, seeker.stakes)

    def _best_across(self, kind: Kind, seeker: Seeker, now: int) -> tuple[Kind, Seeker] | None:
        """The nearest in rating of those who search for the first accepted kind that has any."""
        for other_kind in seeker.widening.accepted(kind, now - seeker.since):
            candidates = [
                candidate
                for candidate in self._groups.get((other_kind, seeker.stakes), {}).values()
                if not self._are_apart(seeker, candidate)
                and (seeker.accepts(candidate, now) or candidate.accepts(seeker, now))
            ]
            if candidates:
                return other_kind, min(
                    candidates, key=lambda candidate: (seeker.distance(candidate), candidate.since)
                )
        return None

    def _are_apart(self, seeker: Seeker, opponent: Seeker) -> bool:
        couple = seeker.player.id, opponent.player.id
        if self._apart and frozenset(couple) in self._apart:
            return True
        return not (seeker.answers(opponent) and opponent.answers(seeker)) and self._too_often(*couple)


def _answered(unpaired: dict[str, Seeker], apart: KeptApart) -> Iterator[tuple[Seeker, Seeker]]:
    """Searches with an answer, each with it; both are removed from `unpaired`."""
    for player, seeker in tuple(unpaired.items()):
        if player not in unpaired or seeker.to == player or seeker.to not in unpaired:
            continue
        if not apart(seeker, unpaired[seeker.to]):
            yield unpaired.pop(seeker.to), unpaired.pop(player)


class _RatingOrder:
    """Seekers in order of rating; where two leave, their neighbours become adjacent.

    The nearest two that are near enough always stand side by side: a seeker who accepts another accepts all
    between them. Only those who are kept apart (few) stand between; a pair that this misses, the next round
    finds.
    """

    def __init__(self, seekers: Iterable[Seeker], now: int, apart: KeptApart) -> None:
        self._now = now
        self._apart = apart
        self._all = sorted(seekers, key=lambda seeker: (seeker.rating, seeker.since, seeker.player.id))
        self._lower = list(range(-1, len(self._all) - 1))
        self._higher = list(range(1, len(self._all) + 1))
        self._is_waiting = [True] * len(self._all)

    def patient(self) -> Iterator[tuple[Seeker, Seeker]]:
        """Pair those who have waited long with the nearest of all; the longest wait chooses first."""
        by_wait = sorted(range(len(self._all)), key=lambda i: self._all[i].since)
        for i in by_wait:
            beside = [
                j for j in (self._beside(i, self._lower), self._beside(i, self._higher)) if j is not None
            ]
            if self._is_waiting[i] and beside and self._now - self._all[i].since >= PATIENCE:
                yield self._take(i, min(beside, key=partial(self._rating_distance, i)))

    def nearest(self) -> Iterator[tuple[Seeker, Seeker]]:
        """Pair those who are near enough to each other, the nearest first."""
        waiting = [i for i, waits in enumerate(self._is_waiting) if waits]
        near = [pair for i, j in pairwise(waiting) for pair in self._near_across(i, j)]
        heapify(near)
        while near:
            _, i, j = heappop(near)
            if self._is_waiting[i] and self._is_waiting[j]:
                lower, higher = self._lower[i], self._higher[j]
                yield self._take(i, j)
                if lower >= 0 and higher < len(self._all):
                    for pair in self._near_across(lower, higher):
                        heappush(near, pair)

    def _rating_distance(self, i: int, j: int) -> int:
        return self._all[i].distance(self._all[j])

    def _beside(self, i: int, step: list[int]) -> int | None:
        """The next in a direction who is not kept apart from `i`."""
        j = step[i]
        while 0 <= j < len(self._all):
            if not self._are_apart(i, j):
                return j
            j = step[j]
        return None

    def _are_apart(self, i: int, j: int) -> bool:
        return self._apart(self._all[i], self._all[j])

    def _near_across(self, i: int, j: int) -> list[tuple[int, int, int]]:
        """The pair of two neighbours; of two who are kept apart, those of each with the next one further."""
        if not self._are_apart(i, j):
            return self._near(i, j)
        higher, lower = self._beside(i, self._higher), self._beside(j, self._lower)
        pairs = [] if higher is None else self._near(i, higher)
        return pairs if lower is None else [*pairs, *self._near(lower, j)]

    def _near(self, i: int, j: int) -> list[tuple[int, int, int]]:
        seeker, opponent = self._all[i], self._all[j]
        accepted = seeker.accepts(opponent, self._now) or opponent.accepts(seeker, self._now)
        return [(seeker.distance(opponent), i, j)] if accepted else []

    def _take(self, i: int, j: int) -> tuple[Seeker, Seeker]:
        for k in (i, j):
            self._is_waiting[k] = False
            lower, higher = self._lower[k], self._higher[k]
            if lower >= 0:
                self._higher[lower] = higher
            if higher < len(self._all):
                self._lower[higher] = lower
        first, second = self._all[i], self._all[j]
        return (first, second) if first.since <= second.since else (second, first)
