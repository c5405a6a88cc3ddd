"""The decisions that a director can make about a meeting, with all that follows from each."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import replace

from zaria.club.tournaments.director.corrections import CorrectionPlan, matches_since, plan
from zaria.club.tournaments.pages.chronology import decision_words
from zaria.club.tournaments.pages.people import People
from zaria.club.tournaments.pages.steps import name_of_round
from zaria.club.tournaments.texts import half_points
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments.changes import is_busy, with_result
from zaria.tournaments.corrections import earlier_meeting
from zaria.tournaments.events import DeletedMeeting
from zaria.tournaments.field import DRAW, LOSS, WIN, Result
from zaria.tournaments.rounds import final_standings, has_match, needs_winner, next_meetings
from zaria.tournaments.state import TournamentState

RESULTS: Mapping[str, Result] = {
    "win0": Result((WIN, LOSS)),
    "win1": Result((LOSS, WIN)),
    "draw": Result((DRAW, DRAW)),
    "forfeit0": Result((LOSS, WIN), played=False),
    "forfeit1": Result((WIN, LOSS), played=False),
    "both": Result((LOSS, LOSS), played=False),
}
"""The result of a meeting after each decision that ends it."""
REPLAY = "replay"
"""The decision that deletes the result."""


class Consequence(NamedTuple):
    """A sentence on what follows, with the person whom it concerns, or the name of a picture."""

    text: str
    icon: str = ""
    person: Person | None = None


class DirectorDecision(NamedTuple):
    """A decision: its value in the form, its name, what it means, whom it names, and what follows.

    `entry` is the sentence about it in the event log.
    """

    outcome: str
    title: str
    meaning: str
    entry: str
    consequences: list[Consequence]
    icon: str = ""
    person: Person | None = None


def corrections(
    state: TournamentState, number: int, place: int, pair: tuple[Person, Person], people: People
) -> list[DirectorDecision]:
    """Return the possible corrections of a meeting of an earlier round."""
    meeting, begun = earlier_meeting(state, number, place), matches_since(state, number)
    return [
        _correction(state, outcome, plan(state, number, place, result, begun), pair, people)
        for outcome, result in RESULTS.items()
        if result != meeting.result and (outcome != "draw" or not needs_winner(state, number))
    ]


def deleted_names(state: TournamentState, deleted: list[DeletedMeeting], people: People) -> list[str]:
    """Return the round and the players of each deleted match."""
    return [
        f"{name_of_round(state, meeting.number)}: "
        + " – ".join(people[player].name for player in meeting.players)
        for meeting in deleted
    ]


def _correction(
    state: TournamentState,
    outcome: str,
    plan: CorrectionPlan,
    pair: tuple[Person, Person],
    people: People,
) -> DirectorDecision:
    event = plan.event
    names = (pair[0].name, pair[1].name)
    lines = []
    for pair_of_round in deleted_names(state, plan.deleted, people):
        lines.append(Consequence(_("Deleted: {match}").format(match=pair_of_round), "close"))
    for meeting in plan.created:
        first, second = (people[player].name for player in meeting.players)
        name = name_of_round(state, event.round)
        text = _("%(round)s: %(one)s and %(two)s meet.") % {"round": name, "one": first, "two": second}
        lines.append(Consequence(text, "check"))
    lines.append(Consequence(_("All other matches stay as they are."), "check"))
    if not needs_winner(state, event.number):
        lines.insert(0, _points(event.result, pair))
    lines.append(Consequence(_("Ratings stay as they are."), "graph"))
    title, meaning, icon, person = _words(outcome, pair, one_goes_through=needs_winner(state, event.number))
    entry = decision_words("corrected", event.number, event.result, names)
    return DirectorDecision(outcome, title, meaning, entry, lines, icon, person)


def outcomes(state: TournamentState, place: int) -> list[str]:
    """Return the values of the possible decisions about a meeting of the current round."""
    names = [name for name in RESULTS if name != "draw" or not needs_winner(state)]
    has_result = state.current[place].result is not None
    return [*names, REPLAY] if has_result and not is_busy(state, place) else names


def decisions(
    state: TournamentState, place: int, pair: tuple[Person, Person], *, at_table: bool
) -> list[DirectorDecision]:
    """Return the possible decisions about a meeting; `at_table`: its match is being played."""
    return [
        _replay(state, pair) if outcome == REPLAY else _ending(state, place, outcome, pair, at_table=at_table)
        for outcome in outcomes(state, place)
    ]


def _replay(state: TournamentState, pair: tuple[Person, Person]) -> DirectorDecision:
    entry = _("Round {n}: {one} and {two} play again").format(
        n=state.number, one=pair[0].name, two=pair[1].name
    )
    meaning = _("The result is deleted, and both are called to a new match.")
    return DirectorDecision(REPLAY, _("Play it again"), meaning, entry, [], icon="undo")


def _ending(
    state: TournamentState, place: int, outcome: str, pair: tuple[Person, Person], *, at_table: bool
) -> DirectorDecision:
    result = RESULTS[outcome]
    entry = decision_words("director", state.number, result, (pair[0].name, pair[1].name))
    consequences = _consequences(state, place, result, pair)
    if at_table:
        consequences.append(
            Consequence(_("Their table is closed, and the match there has no result."), "close")
        )
    consequences.append(Consequence(_("Ratings stay as they are."), "graph"))
    title, meaning, icon, person = _words(outcome, pair, one_goes_through=needs_winner(state))
    return DirectorDecision(outcome, title, meaning, entry, consequences, icon, person)


def _words(
    outcome: str, pair: tuple[Person, Person], *, one_goes_through: bool
) -> tuple[str, str, str, Person | None]:
    """Return the name of a decision, what it means, and the picture or the person beside it."""
    if outcome == "draw":
        return _("Draw"), _("The match counts as played."), "check", None
    if outcome == "both":
        meaning = _("Nobody goes through.") if one_goes_through else _("Neither gets a point.")
        return _("Both forfeit"), meaning, "close", None
    side = int(outcome[-1])
    if outcome.startswith("win"):
        title = _("%(name)s wins") % {"name": pair[side].name}
        return title, _("The match counts as played."), "", pair[side]
    title = _("%(name)s forfeits") % {"name": pair[side].name}
    meaning = _("%(name)s wins. The match doesn't count as played.") % {"name": pair[1 - side].name}
    return title, meaning, "", pair[side]


def _consequences(
    state: TournamentState, place: int, result: Result, pair: tuple[Person, Person]
) -> list[Consequence]:
    """Return what a result means for the two players and for the tournament."""
    after = replace(state, current=with_result(state.current, place, result), hand=())
    is_over = not after.waiting()
    if is_over and not state.terms.info.continuous and next_meetings(after) is None:
        return [_end(after, pair)]
    consequences = _advances(state, result, pair) if needs_winner(state) else [_points(result, pair)]
    if is_over and not state.terms.info.continuous:
        text = _("It is the last match of round %(number)s.") % {"number": state.number}
        consequences.append(Consequence(text, "check"))
    return consequences


def _end(after: TournamentState, pair: tuple[Person, Person]) -> Consequence:
    if not has_match(after):
        return Consequence(_("The tournament was cancelled: no match was played"), "close")
    winner = final_standings(after)[0]
    person = next((person for person in pair if person.handle == winner), None)
    if person is None:
        return Consequence(_("The tournament is over"), "cup")
    return Consequence(_("The tournament is over: {name} won").format(name=person.name), person=person)


def _advances(state: TournamentState, result: Result, pair: tuple[Person, Person]) -> list[Consequence]:
    losers = [person for side, person in enumerate(pair) if result.points[side] == LOSS]
    lines = [
        Consequence(_("%(name)s goes through.") % {"name": person.name}, person=person)
        for person in pair
        if person not in losers
    ]
    if state.terms.info.defeats == 2:
        return lines
    out = [Consequence(_("%(name)s is out.") % {"name": person.name}, person=person) for person in losers]
    return lines + out


def _points(result: Result, pair: tuple[Person, Person]) -> Consequence:
    score = " : ".join(half_points(points) for points in result.points)
    return Consequence(f"{pair[0].name} {score} {pair[1].name}", "cup")
