"""The state of a tournament for its director: the tools that apply now, the meetings, the players."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.tournaments.models import Entry, Invitation, Pairing, PlaceOffer, Tournament
from zaria.club.tournaments.pages.meetings import meetings_of
from zaria.club.tournaments.pages.people import people
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments import events as ev
from zaria.tournaments.changes import has_played
from zaria.tournaments.field import DRAW, Meeting
from zaria.tournaments.formats.base import FixedPairs
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.rounds import next_meetings
from zaria.tournaments.tournament import TournamentState

MOST_ROWS = 50
"""The most meetings, and players, on a page; a search finds the others."""


class MeetingRow(NamedTuple):
    """A meeting of a round, its `state` in words. `since`: when its table opened, in ms; or 0."""

    place: int
    people: tuple[Person, Person]
    state: str
    decided: bool
    match_id: str
    since: int


class PlayerRow(NamedTuple):
    """A player with their `state` in words, and the acts that apply to them."""

    player: str
    name: str
    person: Person
    rating: int
    state: str
    can_withdraw: bool
    can_replace: bool


def tools(state: TournamentState, access: str) -> frozenset[str]:
    """The names of the tools that apply to a tournament now."""
    if state.phase not in ("open", "playing"):
        return frozenset()
    names = {"cancel", "resume" if state.paused else "pause"}
    if state.phase == "open":
        names |= {"edit", "enter"} | ({"invite"} if access == "invited" else set())
    else:
        names.add("decide")
        if state.terms.info.late_entries:
            names.add("enter")
        if state.paused and not state.waiting() and not isinstance(state.terms.rules, FixedPairs):
            names.add("pair")
    if state.acts:
        names.add("undo")
    return frozenset(names)


def names_of(tournament: Tournament, players: Iterable[str]) -> dict[str, str]:
    """Return the current logins of players, or the name of their entry without an account."""
    wanted = set(players)
    entries = Entry.objects.filter(tournament=tournament, player__in=wanted)
    names = dict(entries.values_list("player", "name"))
    members = Member.objects.filter(player__in=wanted, is_active=True)
    return names | dict(members.values_list("player", "username"))


def meeting_rows(
    tournament: Tournament, state: TournamentState, number: int, wanted: str
) -> list[MeetingRow]:
    """Return the meetings of a round between two players: undecided ones and long ones first.

    `wanted` limits them to players with this in their name.
    """
    meetings = meetings_of(state, number)
    pairs = [(place, meeting) for place, meeting in enumerate(meetings) if None not in meeting.players]
    pairs.sort(key=lambda pair: pair[1].result is not None)
    persons = people(tournament.pk, {player for _, meeting in pairs for player in meeting.players})
    pairings = Pairing.objects.filter(tournament=tournament, number=number).order_by("attempt")
    matches = {pairing.place: pairing for pairing in pairings}
    rows = []
    for place, meeting in pairs:
        pair = (persons[meeting.players[0]], persons[meeting.players[1]])
        if wanted and not any(wanted.lower() in person.name.lower() for person in pair):
            continue
        rows.append(_meeting_row(place, meeting, pair, matches.get(place)))
        if len(rows) == MOST_ROWS:
            break
    return sorted(rows, key=lambda row: (row.decided, row.since or math.inf))


def meeting_row(tournament: Tournament, state: TournamentState, number: int, place: int) -> MeetingRow | None:
    """Return a meeting of a round; None if there is none between two players at this place."""
    meetings = meetings_of(state, number)
    if place >= len(meetings) or None in meetings[place].players:
        return None
    first, second = meetings[place].players
    persons = people(tournament.pk, {first, second})
    pairings = Pairing.objects.filter(tournament=tournament, number=number, place=place)
    pair = (persons[first], persons[second])
    return _meeting_row(place, meetings[place], pair, pairings.order_by("attempt").last())


def _meeting_row(
    place: int, meeting: Meeting, pair: tuple[Person, Person], pairing: Pairing | None
) -> MeetingRow:
    is_open = pairing is not None and pairing.opened_at is not None
    match_id = pairing.match_id or "" if pairing is not None and is_open else ""
    since = pairing.opened_at or 0 if pairing is not None else 0
    is_decided = meeting.result is not None
    return MeetingRow(place, pair, _meeting_state(meeting, pair, match_id), is_decided, match_id, since)


def player_rows(tournament: Tournament, state: TournamentState, wanted: str) -> list[PlayerRow]:
    """Return the players by name, the active ones first; `wanted` limits them to names with this."""
    entries = Entry.objects.filter(tournament=tournament)
    names = names_of(tournament, entries.values_list("player", flat=True))
    rows = sorted(
        (entry for entry in entries if wanted.lower() in names.get(entry.player, "").lower()),
        key=lambda entry: (not entry.active, names[entry.player].lower()),
    )
    shown = rows[:MOST_ROWS]
    persons = people(tournament.pk, {entry.player for entry in shown})
    return [_player_row(state, entry, names, persons[entry.player]) for entry in shown]


def invited_names(tournament: Tournament, state: TournamentState) -> list[str]:
    """Return the logins of players who are invited and have not entered."""
    invited = Invitation.objects.filter(tournament=tournament).values_list("player", flat=True)
    return sorted(names_of(tournament, set(invited) - set(state.ratings)).values(), key=str.lower)


def offered(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the players with an offered place, id and login, by login."""
    players = PlaceOffer.objects.filter(tournament=tournament).values_list("player", flat=True)
    return sorted(names_of(tournament, players).items(), key=lambda pair: pair[1].lower())


