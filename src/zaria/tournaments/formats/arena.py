"""Arena: players come and go until the clock ends; free players are paired by their points.

A win is two points and a draw one. From the third win in a row a win is four points and a draw two, until a
match is not won (the scoring of lichess' arenas). Idle players earn nothing, and a player who has left by the
end cannot win.
"""

from collections.abc import Iterator, Mapping, Sequence

from zaria.tournaments.field import DRAW, WIN, Field, Meeting, Standing, ranked
from zaria.tournaments.formats.base import FixedPairs

STREAK = 2
"""Wins in a row after which points count twice."""


def pair(waiting: Sequence[str], points: Mapping[str, int], last: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pair waiting players who are neighbours in points and have not just met.

    `waiting` has the longest waiting player first; of an odd number one stays, the last if possible. `last`
    has the last opponent of each. Two players meet again at once only if no exchange of opponents avoids it.
    """
    free = sorted(waiting, key=lambda player: -points.get(player, 0))
    spare = None
    if len(free) % 2:
        spare = waiting[-1]
        free.remove(spare)
    pairs: list[tuple[str, str]] = []
    taken = [False] * len(free)
    for place, player in enumerate(free):
        if taken[place]:
            continue
        index = _opponent(free, taken, place, last)
        taken[index] = True
        pairs.append((player, free[index]))
    for number, (player, opponent) in enumerate(pairs):
        if met_last(last, player, opponent) and not _part(pairs, number, last) and spare is not None:
            stays = next(
                (candidate for candidate in (player, opponent) if not met_last(last, candidate, spare)), None
            )
            if stays is not None:
                pairs[number], spare = (stays, spare), opponent if stays == player else player
    return pairs


def _opponent(free: Sequence[str], taken: Sequence[bool], place: int, last: Mapping[str, str]) -> int:
    """Return the index of the next free player who has not just met this one, or of the next free player."""
    below = range(place + 1, len(free))
    available = (index for index in below if not taken[index])
    nearest = next((index for index in available if not met_last(last, free[place], free[index])), None)
    return next(index for index in below if not taken[index]) if nearest is None else nearest


def met_last(last: Mapping[str, str], player: str, opponent: str) -> bool:
    """Return whether the last match of either player was against the other."""
    return last.get(player) == opponent or last.get(opponent) == player


def _part(pairs: list[tuple[str, str]], number: int, last: Mapping[str, str]) -> bool:
    """Swap opponents with the nearest pair so that neither new pair has just met; False: none fits."""
    for index in _outward(number, len(pairs)):
        for nearest in (pairs[index], pairs[index][::-1]):
            upper, lower = zip(pairs[number], nearest, strict=True)
            if not met_last(last, *upper) and not met_last(last, *lower):
                pairs[number], pairs[index] = upper, lower
                return True
    return False


def _outward(start: int, count: int) -> Iterator[int]:
    """Return the other numbers below `count`, the nearest to `start` first."""
    for step in range(1, max(start, count - 1 - start) + 1):
        for number in (start - step, start + step):
            if 0 <= number < count:
                yield number


class Arena(FixedPairs):
    """An arena. All its meetings are one round, to which each tick adds some until the clock ends."""

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Return None: an arena has one round."""
        return None

    def pairs(self, field: Field, idle: Sequence[str]) -> list[Meeting]:
        """Pair the free players; `idle` has the longest waiting one first.

        Two who have just met wait as long as other players are at a board. The only two who are present do
        not meet again: they wait for a third.
        """
        if len(idle) < 2:
            return []
        last = last_opponents(field)
        pairings = pair(idle, points_of(field), last)
        if len(idle) < len(field.present) or len(field.present) == 2:
            pairings = [pairing for pairing in pairings if not met_last(last, *pairing)]
        return [Meeting(pairing) for pairing in pairings]

    def allows_draw(self, field: Field) -> bool:
        """Return True: draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """Rank by points, wins and matches; the first place goes to a player who is still present."""
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
        lines = ranked(
            field,
            [Standing(player, points[player], (won[player], played[player])) for player in field.entrants],
        )
        first = next((line for line in lines if line.player not in field.withdrawn), None)
        return lines if first is None else [first, *(line for line in lines if line is not first)]


def points_of(field: Field) -> dict[str, int]:
    """Return the points of each player, including those of winning streaks."""
    points, streak = dict.fromkeys(field.entrants, 0), dict.fromkeys(field.entrants, 0)
    for meeting in field.meetings():
        if meeting.result is None:
            continue
        for player, score in zip(meeting.players, meeting.result.points, strict=True):
            if player is not None and score in (WIN, DRAW):
                points[player] += 2 * score if streak[player] >= STREAK else score
            if player is not None:
                streak[player] = streak[player] + 1 if score == WIN else 0
    return points


def last_opponents(field: Field) -> dict[str, str]:
    """The opponent of each player's last match."""
    last = {}
    for meeting in field.meetings():
        player, opponent = meeting.players
        if player is not None and opponent is not None:
            last[player], last[opponent] = opponent, player
    return last
