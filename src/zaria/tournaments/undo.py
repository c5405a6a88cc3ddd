"""Acts of a director that can be undone, the last one first."""

from msgspec.structs import replace

from zaria.tournaments import events as ev
from zaria.tournaments.changes import (
    exchanged,
    has_played,
    is_busy,
    may_become,
    reopened,
    with_decision,
    without_entry,
)
from zaria.tournaments.state import DirectorAct, TournamentState

UNDOABLE = (
    ev.Entered,
    ev.Withdrawn,
    ev.Edited,
    ev.Replaced,
    ev.PairsSet,
    ev.MeetingDecided,
    ev.MeetingReopened,
)


def can_undo(tournament: TournamentState, act: DirectorAct) -> bool:
    """Return whether no later event depends on the last act."""
    match act.event:
        case ev.Entered(player=player):
            return _is_present(tournament, player) and not _is_paired_since(tournament, act, player)
        case ev.Withdrawn(player=player):
            full = tournament.phase == "open" and len(tournament.ratings) >= tournament.terms.most
            return not _is_present(tournament, player) and not full
        case ev.Edited():
            return may_become(tournament, act.before.terms)
        case ev.Replaced(player=player, other=substitute):
            back = player not in tournament.ratings and _is_present(tournament, substitute)
            return back and not has_played(tournament, substitute)
        case ev.MeetingDecided(place=place):
            reopens = act.before.current[place].result is None
            return not (reopens and is_busy(tournament, place))
        case ev.MeetingReopened(place=place):
            attempt = act.before.attempts.get(place, 0) + 1
            return tournament.current[place].result is None and tournament.attempts[place] == attempt
        case _:
            return True


def restored(tournament: TournamentState, act: DirectorAct) -> TournamentState:
    """Return the tournament without the act. A meeting that was undecided before has another match."""
    match act.event:
        case ev.Entered(player=player):
            return _without(tournament, act, player)
        case ev.Withdrawn(player=player):
            return _with(tournament, act, player)
        case ev.Edited():
            return replace(tournament, terms=act.before.terms, checked_in=act.before.checked_in)
        case ev.Replaced(player=player, other=substitute):
            rating, nonce = act.before.ratings[player], act.before.nonces.get(player, "")
            return exchanged(tournament, substitute, player, rating, nonce)
        case ev.MeetingDecided(place=place) | ev.MeetingReopened(place=place):
            result = act.before.current[place].result
            if result is None:
                return reopened(tournament, place)
            # The director decided it after a replay: its last match was not played.
            again = tournament.attempts.get(place) != act.before.attempts.get(place)
            how = "director" if again else act.before.hows.get(place)
            return with_decision(tournament, place, result, how)
        case _:
            return replace(tournament, hand=act.before.hand)


def _is_present(tournament: TournamentState, player: str) -> bool:
    return player in tournament.ratings and player not in tournament.field.withdrawn


def _is_paired_since(tournament: TournamentState, act: DirectorAct, player: str) -> bool:
    """Return whether a meeting of the player was made after the act, or is set by hand."""
    more = tournament.current[len(act.before.current) :]
    return any(player in pair for pair in (*tournament.hand, *(meeting.players for meeting in more)))


def _without(tournament: TournamentState, act: DirectorAct, player: str) -> TournamentState:
    """Return the tournament without an entry."""
    field = tournament.field
    if tournament.phase == "open":
        return without_entry(tournament, player)
    if player in act.before.ratings:
        return replace(tournament, field=replace(field, withdrawn=field.withdrawn | {player}))
    entrants, order = (
        tuple(entrant for entrant in players if entrant != player)
        for players in (field.entrants, field.order)
    )
    field = replace(field, entrants=entrants, order=order)
    return without_entry(replace(tournament, field=field), player)


def _with(tournament: TournamentState, act: DirectorAct, player: str) -> TournamentState:
    """Return the tournament with a withdrawn player again."""
    if tournament.phase == "open":
        ratings = tournament.ratings | {player: act.before.ratings[player]}
        back = act.before.checked_in & {player}
        return replace(tournament, ratings=ratings, checked_in=tournament.checked_in | back)
    field = tournament.field
    return replace(tournament, field=replace(field, withdrawn=field.withdrawn - {player}))