def suggested_pairs(tournament: Tournament, state: TournamentState) -> str:
    """Return the pairs of the next round for the form: those by hand, or those of the format."""
    try:
        meetings = next_meetings(state) or ()
    except TournamentRefusedError:
        return ""
    names = names_of(tournament, (player or "" for meeting in meetings for player in meeting.players))
    pairs = [meeting.players for meeting in meetings if None not in meeting.players]
    return "\n".join(" ".join(names.get(player or "", "–") for player in pair) for pair in pairs)


def last_act(tournament: Tournament, state: TournamentState) -> tuple[int, str] | None:
    """Return the number of the event that can be undone, and the act in words; None if there is none."""
    if not state.acts:
        return None
    act = state.acts[-1]
    event = act.event
    players = {getattr(event, "player", ""), getattr(event, "other", "")}
    if isinstance(event, ev.MeetingDecided | ev.MeetingReopened):
        players = {player or "" for player in state.current[event.place].players}
    return act.number, _act_text(event, state, names_of(tournament, players))


def _act_text(event: ev.AnyEvent, state: TournamentState, names: Mapping[str, str]) -> str:
    match event:
        case ev.Entered(player=player):
            return _("Entry of %(name)s") % {"name": names.get(player, "–")}
        case ev.Withdrawn(player=player):
            return _("Withdrawal of %(name)s") % {"name": names.get(player, "–")}
        case ev.Replaced(player=player, other=newcomer):
            values = {"other": names.get(newcomer, "–"), "name": names.get(player, "–")}
            return _("%(other)s in place of %(name)s") % values
        case ev.MeetingDecided(place=place) | ev.MeetingReopened(place=place):
            pair = " – ".join(names.get(player or "", "–") for player in state.current[place].players)
            decided = isinstance(event, ev.MeetingDecided)
            text = _("Decision: %(pair)s") if decided else _("To be played again: %(pair)s")
            return text % {"pair": pair}
        case ev.PairsSet():
            return _("Manual pairings")
        case _:
            return _("Change of the title, the text or the start")


def _meeting_state(meeting: Meeting, pair: tuple[Person, Person], match_id: str) -> str:
    if meeting.result is None:
        return _("in progress") if match_id else _("not started")
    winner = meeting.result.winner
    if winner is not None:
        return _("%(name)s won") % {"name": pair[winner].name}
    return _("draw") if meeting.result.points[0] == DRAW else _("both lost")


def _player_row(state: TournamentState, entry: Entry, names: Mapping[str, str], person: Person) -> PlayerRow:
    player, can_withdraw = entry.player, entry.active and state.phase in ("open", "playing")
    word = ""
    if not entry.active:
        word = _("withdrawn")
    elif player in state.checked_in:
        word = _("checked in")
    can_replace = can_withdraw and not has_played(state, player)
    return PlayerRow(player, names[player], person, entry.rating, word, can_withdraw, can_replace)
