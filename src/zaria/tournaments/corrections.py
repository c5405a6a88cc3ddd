"""Corrections of results of earlier rounds: the later meetings that follow from them, and those that stay.

In a bracket the winner and the loser of a meeting have places in later rounds. After a correction the
meetings in which these places have other players are deleted, and so are those that follow from these. The
first round with a deleted meeting is the current one again; the later rounds wait (`TournamentState.later`)
and count again where the same players reach them.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from zaria.tournaments.changes import with_result
from zaria.tournaments.events import Corrected, DeletedMeeting
from zaria.tournaments.field import Meeting, Result, Round
from zaria.tournaments.formats.bracket import winners
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.state import DELETED, PairedRound, RoundDetails, TournamentState


def earlier_meeting(tournament: TournamentState, number: int, place: int) -> Meeting:
    """Return a meeting of two players in a round before the current one; raises `TournamentRefusedError`."""
    rounds = tournament.field.rounds
    if tournament.phase != "playing" or not 0 < number <= len(rounds):
        raise TournamentRefusedError("no_meeting")
    meetings = rounds[number - 1]
    if not 0 <= place < len(meetings) or None in meetings[place].players:
        raise TournamentRefusedError("no_meeting")
    return meetings[place]


def correction(
    tournament: TournamentState, number: int, place: int, result: Result, *, again: bool = False
) -> Corrected:
    """Return the event of a correction of round `number` (from 1), without its time and director.

    `again`: pair the current round again, if its pairs follow from points and no match of it is decided.
    """
    event = Corrected(at=0, number=number, place=place, result=result)
    rounds = paired_rounds(tournament)
    if tournament.terms.info.bracket:
        return _in_bracket(tournament, rounds, event)
    if again and number == len(tournament.field.rounds) and tournament.current and not tournament.by_hand:
        return _paired_again(tournament, rounds, event)
    return event


def corrected(before: TournamentState, event: Corrected) -> TournamentState:
    """Return the tournament after a correction."""
    rounds = list(paired_rounds(before))
    target = rounds[event.number - 1]
    details = replace(target.details, hows=target.details.hows | {event.place: "director"})
    rounds[event.number - 1] = PairedRound(with_result(target.meetings, event.place, event.result), details)
    for deleted in event.deleted:
        if deleted.number != event.round:
            meetings = _with(rounds[deleted.number - 1].meetings, deleted.place, DELETED)
            rounds[deleted.number - 1] = replace(rounds[deleted.number - 1], meetings=meetings)
    number = event.round or before.number
    if event.round:
        places = {deleted.place for deleted in event.deleted if deleted.number == number}
        rounds[number - 1] = PairedRound(event.meetings, _details_without(rounds[number - 1].details, places))
    current = rounds[number - 1]
    return replace(
        before,
        field=replace(before.field, rounds=tuple(paired.meetings for paired in rounds[: number - 1])),
        current=current.meetings,
        repeats=current.details.repeats,
        attempts=current.details.attempts,
        hows=current.details.hows,
        withdrawn_before=current.details.withdrawn,
        by_hand=current.details.by_hand,
        past=tuple(paired.details for paired in rounds[: number - 1]),
        later=tuple(rounds[number:]),
        paired_at=event.at if event.round else before.paired_at,
        acts=(),
    )


def paired_rounds(tournament: TournamentState) -> list[PairedRound]:
    """Return all rounds that have been paired: those that are over, the current one, and those that wait."""
    finished = map(PairedRound, tournament.field.rounds, tournament.past)
    current = [PairedRound(tournament.current, tournament.details)] if tournament.current else []
    return [*finished, *current, *tournament.later]


def with_later(tournament: TournamentState, meetings: Round) -> Round:
    """Return the meetings of the next round, with those of before a correction that have the same players."""
    if not tournament.later:
        return meetings
    waiting = tournament.later[0]
    rounds = tournament.with_current().rounds
    as_before = meetings if tournament.hand else _expected(tournament, rounds, waiting)
    if as_before is None or len(as_before) != len(meetings):
        return meetings
    return tuple(
        earlier if _continues(earlier, players_now) else meeting
        for meeting, earlier, players_now in zip(meetings, waiting.meetings, as_before, strict=True)
    )


def details_of_next(tournament: TournamentState, meetings: Round) -> RoundDetails:
    """Return the details of the round that begins with these meetings."""
    by_hand, withdrawn = bool(tournament.hand), tournament.field.withdrawn
    if not tournament.later:
        return RoundDetails(withdrawn=withdrawn, by_hand=by_hand)
    waiting = tournament.later[0]
    changed = {
        place
        for place in range(max(len(meetings), len(waiting.meetings)))
        if place >= min(len(meetings), len(waiting.meetings))
        or not _continues(waiting.meetings[place], meetings[place])
    }
    details = _details_without(waiting.details, changed)
    return replace(details, withdrawn=withdrawn, by_hand=by_hand or (details.by_hand and not changed))


def _in_bracket(tournament: TournamentState, rounds: Sequence[PairedRound], event: Corrected) -> Corrected:
    before = [paired.meetings for paired in rounds]
    after = [*before]
    after[event.number - 1] = with_result(before[event.number - 1], event.place, event.result)
    deleted: list[DeletedMeeting] = []
    current, meetings = 0, event.meetings
    for index in range(event.number, len(rounds)):
        expected = _expected(tournament, after[:index], rounds[index])
        places = _changed_places(
            _expected(tournament, before[:index], rounds[index]), expected, before[index]
        )
        if not places:
            continue
        deleted += [
            DeletedMeeting(index + 1, place, before[index][place].players)
            for place in places
            if before[index][place] != DELETED
        ]
        for place in places:
            after[index] = _with(after[index], place, DELETED)
        if current or index >= tournament.number:
            continue
        if expected is None:  # no such round any more: the one before it is the last one
            current, meetings = index, after[index - 1]
        else:
            current, meetings = index + 1, _repaired(tournament, after[index], expected)
            after[index] = meetings
    return replace(event, round=current, meetings=meetings, deleted=tuple(deleted))


def _repaired(tournament: TournamentState, meetings: Round, expected: Round) -> Round:
    """Return a round with the expected meetings in place of the deleted ones."""
    absent = tournament.field.withdrawn
    return tuple(
        meetings[place]
        if place < len(meetings) and meetings[place] != DELETED
        else Meeting.of(*(None if player in absent else player for player in replacement.players))
        for place, replacement in enumerate(expected)
    )


def _paired_again(tournament: TournamentState, rounds: Sequence[PairedRound], event: Corrected) -> Corrected:
    """Pair the current round by the corrected points, unless a match of it is decided."""
    if any(meeting.result is not None for meeting in tournament.current if None not in meeting.players):
        return event
    earlier = [paired.meetings for paired in rounds[: event.number]]
    earlier[-1] = with_result(earlier[-1], event.place, event.result)
    field = replace(tournament.field, rounds=tuple(earlier))
    meetings = tuple(tournament.terms.rules.next_round(field) or ())
    places = _changed_places(tournament.current, meetings, tournament.current)
    deleted = tuple(
        DeletedMeeting(tournament.number, place, tournament.current[place].players) for place in places
    )
    if not places or not meetings:
        return event
    return replace(event, round=tournament.number, meetings=meetings, deleted=deleted)


def _expected(tournament: TournamentState, rounds: Sequence[Round], paired: PairedRound) -> Round | None:
    """Return the pairs of a round by the results of the rounds before it, as of the time of its pairing.

    A director's pairs are expected as long as the same players reach the round.
    """
    withdrawn = paired.details.withdrawn
    if paired.details.by_hand and rounds:
        present = {player for player in winners(rounds[-1]) if player is not None} - withdrawn
        if present == {player for meeting in paired.meetings for player in meeting.players} - {None}:
            return paired.meetings
    field = replace(tournament.field, rounds=tuple(rounds), withdrawn=withdrawn)
    meetings = tournament.terms.rules.next_round(field)
    return None if meetings is None else tuple(meetings)


def _changed_places(before: Round | None, after: Round | None, meetings: Round) -> list[int]:
    """Return the places of these meetings whose expected players are others than before."""
    if before is None or after is None or len(before) != len(after) or len(before) != len(meetings):
        return [] if before == after else list(range(len(meetings)))
    return [
        place
        for place, (earlier, later) in enumerate(zip(before, after, strict=True))
        if earlier.players != later.players
    ]


def _continues(earlier: Meeting, later: Meeting) -> bool:
    """Return whether a meeting of before a correction is the one that is paired now."""
    return earlier != DELETED and earlier.players == later.players


def _with(meetings: Round, place: int, meeting: Meeting) -> Round:
    return (*meetings[:place], meeting, *meetings[place + 1 :])


def _details_without(details: RoundDetails, places: set[int]) -> RoundDetails:
    """Return the details of a round whose meetings at these places are new, each with another match."""
    return replace(
        details,
        repeats={place: times for place, times in details.repeats.items() if place not in places},
        hows={place: how for place, how in details.hows.items() if place not in places},
        attempts=details.attempts | {place: details.attempts.get(place, 0) + 1 for place in places},
    )
