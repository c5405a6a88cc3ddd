"""Swiss: a fixed number of rounds; players with equal points meet, and nobody meets the same player twice.

Rounds are paired by the Dutch system of FIDE (handbook C.04.3, the edition until 2026), as py4swiss has it.
"""

from collections import defaultdict
from importlib.util import find_spec

from zaria.tournaments.field import WIN, Field, Meeting, Standing, ranked


class FormatUnavailableError(RuntimeError):
    """A library that the format needs is not installed: it has no build for this kind of machine."""


class Swiss:
    """A Swiss of so many rounds; fewer if no more can be paired without a second meeting of two players."""

    def __init__(self, rounds: int) -> None:
        """Raises `FormatUnavailableError` where py4swiss is missing."""
        if find_spec("py4swiss") is None:
            raise FormatUnavailableError("a Swiss needs py4swiss, which is not made for this kind of machine")
        self.rounds = rounds

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Pair those who are present; with an odd number one who has had no bye gets one."""
        if len(field.rounds) >= self.rounds or len(field.present) < 2:
            return None
        from zaria.tournaments.formats.dutch_pairs import dutch_pairs

        pairs = dutch_pairs(field, self.rounds)
        return None if pairs is None else [Meeting.of(one, two) for one, two in pairs]

    def allows_draw(self, field: Field) -> bool:
        """Draws count."""
        return True

    def standings(self, field: Field) -> list[Standing]:
        """By points, Buchholz without the worst opponent, Buchholz, Sonneborn-Berger and wins."""
        points = field.points
        opponents: defaultdict[str, list[int]] = defaultdict(list)
        beaten: defaultdict[str, int] = defaultdict(int)
        won: defaultdict[str, int] = defaultdict(int)
        for meeting in field.meetings():
            one, two = meeting.players
            if meeting.result is None or not meeting.result.played or one is None or two is None:
                continue
            for side, (mine, theirs) in enumerate(((one, two), (two, one))):
                got = meeting.result.points[side]
                opponents[mine].append(points[theirs])
                beaten[mine] += got * points[theirs]
                won[mine] += got == WIN
        lines = []
        for player in field.entrants:
            sums = sorted(opponents[player])
            lines.append(
                Standing(player, points[player], (sum(sums[1:]), sum(sums), beaten[player], won[player]))
            )
        return ranked(field, lines)
