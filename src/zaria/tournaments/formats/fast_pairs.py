"""The pairs of a Swiss round with many players: close to the Dutch system, and fast.

Players with equal points form a group, in the order of their seeds. Its upper half meets its lower half in
order. A player who has met the opponent, or has the same claim to a side, takes the next opponent of the
lower half. Unpaired players float to the top of the group below; after the last group they are paired by
exchanges with other pairs. The stronger claim decides the sides: a player has it who had the other side more
often, or last.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from zaria.tournaments.field import Field

NEAR = 8
"""Opponents that a player may pass over for the sake of sides."""

STRONG = 2
"""A difference of sides, or a row of the same side, that must not grow."""


class Past(msgspec.Struct):
    """The past of a player: opponents met, sides (0, 1) in order, byes, and opponents who were absent."""

    met: set[str]
    sides: list[int]
    byes: int = 0
    absences: int = 0

    def claim(self) -> int:
        """The claim to side 0 (above 0) or side 1 (below): by the difference, then by the last side."""
        if not self.sides:
            return 0
        surplus = 2 * sum(self.sides) - len(self.sides)
        last = 1 if self.sides[-1] else -1
        row = len(self.sides) >= STRONG and self.sides[-1] == self.sides[-2]
        return 2 * surplus + last + (STRONG * last if row else 0)


def fast_pairs(field: Field) -> list[tuple[str, str | None]] | None:
    """Return the pairs of the next round, side 0 first, and a bye; None if two would have to meet again."""
    past, points = past_of(field), field.points
    seeded = sorted(field.present, key=lambda player: -points[player])
    free = None
    if len(seeded) % 2:
        free = _free(seeded, past)
        if free is None:
            return None
        seeded.remove(free)
    claims = {player: past[player].claim() for player in seeded}
    pairs: list[tuple[str, str]] = []
    left: list[str] = []
    for _, group in groupby(seeded, key=points.__getitem__):
        made, left = _pairs_of_group([*left, *group], len(left), past, claims)
        pairs += made
    if not _add(pairs, left, past):
        return None
    place = {player: number for number, player in enumerate(field.entrants)}
    found: list[tuple[str, str | None]] = [
        by_sides(number, *pair, past, claims, place) for number, pair in enumerate(pairs)
    ]
    return found if free is None else [*found, (free, None)]


def past_of(field: Field) -> dict[str, Past]:
    """Return the past of each entrant."""
    past = {player: Past(set(), []) for player in field.entrants}
    for meeting in field.meetings():
        one, two = meeting.players
        assert one is not None
        if two is None:
            past[one].byes += 1
            continue
        past[one].met.add(two)
        past[two].met.add(one)
        if meeting.result is not None and meeting.result.played:
            past[one].sides.append(0)
            past[two].sides.append(1)
        elif meeting.winner is not None:
            past[meeting.winner].absences += 1
    return past


def _free(seeded: Sequence[str], past: Mapping[str, Past]) -> str | None:
    """Return the player for the bye: the last without an earlier bye and, if possible, without a walkover."""
    without = [one for one in reversed(seeded) if not past[one].byes]
    return next((one for one in without if not past[one].absences), without[0] if without else None)


def _pairs_of_group(
    group: Sequence[str], floaters: int, past: Mapping[str, Past], claims: Mapping[str, int]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs of a group, whose first players floated down, and its unpaired players."""
    pairs: list[tuple[str, str]] = []
    above, own = group[:floaters], _Line(group[floaters:])
    left = list(_meet(above, own, past, claims, pairs))
    rest = list(own)
    half = len(rest) // 2
    lower = _Line(rest[half:])
    left += _meet(rest[:half], lower, past, claims, pairs)
    return pairs, [*left, *lower]


def _meet(
    upper: Iterable[str],
    lower: "_Line",
    past: Mapping[str, Past],
    claims: Mapping[str, int],
    pairs: list[tuple[str, str]],
) -> Iterator[str]:
    """Pair each upper player with a lower one, and return the upper players without an opponent."""
    for one in upper:
        two = lower.take(one, past[one].met, claims)
        if two is None:
            yield one
        else:
            pairs.append((one, two))


class _Line:
    """A row of players from which any is removed in constant time."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._next = list(range(1, len(players) + 2))
        self._previous = list(range(-1, len(players) + 1))
        self._first = 0

    def __iter__(self) -> Iterator[str]:
        place = self._first
        while place < len(self._players):
            yield self._players[place]
            place = self._next[place]

    def take(self, one: str, met: set[str], claims: Mapping[str, int]) -> str | None:
        """Take the first near opponent with another claim to a side, or else the first opponent."""
        place, seen, found = self._first, 0, None
        while place < len(self._players) and (found is None or seen < NEAR):
            two = self._players[place]
            if two not in met:
                seen += 1
                if claims[one] * claims[two] <= 0:
                    found = place
                    break
                if found is None or _clash(claims, one, self._players[found]) > _clash(claims, one, two):
                    found = place
            place = self._next[place]
        return None if found is None else self._remove(found)

    def _remove(self, place: int) -> str:
        before, after = self._previous[place], self._next[place]
        if place == self._first:
            self._first = after
        else:
            self._next[before] = after
        self._previous[after] = before
        return self._players[place]


def _clash(claims: Mapping[str, int], one: str, two: str) -> int:
    """Return the smaller of two claims to the same side, which cannot be met."""
    return min(abs(claims[one]), abs(claims[two]))


def _add(pairs: list[tuple[str, str]], left: Sequence[str], past: Mapping[str, Past]) -> bool:
    """Pair the remaining players, the last first, if necessary by an exchange with another pair."""
    rest = list(left)
    while rest:
        one = rest.pop(0)
        two = next((other for other in rest if other not in past[one].met), None)
        if two is not None:
            rest.remove(two)
            pairs.append((one, two))
            continue
        two = rest.pop(0)
        if not _exchange(pairs, one, two, past):
            return False
    return True


def _exchange(pairs: list[tuple[str, str]], one: str, two: str, past: Mapping[str, Past]) -> bool:
    for number in range(len(pairs) - 1, -1, -1):
        for three, four in (pairs[number], pairs[number][::-1]):
            if three not in past[one].met and four not in past[two].met:
                pairs[number] = (three, one)
                pairs.append((four, two))
                return True
    return False


def by_sides(
    number: int,
    one: str,
    two: str,
    past: Mapping[str, Past],
    claims: Mapping[str, int],
    place: Mapping[str, int],
) -> tuple[str, str]:
    """Return two players, side 0 first; of equal claims to the same side, that of the better seed is met."""
    better, other = (one, two) if place[one] < place[two] else (two, one)
    first, second = claims[better], claims[other]
    if first == second == 0:
        return (better, other) if number % 2 == 0 else (other, better)
    if abs(first) == abs(second) and first == second:
        for mine, theirs in zip(reversed(past[better].sides), reversed(past[other].sides), strict=False):
            if mine != theirs:  # they exchange the last sides in which they differed
                return (better, other) if mine == 1 else (other, better)
    wants = first if abs(first) >= abs(second) else -second
    return (better, other) if wants > 0 else (other, better)
