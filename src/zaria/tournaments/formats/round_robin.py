"""Round robin: all players meet each other, by the Berger tables (FIDE handbook C.05, annex 1).

With an odd number of players one rests in each round. A league is a round robin with longer rounds.
"""

from collections import defaultdict
from collections.abc import Sequence

from zaria.tournaments.field import LOSS, REST, WIN, Field, Meeting, Result, Standing, ranked
from zaria.tournaments.formats.base import FixedPairs


def berger_round(count: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of round `number` (from 0) for an even number of players from 0, side 0 first.

    In Berger's tables the last player stays, on the light side in every second round, and the others move by
    half the number of players in each round.
    """
    last, others = count - 1, count - 1
    start = number * (count // 2) % others
    pairs = [(start, last) if number % 2 == 0 else (last, start)]
    pairs += [((start + step) % others, (start - step) % others) for step in range(1, count // 2)]
    return pairs


def pairs_of(players: Sequence[str], number: int) -> list[tuple[str | None, str | None]]:
    """Return the pairs of a round for any number of players; a resting player has None as opponent."""
    everybody: list[str | None] = [*players, None] if len(players) % 2 else [*players]
    return [(everybody[one], everybody[two]) for one, two in berger_round(len(everybody), number)]


def rounds_for(count: int) -> int:
    """Return the number of rounds in which all players meet each other once."""
    return count - 1 + count % 2 if count > 1 else 0


def meeting_for(one: str | None, two: str | None, field: Field) -> Meeting:
    """Return a meeting of the table; a player who has withdrawn loses it."""
    if one is None or two is None:
        return Meeting((one or two, None), REST)
    if not field.withdrawn & {one, two}:
        return Meeting((one, two))
    points = (LOSS if one in field.withdrawn else WIN, LOSS if two in field.withdrawn else WIN)
    return Meeting((one, two), Result(points, played=False))


class RoundRobin(FixedPairs):
    """All players against each other, `cycles` times; each cycle exchanges the sides."""

    def __init__(self, cycles: int = 1) -> None:
        self.cycles = cycles

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Return the next round of the table."""
        cycle, number = divmod(len(field.rounds), max(1, rounds_for(len(field.order))))
        if cycle >= self.cycles or len(field.present) < 2:
            return None
        pairs = pairs_of(field.order, number)
        return [meeting_for(*(pair[::-1] if cycle % 2 else pair), field) for pair in pairs]

    def schedule(self, players: Sequence[str]) -> list[list[tuple[str | None, str | None]]]:
        """Return the pairs of all rounds for players in the order of the draw; None: the opponent rests."""
        cycle = [pairs_of(players, number) for number in range(rounds_for(len(players)))]
        back = [[pair[::-1] for pair in pairs] for pairs in cycle]
        return [pairs for number in range(self.cycles) for pairs in (back if number % 2 else cycle)]

    def allows_draw(self, field: Field) -> bool:
        """Return True: draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """Rank by points, Sonneborn-Berger, direct encounter and wins."""
        return ranked(field, lines(field, field.entrants))


def lines(field: Field, players: Sequence[str]) -> list[Standing]:
    """Return a line for each of these players, by the meetings of all."""
    won: defaultdict[str, int] = defaultdict(int)
    beaten: defaultdict[str, int] = defaultdict(int)
    direct: defaultdict[str, int] = defaultdict(int)
    points = field.points
    for meeting in field.meetings():
        one, two = meeting.players
        if meeting.result is None or one is None or two is None:
            continue
        for side, (mine, theirs) in enumerate(((one, two), (two, one))):
            got = meeting.result.points[side]
            beaten[mine] += got * points[theirs]
            won[mine] += got == WIN
            if points[mine] == points[theirs]:
                direct[mine] += got
    return [Standing(one, points[one], (beaten[one], direct[one], won[one])) for one in players]
