"""Tournaments: finished ones as copies of simulated ones, and others that wait or are being played."""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from tools.bench.large_club.population import DAY_MS, OWNER, VETERAN, Person, Population
from tools.bench.large_club.rows import Batches

from zaria.club.tournaments import actions
from zaria.club.tournaments.match_ids import match_id
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.terms import TournamentTerms

MATCH = Terms("tabla", clock=ClockTerms(delay=12_000, bank=120_000), rated=True)
PATTERNS = (("knockout", 16, 4), ("swiss", 32, 5), ("round-robin", 8, 7), ("double", 16, 7), ("swiss", 64, 7))
"""Formats of finished tournaments, with their players and rounds."""
RUNNING = (("swiss", 32, 5), ("knockout", 16, 4), ("round-robin", 8, 7))
KINDS = ("cup", "open", "league")
PER_FEDERATION = 4
"""Of so many tournaments one is a federation's."""
SECRET = bytes(32)
HALF_POINTS = 2


class Pattern(NamedTuple):
    """A tournament that was played to its end, to be copied: its events, and those as JSON."""

    simulation: Simulation
    events: list[ev.AnyEvent]
    bodies: list[str]


class Tournaments:
    """The tournaments of a club with so many federations."""

    def __init__(self, population: Population, batches: Batches, federations: int) -> None:
        self._population, self._batches, self._federations = population, batches, federations

    def store(self, finished: int, waiting: int) -> None:
        """Store so many finished tournaments and so many that wait, and begin some."""
        patterns = [_pattern(*form) for form in PATTERNS]
        for number in range(finished):
            start = self._population.moment_of(number, finished) - DAY_MS
            self._copy(number, patterns[number % len(patterns)], start)
        self._batches.store()
        for form, players, rounds in RUNNING:
            actions.begin(self._announce(form, players, rounds, 1000), self._population.now + 1000)
        for number in range(waiting):
            form, players, rounds = PATTERNS[number % len(PATTERNS)]
            self._announce(form, players, rounds, (number + 1) * DAY_MS)

    def _announce(self, form: str, players: int, rounds: int, later_ms: int) -> str:
        """Open a tournament that the veteran and others enter; return its id."""
        start = self._population.now + later_ms
        terms = TournamentTerms(form, MATCH, start, rounds=rounds, title=f"The next {form}")
        row = actions.create(terms, self._population.people[OWNER].player)
        for person in self._entrants(players, with_veteran=True):
            actions.execute(row.pk, cmd.Enter(person.player, 1000))
        return row.pk

    def _entrants(self, count: int, *, with_veteran: bool) -> list[Person]:
        veteran = self._population.people[VETERAN]
        entrants: dict[Person, None] = {veteran: None} if with_veteran else {}
        while len(entrants) < count:
            entrants[self._population.someone()] = None
        return [*entrants]

    def _copy(self, number: int, pattern: Pattern, start: int) -> None:
        """Store a finished tournament that began at `start` (ms)."""
        tournament, key = pattern.simulation.tournament, f"C{number:06}"
        entrants = self._entrants(len(pattern.simulation.players), with_veteran=number % 3 == 0)
        people = dict(zip(pattern.simulation.players, entrants, strict=True))
        shift = start - pattern.events[0].at
        federation = number // PER_FEDERATION % self._federations
        row = Tournament(
            id=key,
            phase=Tournament.Phase.OVER,
            director=self._population.people[OWNER].player,
            secret=SECRET.hex(),
            created_at=start,
            starts_at=start,
            ended_at=pattern.events[-1].at + shift,
            events=len(pattern.events),
            round=tournament.number,
            players=len(people),
            winner=people[tournament.standings[0]].player,
        )
        terms = replace(
            tournament.terms,
            title=f"The {number}th {KINDS[number % len(KINDS)]}",
            match=replace(MATCH, tournament=key),
            federation=f"f{federation}" if number % PER_FEDERATION == 0 else "",
        )
        actions.describe(row, terms)
        self._batches.add(row)
        for event_row in _event_rows(key, pattern, people, shift, terms):
            self._batches.add(event_row)
        for place, name in enumerate(tournament.standings, 1):
            person = people[name]
            self._batches.add(
                Entry(tournament_id=key, player=person.player, name=person.login, at=start, place=place)
            )
        for pairing in _pairings(key, pattern, people, start):
            self._batches.add(pairing)


def _pattern(form: str, players: int, rounds: int) -> Pattern:
    simulation = Simulation(form, players, rounds, SECRET, random.Random(players).random)
    simulation.play()
    bodies = [msgspec.json.encode(event).decode() for event in simulation.events]
    return Pattern(simulation, simulation.events, bodies)


def _event_rows(
    key: str, pattern: Pattern, people: dict[str, Person], shift: int, terms: TournamentTerms
) -> Iterator[TournamentEvent]:
    """The events of a copy, with its players and moments."""
    announced = replace(pattern.events[0], id=key, terms=terms)
    bodies = [msgspec.json.encode(announced).decode(), *pattern.bodies[1:]]

    def copied(match: re.Match[str]) -> str:
        return f'"{people[match[1]].player}"' if match[1] else f'"at":{int(match[2]) + shift}'

    for number, (event, body) in enumerate(zip(pattern.events, bodies, strict=True)):
        yield TournamentEvent(
            tournament_id=key,
            number=number,
            at=event.at + shift,
            kind=str(type(event).__struct_config__.tag),
            body=re.sub(r'"(p\d+)"|"at":(\d+)', copied, body),
        )


def _pairings(key: str, pattern: Pattern, people: dict[str, Person], start: int) -> Iterator[Pairing]:
    """The meetings of a copy, as won by the player who has won them."""
    for number, meetings in enumerate(pattern.simulation.tournament.field.rounds, 1):
        for place, meeting in enumerate(meetings):
            if meeting.players == (None, None):
                continue
            players = [people[name].player if name else "" for name in meeting.players]
            is_bye = "" in players
            is_first = meeting.winner == meeting.players[0]
            yield Pairing(
                tournament_id=key,
                number=number,
                place=place,
                player0=players[0],
                player1=players[1],
                match_id=None if is_bye else match_id(key, number, place, 0),
                since=start,
                points0=HALF_POINTS if is_first else 0,
                points1=0 if is_first else HALF_POINTS,
                how="bye" if is_bye else "played",
            )
