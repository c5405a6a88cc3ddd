"""A tournament of any format in which no match was played is cancelled; with one match it has a winner."""

from collections.abc import Callable

import pytest

from tests.tournaments.test_decide import refused
from tests.tournaments.test_formats import new_simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.document import make_document, verify_document
from zaria.tournaments.field import LOSS, WIN, Result
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.simulation import Simulation

ABSENCES: dict[str, Callable[[int], Result]] = {
    "both are absent": lambda place: Result((LOSS, LOSS), played=False),
    "side 1 is absent": lambda place: Result((WIN, LOSS), played=False),
    "some are absent": lambda place: Result(((WIN, LOSS), (LOSS, LOSS))[place % 2], played=False),
}


def play(simulation: Simulation, absence: Callable[[int], Result], played: int = 0) -> None:
    """Play to the end: so many matches are played, and nobody comes to the others."""
    simulation.begin()
    while simulation.tournament.phase == "playing":
        waiting = simulation.tournament.waiting()
        if not waiting and simulation.tournament.terms.info.continuous:
            if simulation.tournament.current:
                simulation.now = simulation.tournament.deadline or 0
            simulation.do(cmd.Pair())
            continue
        place, played = waiting[0], played - 1
        result = Result((WIN, LOSS)) if played >= 0 else absence(place)
        simulation.do(cmd.Report(simulation.tournament.number, place, result))


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("absence", ABSENCES.values(), ids=ABSENCES)
@pytest.mark.parametrize("name", FORMATS)
def test_without_a_match_it_is_cancelled(name: str, absence: Callable[[int], Result], players: int) -> None:
    simulation = new_simulation(name, players)
    play(simulation, absence)
    assert simulation.events[-1] == ev.Cancelled(at=simulation.now, code="no_match")
    assert simulation.tournament.phase == "cancelled"
    assert faults(simulation) == []


@pytest.mark.parametrize("absence", ABSENCES.values(), ids=ABSENCES)
@pytest.mark.parametrize("name", FORMATS)
def test_with_one_match_it_has_a_winner(name: str, absence: Callable[[int], Result]) -> None:
    simulation = new_simulation(name, 5)
    play(simulation, absence, played=1)
    assert simulation.tournament.phase == "over"
    assert sorted(simulation.tournament.standings) == simulation.players
    assert faults(simulation) == []


@pytest.mark.parametrize("name", FORMATS)
def test_all_who_withdraw_leave_it_without_a_match(name: str) -> None:
    simulation = new_simulation(name, 4)
    simulation.begin()
    for player in simulation.players:
        simulation.do(cmd.Withdraw(player))
    play_on(simulation)
    assert simulation.events[-1] == ev.Cancelled(at=simulation.now, code="no_match")


def play_on(simulation: Simulation) -> None:
    """End the matches that are open without anybody, and an arena by its clock."""
    while simulation.tournament.phase == "playing":
        if simulation.tournament.waiting():
            command = cmd.Report(
                simulation.tournament.number, simulation.tournament.waiting()[0], Result((0, 0), False)
            )
            simulation.do(command)
        else:
            simulation.now = simulation.tournament.deadline or simulation.now
            simulation.do(cmd.Pair())


@pytest.mark.parametrize("late", [0, 1, 10**7])
def test_an_arena_that_begins_late_has_its_whole_time(late: int) -> None:
    simulation = new_simulation("arena", 4)
    simulation.now += late
    simulation.begin()
    began = simulation.now
    assert simulation.tournament.deadline == began + simulation.tournament.terms.round_ms
    simulation.do(cmd.Pair())
    assert len(simulation.tournament.waiting()) == 2


def test_an_earlier_tournament_without_a_match_is_verified_as_before() -> None:
    simulation = new_simulation("knockout", 2)
    simulation.begin()
    simulation.do(cmd.Report(1, 0, Result((WIN, LOSS), played=False)))
    winner, loser = simulation.tournament.field.order
    announced, *events, _cancelled = simulation.events
    assert isinstance(announced, ev.Announced)
    ended = ev.Ended(at=simulation.now, standings=(winner, loser))
    earlier = ev.Announced(at=announced.at, id=announced.id, terms=announced.terms, seal=announced.seal)
    for first, expected in ((earlier, []), (announced, ["it has a winner, but no match was played"])):
        simulation.events = [first, *events, ended]
        assert faults(simulation) == expected


def test_a_match_is_no_reason_to_cancel() -> None:
    simulation = new_simulation("knockout", 2)
    simulation.begin()
    simulation.do(cmd.Report(1, 0, Result((WIN, LOSS))))
    simulation.events[-1] = ev.Cancelled(at=simulation.now, code="no_match")
    assert faults(simulation) == ["it is cancelled for want of a match, but one was played"]


def faults(simulation: Simulation) -> list[str]:
    """The faults of its document."""
    names = {player: player for player in simulation.players}
    return verify_document(
        make_document(simulation.events, names, 0, lambda *place: "-".join(map(str, place)))
    )


def test_players_who_could_not_come_get_another_match() -> None:
    simulation = new_simulation("knockout", 2)
    simulation.begin()
    simulation.do(cmd.Reopen(1, 0, 0))
    assert simulation.events[-1] == ev.MeetingReopened(at=simulation.now, number=1, place=0)
    assert simulation.tournament.attempts == {0: 1}
    assert (
        refused(simulation, cmd.Report(1, 0, Result((LOSS, LOSS), played=False), attempt=0)) == "old_attempt"
    )
    assert refused(simulation, cmd.Reopen(1, 0, 0)) == "old_attempt"
    simulation.do(cmd.Report(1, 0, Result((WIN, LOSS)), attempt=1))
    assert simulation.tournament.phase == "over"
    assert faults(simulation) == []
