"""The chronology of a tournament: each of its events in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from zaria.club.tournaments.models import TournamentEvent
from zaria.club.tournaments.pages.people import People, people
from zaria.tournaments import events as ev
from zaria.tournaments.corrections import paired_rounds
from zaria.tournaments.field import DRAW, Meeting, Result
from zaria.tournaments.state import TournamentState

SIZE = 30
"""Events of a page."""

MOST_PAIRS = 4
"""Pairs that one sentence names."""


class Happening(NamedTuple):
    """An event in words. `by` and `reason` are those of a director who acted."""

    number: int
    at: int
    text: str
    by: str = ""
    reason: str = ""


class Chronology(NamedTuple):
    """A page of the chronology, the latest first; earlier events have numbers below `earlier`, if not 0."""

    happenings: list[Happening]
    earlier: int


Corrections = Mapping[int, ev.Corrected]
"""The corrections of a tournament by the numbers of their events (from 1)."""


class _NumberedEvent(NamedTuple):
    """An event with its number (from 1), and the number of the round that it pairs."""

    number: int
    event: Any
    round: int
    state: TournamentState
    corrections: Corrections

    @property
    def meeting(self) -> Meeting:
        """The meeting of the event, with its players of that time."""
        for number, correction in self.corrections.items():
            for deleted in correction.deleted if number > self.number else ():
                if (deleted.number, deleted.place) == (self.event.number, self.event.place):
                    return Meeting(deleted.players)
        meetings = _meetings(self.state, self.event.number)
        return meetings[self.event.place] if self.event.place < len(meetings) else Meeting((None, None))


def chronology(tournament_id: str, state: TournamentState, before: int = 0) -> Chronology:
    """Return the last events, or those before a number (from 1; 0: all)."""
    history = TournamentEvent.objects.filter(tournament=tournament_id)
    rows = history.filter(number__lt=before - 1) if before else history
    stored = list(rows.order_by("-number").values_list("number", "body")[: SIZE + 1])
    corrections = _corrections(tournament_id)
    rounds = _rounds(tournament_id, corrections)
    shown = [
        _NumberedEvent(number + 1, ev.decode(body), rounds.get(number + 1, 0), state, corrections)
        for number, body in stored[:SIZE]
    ]
    names = people(tournament_id, {player for numbered in shown for player in _players(numbered)})
    return Chronology(
        [_happening(numbered, names) for numbered in shown], shown[-1].number if len(stored) > SIZE else 0
    )


def director_decision(
    tournament_id: str, state: TournamentState, number: int, place: int
) -> Happening | None:
    """Return the last decision of a director about a meeting, by its round (from 1) and place (from 0)."""
    rows = TournamentEvent.objects.filter(tournament=tournament_id, kind__in=("decided", "corrected"))
    for index, body in rows.order_by("-number").values_list("number", "body").iterator():
        event = ev.decode(body)
        assert isinstance(event, ev.MeetingDecided | ev.Corrected)
        if event.by and (event.number, event.place) == (number, place):
            numbered = _NumberedEvent(index + 1, event, 0, state, _corrections(tournament_id))
            return _happening(numbered, people(tournament_id, _players(numbered)))
    return None


def _corrections(tournament_id: str) -> Corrections:
    rows = TournamentEvent.objects.filter(tournament=tournament_id, kind="corrected").order_by("number")
    corrections = {}
    for number, body in rows.values_list("number", "body"):
        event = ev.decode(body)
        assert isinstance(event, ev.Corrected)
        corrections[number + 1] = event
    return corrections


def _rounds(tournament_id: str, corrections: Corrections) -> dict[int, int]:
    """Return the number of the round that each event (from 1) has paired."""
    paired = TournamentEvent.objects.filter(tournament=tournament_id, kind="round").order_by("number")
    rounds, current = {}, 0
    numbers = [number + 1 for number in paired.values_list("number", flat=True)]
    for number in sorted([*numbers, *corrections]):
        if number in corrections:
            current = corrections[number].round or current
        else:
            current += 1
            rounds[number] = current
    return rounds


def _happening(numbered: _NumberedEvent, names: People) -> Happening:
    event = numbered.event
    by = names[event.by].name if event.by else ""
    return Happening(numbered.number, event.at, _WORDS[_tag(event)](numbered, names), by, event.reason)


def _tag(event: ev.Event) -> str:
    return str(type(event).__struct_config__.tag)


def _players(numbered: _NumberedEvent) -> set[str | None]:
    """The players and the director that the words of an event name."""
    event = numbered.event
    players: set[str | None] = {event.by, getattr(event, "player", None), getattr(event, "other", None)}
    if hasattr(event, "place"):
        players |= set(numbered.meeting.players)
    if _tag(event) == "paired":
        players |= {player for meeting in event.meetings[:MOST_PAIRS] for player in meeting.players}
    if isinstance(event, ev.Corrected):
        players |= {player for deleted in event.deleted for player in deleted.players}
    if isinstance(event, ev.Ended):
        players |= set(event.standings[:1])
    return players


def _meetings(state: TournamentState, number: int) -> Sequence[Meeting]:
    """The meetings of a round, from 1."""
    rounds = paired_rounds(state)
    return rounds[number - 1].meetings if number <= len(rounds) else ()


def _withdrawn(numbered: _NumberedEvent, names: People) -> str:
    name = names[numbered.event.player].name
    code = getattr(numbered.event, "code", "")
    if code == "no_check_in":
        return _("{name} didn't check in and is out").format(name=name)
    if code == "absent":
        return _("{name} didn't show up for a match and is out").format(name=name)
    return _("{name} withdrew").format(name=name)


def _round(numbered: _NumberedEvent, names: People) -> str:
    matches = sum(None not in meeting.players for meeting in numbered.event.meetings)
    text = ngettext("Round {n}: {k} match was paired", "Round {n}: {k} matches were paired", matches)
    return text.format(n=numbered.round, k=matches)


def _paired(numbered: _NumberedEvent, names: People) -> str:
    meetings = numbered.event.meetings
    pairs = [
        " – ".join(names[player].name for player in meeting.players) for meeting in meetings[:MOST_PAIRS]
    ]
    more = len(meetings) - len(pairs)
    text = ", ".join(pairs) + (f" +{more}" if more > 0 else "")
    return _("New pairings: {pairs}").format(pairs=text)


def _decided(numbered: _NumberedEvent, names: People) -> str:
    event = numbered.event
    first, second = (names[player].name for player in numbered.meeting.players)
    return decision_words(event.how, event.number, event.result, (first, second))


def _corrected(numbered: _NumberedEvent, names: People) -> str:
    event = numbered.event
    first, second = (names[player].name for player in numbered.meeting.players)
    text = decision_words("corrected", event.number, event.result, (first, second))
    pairs = [
        " – ".join(names[player].name for player in deleted.players)
        for deleted in event.deleted
        if None not in deleted.players
    ]
    return (
        _("{correction}. Deleted: {pairs}").format(correction=text, pairs=", ".join(pairs)) if pairs else text
    )


def decision_words(how: str, number: int, result: Result, names: tuple[str, str]) -> str:
    """Return the sentence about the result of a meeting of round `number`, decided in the way `how`."""
    points, winner = result.points, result.winner
    won, lost = names if winner != 1 else names[::-1]
    words = _DECISIONS[how]
    kind = "draw" if winner is None and points[0] == DRAW else "none" if winner is None else "won"
    text = words.get(kind) or _DECISIONS["played"][kind]
    return _(text).format(n=number, winner=won, loser=lost)


def _of_two(text: Callable[[], str]) -> Callable[[_NumberedEvent, People], str]:
    """A sentence about the two players of a meeting."""

    def write(numbered: _NumberedEvent, names: People) -> str:
        first, second = (names[player].name for player in numbered.meeting.players)
        return text().format(n=numbered.event.number, one=first, two=second)

    return write


def _of_one(text: Callable[[], str]) -> Callable[[_NumberedEvent, People], str]:
    """A sentence about a player, and the one who replaces them."""

    def write(numbered: _NumberedEvent, names: People) -> str:
        replacement = names[getattr(numbered.event, "other", None)].name
        return text().format(name=names[getattr(numbered.event, "player", None)].name, other=replacement)

    return write


def _ended(numbered: _NumberedEvent, names: People) -> str:
    if not numbered.event.standings:
        return _("The tournament is over")
    return _("The tournament is over: {name} won").format(name=names[numbered.event.standings[0]].name)


def _cancelled(numbered: _NumberedEvent, names: People) -> str:
    if numbered.event.code == "too_few":
        return _("The tournament was cancelled: too few players entered")
    if numbered.event.code == "no_match":
        return _("The tournament was cancelled: no match was played")
    return _("The tournament was cancelled")


_DECISIONS: Mapping[str, Mapping[str, str]] = {
    "played": {
        "won": gettext_noop("Round {n}: {winner} won against {loser}"),
        "draw": gettext_noop("Round {n}: {winner} and {loser} drew"),
        "none": gettext_noop("Round {n}: {winner} and {loser} both lost"),
    },
    "absent": {
        "won": gettext_noop("Round {n}: {winner} won; {loser} didn't show up in time"),
        "none": gettext_noop("Round {n}: neither {winner} nor {loser} showed up in time"),
    },
    "lot": {"won": gettext_noop("Round {n}: {winner} goes through by lot after two draws with {loser}")},
    "unfinished": {
        "won": gettext_noop(
            "Round {n}: the match with {loser} was not over in time; {winner} had more time left and won"
        ),
        "draw": gettext_noop("Round {n}: the match of {winner} and {loser} was not over in time"),
    },
    "director": {
        "won": gettext_noop("Round {n}: the director decided that {winner} won against {loser}"),
        "draw": gettext_noop("Round {n}: the director decided on a draw between {winner} and {loser}"),
        "none": gettext_noop("Round {n}: the director decided that {winner} and {loser} both lost"),
    },
    "corrected": {
        "won": gettext_noop("Round {n}: the director corrected the result: {winner} won against {loser}"),
        "draw": gettext_noop("Round {n}: the director corrected the result: {winner} and {loser} drew"),
        "none": gettext_noop("Round {n}: the director corrected the result: {winner} and {loser} both lost"),
    },
}

_WORDS: Mapping[str, Callable[[_NumberedEvent, People], str]] = {
    "announced": lambda numbered, names: _("Tournament announced, draw sealed"),
    "entered": _of_one(lambda: _("{name} entered")),
    "withdrawn": _withdrawn,
    "checked_in": _of_one(lambda: _("{name} checked in")),
    "edited": lambda numbered, names: _("The terms were changed"),
    "replaced": _of_one(lambda: _("{other} replaced {name}")),
    "begun": lambda numbered, names: _("Tournament started, pairings drawn"),
    "round": _round,
    "paired": _paired,
    "pairs": lambda numbered, names: _("The director set the pairings for the next round"),
    "decided": _decided,
    "corrected": _corrected,
    "repeated": _of_two(lambda: _("Round {n}: {one} and {two} drew and play again with sides swapped")),
    "reopened": _of_two(lambda: _("Round {n}: {one} and {two} play again")),
    "undone": lambda numbered, names: _("Event {n} of the log was undone").format(n=numbered.event.number),
    "paused": lambda numbered, names: _("The tournament was paused"),
    "resumed": lambda numbered, names: _("The tournament was resumed"),
    "cancelled": _cancelled,
    "ended": _ended,
}
"""The words of each kind of event."""
