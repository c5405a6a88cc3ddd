"""Time the pairs of large tournaments: a Swiss round, and a tick of an arena. No peer: processor time.

Results are by chance: the better player wins four times in five. The first Swiss is the largest that py4swiss
pairs by the Dutch system.

    python -m tools.bench.tournaments [--players 10000] [--rounds 11] [--waiting 2000] [--ticks 20]
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from zaria.tournaments import events as ev
from zaria.tournaments.field import BYE, Field, Meeting, Result
from zaria.tournaments.formats.swiss import MOST_DUTCH, Swiss
from zaria.tournaments.rounds import tick
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.state import live_standings
from zaria.tournaments.tournament import TournamentState, evolve


class Timed(NamedTuple):
    """A result, and the processor time in seconds that it took."""

    result: Any
    seconds: float


def main() -> None:
    """Play both, print the slowest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=10_000, help="of the Swiss")
    parser.add_argument("--rounds", type=int, default=11, help="of the Swiss")
    parser.add_argument("--waiting", type=int, default=2_000, help="players of the arena, all of them free")
    parser.add_argument("--ticks", type=int, default=20, help="of the arena")
    args = parser.parse_args()
    for players in (MOST_DUTCH, args.players):
        slowest, after = swiss(players, args.rounds)
        print(f"a round of a Swiss of {players:6}: {1000 * slowest:8.1f} ms")
        print(f"its standings after a result: {1000 * after:8.1f} ms")
    pairs, standings = arena(args.waiting, args.ticks)
    print(f"a tick of an arena, {args.waiting} waiting: {1000 * pairs:8.1f} ms")
    print(f"its standings: {1000 * standings:8.1f} ms")


def swiss(players: int, rounds: int) -> tuple[float, float]:
    """The slowest round, and the standings after a result of one more, in seconds."""
    names = tuple(f"p{number}" for number in range(players))
    field, rules, chance, slowest = Field(names, names), Swiss(rounds + 1), random.Random(1), 0.0
    for _ in range(rounds):
        meetings, seconds = timed(lambda field=field: rules.next_round(field))  # type: ignore[misc]
        slowest = max(slowest, seconds)
        field = field.after(_won(meeting, chance) for meeting in meetings)
    current = [_won(meeting, chance) for meeting in rules.next_round(field) or ()]
    rules.standings(field.after(current[:1]))
    return slowest, timed(lambda: rules.standings(field.after(current[:2]))).seconds


def arena(players: int, ticks: int) -> tuple[float, float]:
    """The slowest tick, and the standings after the last one, in seconds."""
    chance = random.Random(1)
    simulation = Simulation("arena", players, ticks, chance.randbytes(32), chance.random)
    simulation.begin()
    state: TournamentState = simulation.tournament
    slowest = 0.0
    for _ in range(ticks):
        meetings, seconds = timed(lambda state=state: tick(state))  # type: ignore[misc]
        slowest = max(slowest, seconds)
        won = tuple(_won(meeting, chance) for meeting in meetings)
        state = evolve(state, ev.MeetingsPaired(at=simulation.now, meetings=won))
    return slowest, timed(lambda: live_standings(state)).seconds


def timed(work: Callable[[], Any]) -> Timed:
    """Do this once."""
    began = time.process_time()
    result = work()
    return Timed(result, time.process_time() - began)


def _won(meeting: Meeting, chance: random.Random) -> Meeting:
    player, opponent = meeting.players
    if player is None or opponent is None:
        return Meeting(meeting.players, BYE)
    better = int(player[1:]) < int(opponent[1:])
    return Meeting((player, opponent), Result((2, 0) if better == (chance.random() < 0.8) else (0, 2)))


if __name__ == "__main__":
    main()
