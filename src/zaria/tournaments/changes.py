"""Changes to a tournament that several events share."""

from msgspec.structs import replace

from zaria.tournaments.events import How
from zaria.tournaments.field import Meeting, Result, Round
from zaria.tournaments.state import TournamentState
from zaria.tournaments.terms import TournamentTerms


def with_result(meetings: Round, place: int, result: Result | None) -> Round:
    """These meetings with another result of one of them."""
    meeting = Meeting(meetings[place].players, result)
    return (*meetings[:place], meeting, *meetings[place + 1 :])


def with_decision(before: TournamentState, place: int, result: Result, how: How | None) -> TournamentState:
    """Return the tournament with this result of a meeting; `how` is None for a walkover."""
    hows = {index: earlier_how for index, earlier_how in before.hows.items() if index != place}
    current = with_result(before.current, place, result)
    return replace(before, current=current, hows=hows if how is None else hows | {place: how})


def with_attempt(before: TournamentState, place: int) -> TournamentState:
    """Return the tournament with another match of a meeting. Numbers only grow: no match comes twice."""
    return replace(before, attempts=before.attempts | {place: before.attempts.get(place, 0) + 1})


def reopened(before: TournamentState, place: int) -> TournamentState:
    """Return the tournament with another match of a decided meeting."""
    hows = {index: how for index, how in before.hows.items() if index != place}
    return replace(with_attempt(before, place), current=with_result(before.current, place, None), hows=hows)


def without_entry(before: TournamentState, player: str) -> TournamentState:
    """Return the tournament, before its start, without a player."""
    ratings = {entrant: rating for entrant, rating in before.ratings.items() if entrant != player}
    return replace(before, ratings=ratings, checked_in=before.checked_in - {player})


def exchanged(
    before: TournamentState, player: str, substitute: str, rating: int, nonce: str
) -> TournamentState:
    """Return the tournament with another player in the place of one who has not played yet."""

    def name(entrant: str) -> str:
        return substitute if entrant == player else entrant

    ratings = {
        name(entrant): rating if entrant == player else old_rating
        for entrant, old_rating in before.ratings.items()
    }
    after = replace(
        before,
        ratings=ratings,
        nonces=before.nonces | {substitute: nonce},
        checked_in=frozenset(map(name, before.checked_in)),
        field=before.field.renamed(player, substitute),
        current=tuple(meeting.renamed(player, substitute) for meeting in before.current),
        hand=tuple((name(first), name(second)) for first, second in before.hand),
    )
    for place in before.waiting():
        if player in before.current[place].players:
            after = with_attempt(after, place)
    return after


def has_played(tournament: TournamentState, player: str) -> bool:
    """Return whether a meeting of a player with an opponent has a result or was drawn."""
    return any(
        player in meeting.players and None not in meeting.players and meeting.result is not None
        for meeting in tournament.with_current().meetings()
    ) or any(
        player in players
        for players in (
            *(tournament.current[place].players for place in tournament.repeats),
            *(meeting.players for meeting in tournament.later_meetings() if None not in meeting.players),
        )
    )


def is_busy(tournament: TournamentState, place: int) -> bool:
    """Return whether a player of a meeting is in another meeting that is not decided."""
    players = {player for player in tournament.current[place].players if player is not None}
    undecided = [tournament.current[index] for index in tournament.waiting() if index != place]
    undecided += [meeting for meeting in tournament.later_meetings() if meeting.result is None]
    return any(players & set(meeting.players) for meeting in undecided)


def may_become(tournament: TournamentState, terms: TournamentTerms) -> bool:
    """Return whether the terms may be changed to these: after the first entry only title, text and start."""
    old = tournament.terms
    same = replace(terms, title=old.title, text=old.text, starts_at=old.starts_at)
    return not tournament.ratings or same == old
