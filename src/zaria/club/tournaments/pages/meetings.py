"""The meetings of a round with their matches, and the boards of running matches."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from zaria.club.matches.results.models import Played
from zaria.club.tournaments.models import Pairing
from zaria.club.tournaments.pages.people import People
from zaria.club.tournaments.texts import half_points
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments.field import Meeting, Round
from zaria.tournaments.state import DELETED, TournamentState

SIZE = 50
"""Meetings of a page."""

MOST_BOARDS = 16
"""The most boards of a page: the first round of a bracket of 32."""


class MeetingInList(NamedTuple):
    """A meeting in a list.

    `match_id` is that of its last match ("" without one), `score` its points as text, `points` those of the
    tournament. `note` is a remark; `state`: "bye", "waits", "open", "over".
    """

    place: int
    people: tuple[Person, Person]
    winner: int | None
    score: str
    points: str
    match_id: str
    state: str
    note: str = ""


def meetings_of(state: TournamentState, number: int) -> Round:
    """Return the meetings of a round, from 1; none beyond the current one."""
    rounds = state.field.rounds
    if 0 < number <= len(rounds):
        return rounds[number - 1]
    return state.current if number == len(rounds) + 1 else ()


def paired_numbers(state: TournamentState) -> list[int]:
    """Return the numbers of the rounds with meetings: over, current, or waiting behind a corrected one."""
    numbers = range(1, state.number + len(state.later) + 1)
    return [number for number in numbers if number <= state.number or listed_meetings(state, number)]


def listed_meetings(state: TournamentState, number: int) -> list[tuple[int, Meeting]]:
    """Return the meetings of a round by their places; of one that waits, those that were not deleted."""
    later = number - state.number
    meetings = state.later[later - 1].meetings if later > 0 else meetings_of(state, number)
    return [(place, meeting) for place, meeting in enumerate(meetings) if meeting != DELETED]


def waiting_note(state: TournamentState, number: int) -> str:
    """Return the words of a meeting whose round waits behind a corrected one; "" in any other round."""
    return _("waits for round {n}").format(n=state.number) if number > state.number else ""


def pairings(
    tournament_id: str, wanted: Collection[tuple[int, int]] | None = None
) -> dict[tuple[int, int], Pairing]:
    """Return the last attempt of each pairing by round and place: of `wanted` at least, or of all (None)."""
    rows = Pairing.objects.filter(tournament=tournament_id)
    if wanted is not None:
        numbers, places = ({key[part] for key in wanted} for part in (0, 1))
        rows = rows.filter(number__in=numbers, place__in=places)
    return {(pairing.number, pairing.place): pairing for pairing in rows.order_by("attempt")}


def repeats(state: TournamentState, number: int) -> Collection[int]:
    """Return the places of a round at which a match was drawn and is played again."""
    return state.repeats if number == state.number else ()


def match_ids(pairings: Mapping[tuple[int, int], Pairing]) -> dict[tuple[int, int], str]:
    """Return the opened matches by round and place."""
    return {
        key: pairing.match_id for key, pairing in pairings.items() if pairing.match_id and _has_table(pairing)
    }


def scores(pairings: Mapping[tuple[int, int], Pairing]) -> dict[tuple[int, int], dict[str, int]]:
    """Return the points of both players in each finished match, by round and place."""
    ids = [pairing.match_id for pairing in pairings.values() if pairing.match_id and pairing.how == "played"]
    played = Played.objects.in_bulk(ids)
    return {
        key: {pairing.player0: match.score0, pairing.player1: match.score1}
        for key, pairing in pairings.items()
        if (match := played.get(pairing.match_id or "")) is not None
    }


def games(
    meetings: Sequence[tuple[int, Meeting]],
    number: int,
    pairings: Mapping[tuple[int, int], Pairing],
    people: People,
    repeats: Collection[int],
) -> list[MeetingInList]:
    """Return the meetings of a round, each with its place, as lists show them.

    The matches at the places in `repeats` are played again after a draw.
    """
    wanted = [pairings.get((number, place)) for place, _meeting in meetings]
    played = Played.objects.in_bulk(
        [pairing.match_id for pairing in wanted if pairing is not None and pairing.match_id]
    )
    shown = [
        _game(place, meeting, pairing, played.get(pairing.match_id or "") if pairing else None, people)
        for (place, meeting), pairing in zip(meetings, wanted, strict=True)
    ]
    again = _("played again after a draw")
    return [
        game._replace(note=again) if game.place in repeats and game.state in ("open", "waits") else game
        for game in shown
    ]


def _game(
    place: int, meeting: Meeting, pairing: Pairing | None, played: Played | None, people: People
) -> MeetingInList:
    first, second = meeting.players
    result = meeting.result
    both = (people[first], people[second])
    if first is None or second is None:
        rests = result is not None and result.winner is None
        note = _("sits out") if rests else _("bye")
        return MeetingInList(place, both, None, "", "", "", "bye", note if first or second else "–")
    points = "" if result is None else " : ".join(half_points(part) for part in result.points)
    score = ""
    if played is not None and pairing is not None:
        sides = (played.score0, played.score1)
        score = " : ".join(map(str, sides if pairing.player0 == first else sides[::-1]))
    match_id = pairing.match_id or "" if pairing is not None and _has_table(pairing) else ""
    state = "over" if result is not None else "open" if match_id else "waits"
    winner = None if result is None else result.winner
    return MeetingInList(place, both, winner, score, points, match_id, state, _note(meeting, pairing, people))


def _note(meeting: Meeting, pairing: Pairing | None, people: People) -> str:
    """Return a remark on a meeting that was not decided by its match."""
    if pairing is None:
        return ""
    result = meeting.result
    if result is None:
        return ""
    if pairing.how == "absent":
        if result.winner is None:
            return _("neither showed up in time")
        return _("{name} didn't show up in time").format(name=people[meeting.loser].name)
    if pairing.how == "walkover":
        if result.winner is None:
            return _("both had withdrawn")
        return _("{name} had withdrawn").format(name=people[meeting.loser].name)
    words = {
        "lot": _("decided by lot after two draws"),
        "director": _("decided by the director"),
        "unfinished": _("not over at the end of the round"),
    }
    return words.get(pairing.how, "")


def _has_table(pairing: Pairing) -> bool:
    """Return whether there is a table to watch: none is made for a meeting decided before its opening."""
    return pairing.opened_at is not None or pairing.how in ("played", "lot")
