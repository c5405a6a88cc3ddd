"""Arena: players come and go until the clock ends; who is free is paired with somebody near in points.

A win is two points and a draw one. From the third win in a row each is four points and each draw two, until a
match is not won (the scoring of lichess' arenas). Standing still adds nothing, so nobody wins by not playing.
"""

from collections.abc import Callable, Mapping, Sequence

from zaria.tournaments.field import DRAW, WIN, Field, Meeting, Standing, ranked

STREAK = 2
"""Wins in a row after which points count twice."""


def pair(waiting: Sequence[str], points: Mapping[str, int], last: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pair those who wait: neighbours in points, but not two of whom one has just played the other.

    `waiting` has who waits longest first; one may be left over. `last` is the last opponent of each. Two meet
    again at once only if it cannot be avoided by another opponent for one of them.
    """

    def again(one: str, two: str) -> bool:
        return last.get(one) == two or last.get(two) == one

    free = sorted(waiting, key=lambda player: -points.get(player, 0))
    if len(free) % 2:
        free.remove(waiting[-1])
    pairs: list[tuple[str, str]] = []
    while free:
        one = free.pop(0)
        two = next((other for other in free if not again(one, other)), free[0])
        free.remove(two)
        pairs.append((one, two))
    for number, (one, two) in enumerate(pairs):
        if again(one, two):
            _part(pairs, number, again)
    return pairs


def _part(pairs: list[tuple[str, str]], number: int, again: Callable[[str, str], bool]) -> None:
    """Exchange an opponent with the nearest pair with which all four have not just met."""
    one, two = pairs[number]
    for other in sorted(range(len(pairs)), key=lambda place: abs(place - number))[1:]:
        three, four = pairs[other]
        for upper, lower in (((one, three), (two, four)), ((one, four), (two, three))):
            if not again(*upper) and not again(*lower):
                pairs[number], pairs[other] = upper, lower
                return


class Arena:
    """An arena in which so many rounds are the clock: everybody present is free at the same moments."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Pair those who are present."""
        if len(field.rounds) >= self.rounds or len(field.present) < 2:
            return None
        last, place = last_opponents(field), field.place_in_draw
        busy = {player for meeting in field.rounds[-1:] for one in meeting for player in one.players}
        waiting = sorted(field.present, key=lambda player: (player in busy, place[player]))
        return [Meeting((one, two)) for one, two in pair(waiting, points_of(field), last)]

    def allows_draw(self, field: Field) -> bool:
        """Draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """By points, then by wins, then by matches."""
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
        return ranked(field, [Standing(one, points[one], (won[one], played[one])) for one in field.entrants])


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
