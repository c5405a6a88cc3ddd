"""The pairs of a Swiss round, from py4swiss: the Dutch system of FIDE (handbook C.04.3, until 2026).

Import it only where it is needed: py4swiss has no build for Linux on ARM.
"""

from collections.abc import Mapping

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch.engine import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from zaria.tournaments.field import BYE, DRAW, LOSS, WIN, Field
from zaria.tournaments.formats.fast_pairs import by_sides, past_of

COLOURS = (ColorToken.WHITE, ColorToken.BLACK)
PLAYED = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, LOSS: ResultToken.LOSS}
FORFEIT = {WIN: ResultToken.FORFEIT_WIN, LOSS: ResultToken.FORFEIT_LOSS}
MISSED = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
FREE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
POINT_TIMES_TEN = 10


def dutch_pairs(field: Field, rounds: int) -> list[tuple[str, str | None]] | None:
    """Return the pairs of the next of so many rounds, side 0 first; None if two would have to meet again."""
    return _pairs(field, _history(field, rounds, results_of(field)))


def pairs_of_any_sides(field: Field, rounds: int) -> list[tuple[str, str | None]] | None:
    """Return the pairs without regard to past sides and walkovers, or None if there are none.

    In the Dutch system sides and walkovers forbid pairs and byes. With dice a round matters more than sides.
    """
    byes = {
        player: [FREE if result is FREE else MISSED for result in results]
        for player, results in results_of(field).items()
    }
    pairs = _pairs(field, _history(field, rounds, byes))
    if pairs is None:
        return None
    past = past_of(field)
    claims = {player: past[player].claim() for player in field.present}
    place = {player: number for number, player in enumerate(field.entrants)}
    return [
        (player, opponent) if opponent is None else by_sides(number, player, opponent, past, claims, place)
        for number, (player, opponent) in enumerate(pairs)
    ]


def _pairs(field: Field, history: ParsedTrf) -> list[tuple[str, str | None]] | None:
    try:
        pairs = Engine.generate_pairings(history)
    except PairingError:
        return None
    at = dict(enumerate(field.entrants, start=1))
    return [(at[pair.white], at.get(pair.black)) for pair in pairs]


def _history(field: Field, rounds: int, results: Mapping[str, list[RoundResult]]) -> ParsedTrf:
    """Return the rounds so far in the form that py4swiss reads: numbers from 1 by seed, and a result a round.

    py4swiss adds up the points of the results; accelerations add the points that these leave out.
    """
    number = numbers(field)
    points = {player: field.points[player] * POINT_TIMES_TEN // WIN for player in number}
    x_section = XSection(number_of_rounds=rounds)
    sections = []
    for player, place in number.items():
        own_results = results[player] + [MISSED] * (player in field.withdrawn)
        counted = sum(map(x_section.scoring_point_system.get_points_times_ten, own_results))
        x_section.accelerations[place] = [0] * len(own_results) + [points[player] - counted]
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=place,
                points_times_ten=points[player],
                rank=place,
                results=own_results,
            )
        )
    # FIDE lets two players meet again after a match that was not played; this club pairs them once.
    x_section.forbidden_pairs = {
        (number[player], number[opponent]) for player, opponent in map(tuple, field.met())
    }
    return ParsedTrf(player_sections=sections, x_section=x_section)


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
            first, second = meeting.players
            assert first is not None
            assert meeting.result is not None
            if second is None:
                seen[first] = FREE if meeting.result == BYE else MISSED
                continue
            tokens = PLAYED if meeting.result.played else FORFEIT
            for side, (player, opponent) in enumerate(((first, second), (second, first))):
                token = tokens[meeting.result.points[side]]
                seen[player] = RoundResult(id=number[opponent], color=COLOURS[side], result=token)
        for player, player_results in results.items():
            player_results.append(seen.get(player, MISSED))
    return results
