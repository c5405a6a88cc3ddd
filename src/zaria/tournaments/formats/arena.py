"""Arena: players come and go until the clock ends; who is free is paired with somebody near in points.

A win is two points and a draw one. From the third win in a row each is four points and each draw two, until a
match is not won (the scoring of lichess' arenas). Standing still adds nothing, and who has left at the end
does not win: nobody wins by stopping to play.
"""

from collections.abc import Iterator, Mapping, Sequence

from zaria.tournaments.field import DRAW, WIN, Field, Meeting, Standing, ranked
from zaria.tournaments.formats.base import FixedPairs

STREAK = 2
"""Wins in a row after which points count twice."""


def pair(waiting: Sequence[str], points: Mapping[str, int], last: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pair those who wait: neighbours in points, but not two of whom one has just played the other.

    `waiting` has who waits longest first; one may be left over, the last if possible. `last` is the last
    opponent of each. Two meet again at once only if it cannot be avoided by another opponent for one of them.
    """
    free = sorted(waiting, key=lambda player: -points.get(player, 0))
    spare = None
    if len(free) % 2:
        spare = waiting[-1]
        free.remove(spare)
    pairs: list[tuple[str, str]] = []
    taken = [False] * len(free)
    for place, one in enumerate(free):
        if taken[place]:
            continue
        found = _opponent(free, taken, place, last)
        taken[found] = True
        pairs.append((one, free[found]))
    for number, (one, two) in enumerate(pairs):
        if met_last(last, one, two) and not _part(pairs, number, last) and spare is not None:
            stays = next((player for player in (one, two) if not met_last(last, player, spare)), None)
            if stays is not None:
                pairs[number], spare = (stays, spare), two if stays == one else one
    return pairs


def _opponent(free: Sequence[str], taken: Sequence[bool], place: int, last: Mapping[str, str]) -> int:
    """The place of the nearest one below who is free and has not just played this one; else the nearest."""
    below = range(place + 1, len(free))
    others = (other for other in below if not taken[other] and not met_last(last, free[place], free[other]))
    found = next(others, None)
    return next(other for other in below if not taken[other]) if found is None else found


def met_last(last: Mapping[str, str], one: str, two: str) -> bool:
    """Return whether one of the two has just played the other."""
    return last.get(one) == two or last.get(two) == one


def _part(pairs: list[tuple[str, str]], number: int, last: Mapping[str, str]) -> bool:
    """Exchange an opponent with the nearest pair if neither new pair has just met; False: there is none."""
    one, two = pairs[number]
    for other in _outward(number, len(pairs)):
        three, four = pairs[other]
        for upper, lower in (((one, three), (two, four)), ((one, four), (two, three))):
            if not met_last(last, *upper) and not met_last(last, *lower):
                pairs[number], pairs[other] = upper, lower
                return True
    return False


def _outward(start: int, count: int) -> Iterator[int]:
    """The other numbers below `count`, the nearest to `start` first."""
    for step in range(1, max(start, count - 1 - start) + 1):
        for number in (start - step, start + step):
            if 0 <= number < count:
                yield number


class Arena(FixedPairs):
    """An arena until the clock ends. All its meetings are one round, to which each tick adds some."""

    def next_round(self, field: Field) -> list[Meeting] | None:
        """No round follows."""
        return None

    def pairs(self, field: Field, idle: Sequence[str]) -> list[Meeting]:
        """Pair those who are free, of whom `idle` has the one who has waited for longest first.

        Two who have just played each other wait as long as anybody else is still at a board. The only two
        who are present do not meet again: they wait for a third.
        """
        if len(idle) < 2:
            return []
        last = last_opponents(field)
        pairings = pair(idle, points_of(field), last)
        if len(idle) < len(field.present) or len(field.present) == 2:
            pairings = [(one, two) for one, two in pairings if not met_last(last, one, two)]
        return [Meeting(pairing) for pairing in pairings]

    def allows_draw(self, field: Field) -> bool:
        """Draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """By points, then by wins, then by matches; the first place goes to somebody who is still present."""
        points, won, played = (
            points_of(field),
            dict.fromkeys(field.entrants, 0),
            dict.fromkeys(field.entrants, 0),
        )
        for meeting in field.meetings():
            for player in meeting.players:
                if player is not None:
                    played[player] += 1
            if meeting.winner is not None:
                won[meeting.winner] += 1
        lines = ranked(field, [Standing(one, points[one], (won[one], played[one])) for one in field.entrants])
        first = next((line for line in lines if line.player not in field.withdrawn), None)
        return lines if first is None else [first, *(line for line in lines if line is not first)]


def points_of(field: Field) -> dict[str, int]:
    """The points of each player, with those of rows of wins."""
    points, streak = dict.fromkeys(field.entrants, 0), dict.fromkeys(field.entrants, 0)
    for meeting in field.meetings():
        if meeting.result is None:
            continue
        for player, got in zip(meeting.players, meeting.result.points, strict=True):
            if player is not None and got in (WIN, DRAW):
                points[player] += 2 * got if streak[player] >= STREAK else got
            if player is not None:
                streak[player] = streak[player] + 1 if got == WIN else 0
    return points


def last_opponents(field: Field) -> dict[str, str]:
    """The opponent of each player's last match."""
    last = {}
    for meeting in field.meetings():
        one, two = meeting.players
        if one is not None and two is not None:
            last[one], last[two] = two, one
    return last
