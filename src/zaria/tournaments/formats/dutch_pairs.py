"""The pairs of a Swiss round, from py4swiss: the Dutch system of FIDE (handbook C.04.3, until 2026).

Import it only where it is needed: py4swiss has no build for Linux on ARM.
"""

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch.engine import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from zaria.tournaments.field import BYE, DRAW, LOSS, WIN, Field

COLOURS = (ColorToken.WHITE, ColorToken.BLACK)
PLAYED = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, LOSS: ResultToken.LOSS}
FORFEIT = {WIN: ResultToken.FORFEIT_WIN, LOSS: ResultToken.FORFEIT_LOSS}
MISSED = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
FREE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
POINT_TIMES_TEN = 10


def dutch_pairs(field: Field, rounds: int) -> list[tuple[str, str | None]] | None:
    """The pairs of the next of so many rounds, side 0 first; None if two would have to meet again."""
    try:
        pairs = Engine.generate_pairings(_history(field, rounds))
    except PairingError:
        return None
    at = dict(enumerate(field.entrants, start=1))
    return [(at[pair.white], at.get(pair.black)) for pair in pairs]


def _history(field: Field, rounds: int) -> ParsedTrf:
    """The rounds so far in the form that py4swiss reads: numbers from 1 by seed, and a result a round."""
    number = numbers(field)
    results = results_of(field)
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


def numbers(field: Field) -> dict[str, int]:
    """The number of each player, from 1 by seed."""
    return {player: place for place, player in enumerate(field.entrants, start=1)}


def results_of(field: Field) -> dict[str, list[RoundResult]]:
    """The results of each player, one a round."""
    number = numbers(field)
    results: dict[str, list[RoundResult]] = {player: [] for player in field.entrants}
    for meetings in field.rounds:
        seen = {}
        for meeting in meetings:
            one, two = meeting.players
            assert one is not None
            assert meeting.result is not None
            if two is None:
                seen[one] = FREE if meeting.result == BYE else MISSED
                continue
            tokens = PLAYED if meeting.result.played else FORFEIT
            for side, (mine, theirs) in enumerate(((one, two), (two, one))):
                token = tokens[meeting.result.points[side]]
                seen[mine] = RoundResult(id=number[theirs], color=COLOURS[side], result=token)
        for player, found in results.items():
            found.append(seen.get(player, MISSED))
    return results
