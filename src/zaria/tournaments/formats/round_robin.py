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
    last, moving = count - 1, count - 1
    start = number * (count // 2) % moving
    pairs = [(start, last) if number % 2 == 0 else (last, start)]
    pairs += [((start + step) % moving, (start - step) % moving) for step in range(1, count // 2)]
    return pairs


def pairs_of(players: Sequence[str], number: int) -> list[tuple[str | None, str | None]]:
    """Return the pairs of a round for any number of players; a resting player has None as opponent."""
    everybody: list[str | None] = [*players, None] if len(players) % 2 else [*players]
    return [(everybody[first], everybody[second]) for first, second in berger_round(len(everybody), number)]


def rounds_for(count: int) -> int:
    """Return the number of rounds in which all players meet each other once."""
    return count - 1 + count % 2 if count > 1 else 0


def meeting_for(player: str | None, opponent: str | None, field: Field) -> Meeting:
    """Return a meeting of the table; a player who has withdrawn loses it."""
    if player is None or opponent is None:
        return Meeting((player or opponent, None), REST)
    if not field.withdrawn & {player, opponent}:
        return Meeting((player, opponent))
    points = (LOSS if player in field.withdrawn else WIN, LOSS if opponent in field.withdrawn else WIN)
    return Meeting((player, opponent), Result(points, played=False))


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
        first, second = meeting.players
        if meeting.result is None or first is None or second is None:
            continue
        for side, (player, opponent) in enumerate(((first, second), (second, first))):
            score = meeting.result.points[side]
            beaten[player] += score * points[opponent]
            won[player] += score == WIN
            if points[player] == points[opponent]:
                direct[player] += score
    return [
        Standing(player, points[player], (beaten[player], direct[player], won[player])) for player in players
    ]
