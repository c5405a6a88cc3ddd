"""Swiss: a fixed number of rounds; players with equal points meet, and nobody meets the same player twice.

Rounds are paired by the Dutch system of FIDE (handbook C.04.3, the edition until 2026), as py4swiss has it;
with more than `MOST_DUTCH` players present by a simpler system that follows it (`fast_pairs`).
"""

from collections.abc import Iterable
from importlib.util import find_spec
from operator import mul

from zaria.tournaments.field import NO_GAMES, WIN, Field, Meeting, Standing, ranked
from zaria.tournaments.formats.base import Pairs, PairsRefusedError
from zaria.tournaments.formats.fast_pairs import fast_pairs

MOST_DUTCH = 200
"""The most players whom py4swiss pairs in a second or so; its time grows with more than their square."""


class FormatUnavailableError(RuntimeError):
    """A library that the format needs is not installed: it has no build for this kind of machine."""


class Swiss:
    """A Swiss of so many rounds; fewer if every other one needs a second meeting of two, or a second bye."""

    def __init__(self, rounds: int) -> None:
        """Raises `FormatUnavailableError` where py4swiss is missing."""
        if find_spec("py4swiss") is None:
            raise FormatUnavailableError("a Swiss needs py4swiss, which is not made for this kind of machine")
        self.rounds = rounds

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Pair those who are present; with an odd number one who has had no bye gets one.

        Sides are passed over where no round keeps their rule.
        """
        meetings = self.round_by_sides(field)
        if meetings is not None or self._is_over(field):
            return meetings
        from zaria.tournaments.formats.dutch_pairs import pairs_of_any_sides

        return _meetings(pairs_of_any_sides(field, self.rounds))

    def round_by_sides(self, field: Field) -> list[Meeting] | None:
        """The next round in which nobody's claim to a side is passed over; None: there is none."""
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
        """These pairs; the others have byes. Nobody meets the same player again, or has a second bye."""
        if field.met() & {frozenset(pair) for pair in pairs}:
            raise PairsRefusedError("met_before")
        paired = {player for pair in pairs for player in pair}
        left = [player for player in field.present if player not in paired]
        if free_before(field) & set(left):
            raise PairsRefusedError("bye_again")
        return [Meeting(pair) for pair in pairs] + [Meeting.of(player, None) for player in left]

    def allows_draw(self, field: Field) -> bool:
        """Draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """By points, Buchholz without the worst opponent, Buchholz, Sonneborn-Berger and wins."""
        points, games, lines = field.points, field.games, []
        for player in field.entrants:
            opponents, got = games.get(player, NO_GAMES)
            theirs = [*map(points.__getitem__, opponents)]
            buchholz = sum(theirs)
            cut = buchholz - min(theirs, default=0)
            berger = sum(map(mul, got, theirs))
            lines.append(Standing(player, points[player], (cut, buchholz, berger, got.count(WIN))))
        return ranked(field, lines)


def _meetings(pairs: Iterable[tuple[str, str | None]] | None) -> list[Meeting] | None:
    return None if pairs is None else [Meeting.of(one, two) for one, two in pairs]


def free_before(field: Field) -> set[str | None]:
    """The players who have had a bye."""
    return {meeting.players[0] for meeting in field.meetings() if meeting.players[1] is None}
