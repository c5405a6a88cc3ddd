"""Swiss: a fixed number of rounds; players with equal points meet, and nobody meets the same player twice.

Rounds are paired by the Dutch system of FIDE (handbook C.04.3, the edition until 2026), as py4swiss has it.
"""

from collections import defaultdict

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch.engine import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from zaria.tournaments.field import DRAW, WIN, Field, Meeting, Standing, ranked

COLOURS = (ColorToken.WHITE, ColorToken.BLACK)
PLAYED = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, 0: ResultToken.LOSS}
FORFEIT = {WIN: ResultToken.FORFEIT_WIN, 0: ResultToken.FORFEIT_LOSS}
MISSED = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
FREE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
POINT_TIMES_TEN = 10


class Swiss:
    """A Swiss of so many rounds; fewer if no more can be paired without a second meeting of two players."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Pair those who are present; with an odd number one who has had no bye gets one."""
        if len(field.rounds) >= self.rounds or len(field.present) < 2:
            return None
        try:
            pairs = Engine.generate_pairings(_history(field, self.rounds))
        except PairingError:
            return None
        at = dict(enumerate(field.entrants, start=1))
        return [Meeting.of(at[pair.white], at.get(pair.black)) for pair in pairs]

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


def _history(field: Field, rounds: int) -> ParsedTrf:
    """The rounds so far in the form that py4swiss reads: numbers from 1 by seed, and a result a round."""
    number = {player: place for place, player in enumerate(field.entrants, start=1)}
    results: dict[str, list[RoundResult]] = {player: [] for player in field.entrants}
    for meetings in field.rounds:
        seen = {}
        for meeting in meetings:
            one, two = meeting.players
            assert one is not None
            assert meeting.result is not None
            if two is None:
                seen[one] = FREE
                continue
            tokens = PLAYED if meeting.result.played else FORFEIT
            for side, (mine, theirs) in enumerate(((one, two), (two, one))):
                token = tokens[meeting.result.points[side]]
                seen[mine] = RoundResult(id=number[theirs], color=COLOURS[side], result=token)
        for player, found in results.items():
            found.append(seen.get(player, MISSED))
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=place,
            points_times_ten=field.points[player] * POINT_TIMES_TEN // WIN,
            rank=place,
            results=results[player] + [MISSED] * (player in field.withdrawn),
        )
        for player, place in number.items()
    ]
    # By the rules of FIDE two may meet again after a match that was not played; here a pair is made once.
    pairs = {(number[one], number[two]) for one, two in map(tuple, field.met())}
    return ParsedTrf(
        player_sections=sections, x_section=XSection(number_of_rounds=rounds, forbidden_pairs=pairs)
    )
