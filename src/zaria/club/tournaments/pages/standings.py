"""Standings and cross-tables, as pages show them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.tournaments.formats import CROSS_TABLE_COLUMNS, FORMAT_WORDS, Column
from zaria.club.tournaments.pages.people import People
from zaria.club.tournaments.texts import half_points
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments.field import Field, Meeting, Standing, ranked
from zaria.tournaments.formats.round_robin import lines
from zaria.tournaments.state import TournamentState, live_standings

SIZE = 50
"""Players of a page."""

WIDEST = 32
"""Players of the largest cross-table that is drawn."""

LONGEST_STREAK = 5
"""The most wins in a row that are shown."""

CACHED = 64
"""Standings that this process caches."""


class StandingsRow(NamedTuple):
    """A player in the standings; `out`: they have withdrawn or lost their last chance.

    `change`: the places won (or, below 0, lost) since the round before; `streak`: in an arena, their last
    wins in a row, up to `LONGEST_STREAK`.
    """

    place: int
    person: Person
    values: list[str]
    prize: int = 0
    out: bool = False
    change: int = 0
    streak: int = 0

    @property
    def marks(self) -> range:
        """The streak, to count marks by."""
        return range(self.streak)


class Cell(NamedTuple):
    """The meetings of two players: each result as text, and the id of its match ("" without one)."""

    results: list[tuple[str, str]]
    self: bool = False


class CrossTable(NamedTuple):
    """Everyone against everyone; `title` is "" for the only one."""

    title: str
    rows: list[tuple[StandingsRow, list[Cell]]]


_cache: BoundedCache[tuple[str, int], tuple[Standing, ...]] = BoundedCache(CACHED)
"""By tournament and number of events."""


def standings(tournament_id: str, events: int, state: TournamentState) -> tuple[Standing, ...]:
    """Return the standings after so many events, the best first; none before the start."""
    lines = _cache.get((tournament_id, events))
    if lines is None:
        lines = _standings(state)
        _cache.put((tournament_id, events), lines)
    return lines


def _standings(state: TournamentState) -> tuple[Standing, ...]:
    if not state.field.entrants:
        return ()
    live = live_standings(state)
    if state.phase == "over" and state.standings:
        by_player = {line.player: line for line in live}
        return tuple(by_player[player] for player in state.standings)
    return tuple(live)


def rows(
    state: TournamentState, part: Sequence[Standing], first: int, people: People, prizes: Mapping[str, int]
) -> list[StandingsRow]:
    """Return a part of the standings as rows; the first has the place `first`."""
    columns = FORMAT_WORDS[state.terms.format].columns
    earlier = _earlier_places(state) if columns else {}
    streaks = _streaks(state) if state.terms.info.continuous else {}
    return [
        StandingsRow(
            place,
            people[line.player],
            _values(columns, line),
            prizes.get(line.player, 0),
            line.player in state.field.withdrawn,
            earlier.get(line.player, place) - place,
            streaks.get(line.player, 0),
        )
        for place, line in enumerate(part, first)
    ]


def _earlier_places(state: TournamentState) -> dict[str, int]:
    """Return the place of each player before the last round with a result; {} after one round."""
    is_played = any(meeting.result is not None for meeting in state.current)
    field = state.with_current() if is_played else state.field
    if len(field.rounds) < 2:
        return {}
    before = state.terms.rules.standings(replace(field, rounds=field.rounds[:-1]))
    return {line.player: place for place, line in enumerate(before, start=1)}


def _streaks(state: TournamentState) -> dict[str, int]:
    """Return the last wins in a row of each player with at least two."""
    streaks: dict[str, int] = {}
    for meeting in state.with_current().rounds[-1] if state.number else ():
        for side, player in enumerate(meeting.players):
            if player is not None and meeting.result is not None:
                has_won = meeting.result.winner == side
                streaks[player] = min(LONGEST_STREAK, streaks.get(player, 0) + 1) if has_won else 0
    return {player: streak for player, streak in streaks.items() if streak > 1}


def tables(state: TournamentState) -> list[tuple[str, ...]]:
    """Return the players of each cross-table; none without one in the format, or with too many players."""
    groups = state.terms.info.groups
    return [tuple(group) for group in groups(state.field) if 1 < len(group) <= WIDEST] if groups else []


def cross_table(
    state: TournamentState,
    players: Sequence[str],
    title: str,
    people: People,
    matches: Mapping[tuple[int, int], str],
) -> CrossTable:
    """Draw up the table of these players; `matches` are the ids by round and place."""
    in_table = set(players)
    results: dict[tuple[str, str], list[tuple[str, str]]] = {}
    rounds = (*state.field.rounds, *((state.current,) if state.current else ()))
    if state.terms.info.has_qualification:
        rounds = rounds[: state.terms.info.rounds_before_bracket(state.field)]
    for number, meetings in enumerate(rounds, start=1):
        for place, meeting in enumerate(meetings):
            first, second = meeting.players
            if first in in_table and second in in_table and meeting.result is not None and first and second:
                match_id = matches.get((number, place), "")
                for player, opponent, points in ((first, second, 0), (second, first, 1)):
                    text = half_points(meeting.result.points[points])
                    results.setdefault((player, opponent), []).append((text, match_id))
    decided = Field(state.field.entrants, state.field.order, tuple(map(_decided, rounds)), frozenset())
    order = ranked(state.field, lines(decided, players))
    table_rows = [
        (
            StandingsRow(
                place,
                people[line.player],
                _values(CROSS_TABLE_COLUMNS, line),
                0,
                line.player in state.field.withdrawn,
            ),
            [
                Cell(results.get((line.player, opponent_line.player), []), opponent_line is line)
                for opponent_line in order
            ],
        )
        for place, line in enumerate(order, start=1)
    ]
    return CrossTable(title, table_rows)


def _decided(meetings: Sequence[Meeting]) -> tuple[Meeting, ...]:
    return tuple(meeting for meeting in meetings if meeting.result is not None)


def _values(columns: Sequence[Column], line: Standing) -> list[str]:
    values = (line.points, *line.tiebreaks)
    return [half_points(value, column.divisor) for column, value in zip(columns, values, strict=False)]
