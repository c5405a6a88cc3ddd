"""Swiss: a fixed number of rounds in which players with equal points meet, and no two meet twice.

py4swiss pairs the rounds by the Dutch system of FIDE (handbook C.04.3, the edition until 2026). With more
than `MOST_DUTCH` players present a simpler system that follows it does (`fast_pairs`).
"""

from collections.abc import Iterable
from importlib.util import find_spec
from operator import mul

from zaria.tournaments.field import NO_GAMES, WIN, Field, Meeting, Standing, ranked
from zaria.tournaments.formats.base import Pairs, PairsRefusedError
from zaria.tournaments.formats.fast_pairs import fast_pairs

MOST_DUTCH = 200
"""The most players that py4swiss pairs in about a second; its time grows faster than their square."""


class FormatUnavailableError(RuntimeError):
    """A library of the format is missing: it has no build for this kind of machine."""


class Swiss:
    """A Swiss of so many rounds; fewer if any further round needs a second meeting or a second bye."""

    def __init__(self, rounds: int) -> None:
        """Raises `FormatUnavailableError` where py4swiss is missing."""
        if find_spec("py4swiss") is None:
            raise FormatUnavailableError("a Swiss needs py4swiss, which is not made for this kind of machine")
        self.rounds = rounds

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Pair the present players; of an odd number a player without an earlier bye has one.

        The rules of sides are ignored where no round can keep them.
        """
        meetings = self.round_by_sides(field)
        if meetings is not None or self._is_over(field):
            return meetings
        from zaria.tournaments.formats.dutch_pairs import pairs_of_any_sides

        return _meetings(pairs_of_any_sides(field, self.rounds))

    def round_by_sides(self, field: Field) -> list[Meeting] | None:
        """Return the next round that meets all claims to a side, or None."""
        if self._is_over(field):
            return None
        pairs = fast_pairs(field) if len(field.present) > MOST_DUTCH else None
        if pairs is None:
            from zaria.tournaments.formats.dutch_pairs import dutch_pairs

            pairs = dutch_pairs(field, self.rounds)
        return _meetings(pairs)

    def _is_over(self, field: Field) -> bool:
        return len(field.rounds) >= self.rounds or len(field.present) < 2

    def by_hand(self, field: Field, pairs: Pairs) -> list[Meeting]:
        """Pair these players and give the others byes; refuse a second meeting and a second bye."""
        if field.met() & {frozenset(pair) for pair in pairs}:
            raise PairsRefusedError("met_before")
        paired = {player for pair in pairs for player in pair}
        unpaired = [player for player in field.present if player not in paired]
        if free_before(field) & set(unpaired):
            raise PairsRefusedError("bye_again")
        return [Meeting(pair) for pair in pairs] + [Meeting.of(player, None) for player in unpaired]

    def allows_draw(self, field: Field) -> bool:
        """Return True: draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """Rank by points, Buchholz without the worst opponent, Buchholz, Sonneborn-Berger and wins."""
        points, games, lines = field.points, field.games, []
        for player in field.entrants:
            opponents, scores = games.get(player, NO_GAMES)
            opponent_points = [*map(points.__getitem__, opponents)]
            buchholz = sum(opponent_points)
            cut = buchholz - min(opponent_points, default=0)
            berger = sum(map(mul, scores, opponent_points))
            lines.append(Standing(player, points[player], (cut, buchholz, berger, scores.count(WIN))))
        return ranked(field, lines)


def _meetings(pairs: Iterable[tuple[str, str | None]] | None) -> list[Meeting] | None:
    return None if pairs is None else [Meeting.of(*pair) for pair in pairs]


def free_before(field: Field) -> set[str | None]:
    """Return the players who have had a bye."""
    return {meeting.players[0] for meeting in field.meetings() if meeting.players[1] is None}
