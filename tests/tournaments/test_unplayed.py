"""A tournament of any format in which no match was played is cancelled; with one match it has a winner."""

from collections.abc import Callable

import pytest

from tests.tournaments.test_decide import refused
from tests.tournaments.test_formats import simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.document import make_document, verify_document
from zaria.tournaments.field import LOSS, WIN, Result
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.terms import CONTINUOUS, FORMATS

ABSENCES: dict[str, Callable[[int], Result]] = {
    "both are absent": lambda place: Result((LOSS, LOSS), played=False),
    "side 1 is absent": lambda place: Result((WIN, LOSS), played=False),
    "some are absent": lambda place: Result(((WIN, LOSS), (LOSS, LOSS))[place % 2], played=False),
}


def play(made: Simulation, absence: Callable[[int], Result], played: int = 0) -> None:
    """Play to the end: so many matches are played, and nobody comes to the others."""
    made.begin()
    while made.tournament.phase == "playing":
        waiting = made.tournament.waiting()
        if not waiting and made.tournament.terms.format in CONTINUOUS:
            if made.tournament.current:
                made.now = made.tournament.deadline or 0
            made.do(cmd.Pair())
            continue
        place, played = waiting[0], played - 1
        result = Result((WIN, LOSS)) if played >= 0 else absence(place)
        made.do(cmd.Report(made.tournament.number, place, result))


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("absence", ABSENCES.values(), ids=ABSENCES)
@pytest.mark.parametrize("name", FORMATS)
def test_without_a_match_it_is_cancelled(name: str, absence: Callable[[int], Result], players: int) -> None:
    made = simulation(name, players)
    play(made, absence)
    assert made.events[-1] == ev.Cancelled(at=made.now, code="no_match")
    assert made.tournament.phase == "cancelled"
    assert faults(made) == []


@pytest.mark.parametrize("absence", ABSENCES.values(), ids=ABSENCES)
@pytest.mark.parametrize("name", FORMATS)
def test_with_one_match_it_has_a_winner(name: str, absence: Callable[[int], Result]) -> None:
    made = simulation(name, 5)
    play(made, absence, played=1)
    assert made.tournament.phase == "over"
    assert sorted(made.tournament.standings) == made.players
    assert faults(made) == []


@pytest.mark.parametrize("name", FORMATS)
def test_all_who_withdraw_leave_it_without_a_match(name: str) -> None:
    made = simulation(name, 4)
    made.begin()
    for player in made.players:
        made.do(cmd.Withdraw(player))
    play_on(made)
    assert made.events[-1] == ev.Cancelled(at=made.now, code="no_match")


def play_on(made: Simulation) -> None:
    """End the matches that are open without anybody, and an arena by its clock."""
    while made.tournament.phase == "playing":
        if made.tournament.waiting():
            command = cmd.Report(made.tournament.number, made.tournament.waiting()[0], Result((0, 0), False))
            made.do(command)
        else:
            made.now = made.tournament.deadline or made.now
            made.do(cmd.Pair())


@pytest.mark.parametrize("late", [0, 1, 10**7])
def test_an_arena_that_begins_late_has_its_whole_time(late: int) -> None:
    made = simulation("arena", 4)
    made.now += late
    made.begin()
    began = made.now
    assert made.tournament.deadline == began + made.tournament.terms.round_ms
    made.do(cmd.Pair())
    assert len(made.tournament.waiting()) == 2


def test_an_earlier_tournament_without_a_match_is_verified_as_before() -> None:
    made = simulation("knockout", 2)
    made.begin()
    made.do(cmd.Report(1, 0, Result((WIN, LOSS), played=False)))
    winner, loser = made.tournament.field.order
    announced, *events, _cancelled = made.events
    assert isinstance(announced, ev.Announced)
    ended = ev.Ended(at=made.now, standings=(winner, loser))
    earlier = ev.Announced(at=announced.at, id=announced.id, terms=announced.terms, seal=announced.seal)
    for first, expected in ((earlier, []), (announced, ["it has a winner, but no match was played"])):
        made.events = [first, *events, ended]
        assert faults(made) == expected


def test_a_match_is_no_reason_to_cancel() -> None:
    made = simulation("knockout", 2)
    made.begin()
    made.do(cmd.Report(1, 0, Result((WIN, LOSS))))
    made.events[-1] = ev.Cancelled(at=made.now, code="no_match")
    assert faults(made) == ["it is cancelled for want of a match, but one was played"]


def faults(made: Simulation) -> list[str]:
    """The faults of its document."""
    names = {player: player for player in made.players}
    return verify_document(make_document(made.events, names, 0, lambda *place: "-".join(map(str, place))))


def test_players_who_could_not_come_get_another_match() -> None:
    made = simulation("knockout", 2)
    made.begin()
    made.do(cmd.Reopen(1, 0, 0))
    assert made.events[-1] == ev.MeetingReopened(at=made.now, number=1, place=0)
    assert made.tournament.attempts == {0: 1}
    assert refused(made, cmd.Report(1, 0, Result((LOSS, LOSS), played=False), attempt=0)) == "old_attempt"
    assert refused(made, cmd.Reopen(1, 0, 0)) == "old_attempt"
    made.do(cmd.Report(1, 0, Result((WIN, LOSS)), attempt=1))
    assert made.tournament.phase == "over"
    assert faults(made) == []
