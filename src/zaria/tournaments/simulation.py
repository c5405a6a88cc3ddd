"""Simulated tournaments of players of different strength, for tests and to try a format."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from zaria.match.terms import Terms
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.decide import TournamentRefusedError, decide
from zaria.tournaments.draw import seal
from zaria.tournaments.field import DRAW, LOSS, WIN, Meeting, Result
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.terms import TournamentTerms
from zaria.tournaments.tournament import TournamentState, evolve, replay

DRAWS, SLOPE = 0.1, 0.15
START, STEP = 1_700_000_000_000, 1
TICK = 600_000
"""Milliseconds between two ticks of an arena, and at least between two rounds of other formats."""
NAME = "simulation"

Chance = Callable[[], float]
"""Draws a number from 0 to 1."""


class Simulation:
    """A tournament under way. Its players win by their strength and may miss a round."""

    def __init__(
        self, form: str, players: int, rounds: int, secret: bytes, chance: Chance, no_shows: float = 0.0
    ) -> None:
        """Set up the tournament; `secret` decides the draw, `chance` the results.

        `no_shows` is the chance to miss a round. Raises `FormatUnavailableError` where a library is missing.
        """
        self._chance, self._secret, self._no_shows = chance, secret, no_shows
        self.players = [f"p{number}" for number in range(1, players + 1)]
        self._strength = {player: -number for number, player in enumerate(self.players)}
        terms = TournamentTerms(form, Terms("tabla"), START, rounds)
        if FORMATS[form].continuous:
            terms = replace(terms, round_ms=(rounds + 1) * TICK)
        self.now = START
        self.events: list[ev.AnyEvent] = [
            ev.Announced(at=self.now, id=NAME, terms=terms, seal=seal(secret), edition=ev.EDITION)
        ]
        self.tournament: TournamentState = replay(self.events)
        self.ticks: list[range] = []
        self._absent: list[str] = []
        for player, strength in self._strength.items():
            self.do(cmd.Enter(player, rating=players + strength))

    def do(self, command: cmd.Command) -> None:
        """Execute a command; raises `TournamentRefusedError`."""
        self.now += STEP
        for event in decide(self.tournament, command, self.now):
            self.tournament = evolve(self.tournament, event)
            self.events.append(event)
            if isinstance(event, ev.Withdrawn) and event.code == "absent":
                self._absent.append(event.player)

    def begin(self) -> None:
        """Close the entries."""
        self.do(cmd.Begin(self._secret))

    def play_one(self) -> None:
        """Play an undecided meeting of the current round, or a tick of an arena.

        The fewer matches of an arena are going on, the more probable a tick is before they end.
        """
        waiting = self.tournament.waiting()
        continuous = self.tournament.terms.info.continuous
        if continuous and (not waiting or self._chance() * (len(waiting) + 1) < 1):
            self._tick()
            return
        place = waiting[int(self._chance() * len(waiting))]
        result = self._result(self.tournament.current[place])
        self.do(cmd.Report(self.tournament.number, place, result))

    def _tick(self) -> None:
        """Let absent players come back and pair the free ones, or end the arena."""
        number, start = len(self.ticks) + 1, len(self.tournament.current)
        self.now = max(self.now, START + number * TICK)
        if number <= self.tournament.terms.rounds:
            for player in self._absent:
                if player in self.tournament.field.withdrawn:
                    self.do(cmd.Enter(player))
            self._absent.clear()
            self.ticks.append(range(start, start))
        with suppress(TournamentRefusedError):  # nobody can be paired, or the last matches are not over
            self.do(cmd.Pair())
        if number <= self.tournament.terms.rounds:
            self.ticks[-1] = range(start, len(self.tournament.current))

    def play(self) -> None:
        """Play to the end."""
        self.begin()
        while self.tournament.phase == "playing":
            self.play_one()

    def _result(self, meeting: Meeting) -> Result:
        """A player who misses the round loses; both lose if both do."""
        player, opponent = meeting.players
        assert player is not None
        assert opponent is not None
        present = [self._chance() >= self._no_shows for _ in range(2)]
        if not all(present):
            return Result((WIN if present[0] else LOSS, WIN if present[1] else LOSS), played=False)
        if self._chance() < DRAWS:
            return Result((DRAW, DRAW))
        better = self._strength[player] - self._strength[opponent]
        chance = 1 / (1 + 10 ** (-SLOPE * better))
        return Result((WIN, LOSS) if self._chance() < chance else (LOSS, WIN))


def simulate(
    form: str, players: int, rounds: int, secret: bytes, chance: Chance, no_shows: float = 0.0
) -> dict[str, Any]:
    """Play a whole tournament, as `zaria tournament simulate` prints it."""
    simulation = Simulation(form, players, rounds, secret, chance, no_shows)
    simulation.play()
    played = simulation.tournament.field.rounds
    if FORMATS[form].continuous:  # one long round; its ticks are shown
        all_meetings = [meeting for meetings in played for meeting in meetings]
        played = tuple(tuple(all_meetings[place] for place in tick) for tick in simulation.ticks)
    return {
        "format": form,
        "players": simulation.players,
        "rounds": [
            {"pairs": [_line(meeting) for meeting in meetings if meeting.players != (None, None)]}
            for meetings in played
        ],
        "standings": list(simulation.tournament.standings),
    }


def _line(meeting: Meeting) -> list[str | None]:
    """Return both players and the winner; a player without an opponent is named twice."""
    player, opponent = meeting.players
    return [player, opponent, player if opponent is None else meeting.winner]
