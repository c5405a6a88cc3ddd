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
    unpaired: list[str] = []
    for _, group in groupby(seeded, key=points.__getitem__):
        group_pairs, unpaired = _pairs_of_group([*unpaired, *group], len(unpaired), past, claims)
        pairs += group_pairs
    if not _add(pairs, unpaired, past):
        return None
    place = {player: number for number, player in enumerate(field.entrants)}
    pairings: list[tuple[str, str | None]] = [
        by_sides(number, *pair, past, claims, place) for number, pair in enumerate(pairs)
    ]
    return pairings if free is None else [*pairings, (free, None)]


def past_of(field: Field) -> dict[str, Past]:
    """Return the past of each entrant."""
    past = {player: Past(set(), []) for player in field.entrants}
    for meeting in field.meetings():
        first, second = meeting.players
        assert first is not None
        if second is None:
            past[first].byes += 1
            continue
        past[first].met.add(second)
        past[second].met.add(first)
        if meeting.result is not None and meeting.result.played:
            past[first].sides.append(0)
            past[second].sides.append(1)
        elif meeting.winner is not None:
            past[meeting.winner].absences += 1
    return past


def _free(seeded: Sequence[str], past: Mapping[str, Past]) -> str | None:
    """Return the player for the bye: the last without an earlier bye and, if possible, without a walkover."""
    without = [player for player in reversed(seeded) if not past[player].byes]
    return next((player for player in without if not past[player].absences), without[0] if without else None)


def _pairs_of_group(
    group: Sequence[str], floaters: int, past: Mapping[str, Past], claims: Mapping[str, int]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs of a group, whose first players floated down, and its unpaired players."""
    pairs: list[tuple[str, str]] = []
    above, residents = group[:floaters], _Line(group[floaters:])
    unpaired = list(_meet(above, residents, past, claims, pairs))
    remainder = list(residents)
    half = len(remainder) // 2
    lower = _Line(remainder[half:])
    unpaired += _meet(remainder[:half], lower, past, claims, pairs)
    return pairs, [*unpaired, *lower]


def _meet(
    upper: Iterable[str],
    lower: "_Line",
    past: Mapping[str, Past],
    claims: Mapping[str, int],
    pairs: list[tuple[str, str]],
) -> Iterator[str]:
    """Pair each upper player with a lower one, and return the upper players without an opponent."""
    for player in upper:
        opponent = lower.take(player, past[player].met, claims)
        if opponent is None:
            yield player
        else:
            pairs.append((player, opponent))


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

    def take(self, player: str, met: set[str], claims: Mapping[str, int]) -> str | None:
        """Take the first near opponent with another claim to a side, or else the first opponent."""
        place, seen, best = self._first, 0, None
        while place < len(self._players) and (best is None or seen < NEAR):
            candidate = self._players[place]
            if candidate not in met:
                seen += 1
                if claims[player] * claims[candidate] <= 0:
                    best = place
                    break
                if best is None or _clash(claims, player, self._players[best]) > _clash(
                    claims, player, candidate
                ):
                    best = place
            place = self._next[place]
        return None if best is None else self._remove(best)

    def _remove(self, place: int) -> str:
        before, after = self._previous[place], self._next[place]
        if place == self._first:
            self._first = after
        else:
            self._next[before] = after
        self._previous[after] = before
        return self._players[place]


def _clash(claims: Mapping[str, int], player: str, opponent: str) -> int:
    """Return the smaller of two claims to the same side, which cannot be met."""
    return min(abs(claims[player]), abs(claims[opponent]))


def _add(pairs: list[tuple[str, str]], unpaired: Sequence[str], past: Mapping[str, Past]) -> bool:
    """Pair the remaining players, the last first, if necessary by an exchange with another pair."""
    remaining = list(unpaired)
    while remaining:
        player = remaining.pop(0)
        opponent = next((candidate for candidate in remaining if candidate not in past[player].met), None)
        if opponent is not None:
            remaining.remove(opponent)
            pairs.append((player, opponent))
            continue
        opponent = remaining.pop(0)
        if not _exchange(pairs, player, opponent, past):
            return False
    return True


def _exchange(pairs: list[tuple[str, str]], first: str, second: str, past: Mapping[str, Past]) -> bool:
    for number in range(len(pairs) - 1, -1, -1):
        for upper, lower in (pairs[number], pairs[number][::-1]):
            if upper not in past[first].met and lower not in past[second].met:
                pairs[number] = (upper, first)
                pairs.append((lower, second))
                return True
    return False


def by_sides(
    number: int,
    player: str,
    opponent: str,
    past: Mapping[str, Past],
    claims: Mapping[str, int],
    place: Mapping[str, int],
) -> tuple[str, str]:
    """Return two players, side 0 first; of equal claims to the same side, that of the better seed is met."""
    better, worse = (player, opponent) if place[player] < place[opponent] else (opponent, player)
    first, second = claims[better], claims[worse]
    if first == second == 0:
        return (better, worse) if number % 2 == 0 else (worse, better)
    if abs(first) == abs(second) and first == second:
        for better_side, worse_side in zip(
            reversed(past[better].sides), reversed(past[worse].sides), strict=False
        ):
            if better_side != worse_side:  # they exchange the last sides in which they differed
                return (better, worse) if better_side == 1 else (worse, better)
    wants = first if abs(first) >= abs(second) else -second
    return (better, worse) if wants > 0 else (worse, better)
