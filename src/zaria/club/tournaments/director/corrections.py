"""Corrections of earlier rounds as a director sees them: the matches that are deleted, and new ones."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q

from zaria.club.tournaments.models import Pairing
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.corrections import correction, earlier_meeting
from zaria.tournaments.events import DeletedMeeting
from zaria.tournaments.field import Meeting, Result
from zaria.tournaments.state import TournamentState

Place = tuple[int, int]
"""A meeting: its round, from 1, and its place in it."""


class CorrectionPlan(NamedTuple):
    """A correction with what follows from it.

    `deleted` are the matches that are deleted, and `begun` those of them that were begun or decided;
    `created` are the matches in their places. `again`: the current round is paired again.
    """

    event: ev.Corrected
    deleted: list[DeletedMeeting]
    begun: list[DeletedMeeting]
    created: list[Meeting]
    again: bool

    @property
    def token(self) -> str:
        """A text that names the correction and the begun matches, to confirm this deletion and no other."""
        places = " ".join(f"{deleted.number}.{deleted.place}" for deleted in self.begun)
        return f"{self.event.result.points} {self.event.result.played} {places}"

    def command(self, by: str, reason: str) -> cmd.Correct:
        """Return the command of the correction."""
        event = self.event
        return cmd.Correct(event.number, event.place, event.result, by, reason, again=self.again)


def matches_since(state: TournamentState, number: int) -> frozenset[Place]:
    """Return the matches after round `number` whose table was opened, or which are decided."""
    later = Pairing.objects.filter(tournament=state.id, number__gt=number).exclude(how="repeated")
    begun = later.filter(Q(ordered=True) | Q(opened_at__isnull=False) | ~Q(how__in=("", "bye", "walkover")))
    return frozenset(begun.values_list("number", "place"))


def plan(
    state: TournamentState, number: int, place: int, result: Result, begun: Collection[Place]
) -> CorrectionPlan:
    """Return a correction of round `number`, with the matches of later rounds that have `begun`.

    Raises `TournamentRefusedError` if there is no such meeting.
    """
    earlier_meeting(state, number, place)
    again = not any(begun_number == state.number for begun_number, _place in begun)
    event = correction(state, number, place, result, again=again)
    deleted = [meeting for meeting in event.deleted if None not in meeting.players]
    places = {meeting.place for meeting in event.deleted if meeting.number == event.round}
    created = [
        meeting for index, meeting in enumerate(event.meetings) if index in places and meeting.result is None
    ]
    gone = [meeting for meeting in deleted if (meeting.number, meeting.place) in begun]
    return CorrectionPlan(event, deleted, gone, created, again)
