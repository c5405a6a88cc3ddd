"""The next round, the final standings and the lots: all that follows from the state alone."""

from msgspec.structs import replace

from zaria.tournaments.corrections import with_later
from zaria.tournaments.draw import drawn_order
from zaria.tournaments.field import DRAW, LOSS, WIN, Meeting, Result, Round
from zaria.tournaments.formats.arena import Arena
from zaria.tournaments.formats.base import PairsRefusedError
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.state import TournamentState


def next_meetings(tournament: TournamentState) -> Round | None:
    """Return the meetings of the next round, with a director's pairs if set; None after the last."""
    if tournament.hand:
        return with_later(tournament, meetings_by_hand(tournament, tournament.hand))
    meetings = tournament.terms.rules.next_round(tournament.with_current())
    return None if meetings is None else with_later(tournament, tuple(meetings))


def meetings_by_hand(tournament: TournamentState, pairs: tuple[tuple[str, str], ...]) -> Round:
    """Return the meetings of the next round with these pairs; raises `TournamentRefusedError`."""
    rules, field = tournament.terms.rules, tournament.with_current()
    players = [player for pair in pairs for player in pair]
    if len(set(players)) < len(players) or not set(players) <= set(field.present):
        raise TournamentRefusedError("bad_pairs")
    if rules.next_round(field) is None:
        raise TournamentRefusedError("not_now")
    try:
        return tuple(rules.by_hand(field, pairs))
    except PairsRefusedError as error:
        raise TournamentRefusedError(error.code) from error


def tick(tournament: TournamentState) -> Round:
    """Return the meetings that an arena adds now, if any."""
    rules = tournament.terms.rules
    assert isinstance(rules, Arena)
    return tuple(rules.pairs(tournament.with_current(), tournament.idle))


def final_standings(tournament: TournamentState) -> tuple[str, ...]:
    """Rank all players, the best first, when the current round is over."""
    lines = tournament.terms.rules.standings(tournament.with_current())
    return tuple(line.player for line in lines)


def has_match(tournament: TournamentState) -> bool:
    """Return whether a match has been played at a board. Absences, byes and walkovers do not count."""
    meetings = tournament.with_current().meetings()
    return any(meeting.result is not None and meeting.result.played for meeting in meetings)


def lot(tournament: TournamentState, number: int, place: int) -> Result:
    """Return the result of a meeting by lot, from the key of the draws."""
    players = [player for player in tournament.current[place].players if player is not None]
    first = drawn_order(tournament.key, tournament.id, f"lot {number} {place}", players)[0]
    return Result((WIN, LOSS) if first == tournament.current[place].players[0] else (LOSS, WIN))


def meeting_of(tournament: TournamentState, number: int, place: int) -> Meeting:
    """Return a meeting of the current round; raises `TournamentRefusedError`."""
    if number != tournament.number or not 0 <= place < len(tournament.current):
        raise TournamentRefusedError("no_meeting")
    return tournament.current[place]


def needs_winner(tournament: TournamentState, number: int | None = None) -> bool:
    """Return whether exactly one player of a meeting of round `number` (None: the current one) advances."""
    field = tournament.field
    if number is not None:
        field = replace(field, rounds=field.rounds[: number - 1])
    return not tournament.terms.rules.allows_draw(field)


def check_result(result: Result) -> None:
    """Raise `TournamentRefusedError` for a result that the meeting cannot have."""
    if result.points not in ((WIN, LOSS), (LOSS, WIN), (DRAW, DRAW), (LOSS, LOSS)):
        raise TournamentRefusedError("bad_result")
    if result.points == ((LOSS, LOSS) if result.played else (DRAW, DRAW)):
        raise TournamentRefusedError("bad_result")
