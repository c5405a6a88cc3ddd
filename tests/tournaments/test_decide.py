"""Commands to a tournament: who may do what, and when."""

import pytest
from msgspec.structs import replace

from tests.tournaments.test_formats import new_simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.decide import TournamentRefusedError, decide
from zaria.tournaments.field import Result
from zaria.tournaments.simulation import START, Simulation

WON, LOST, DRAWN = Result((2, 0)), Result((0, 2)), Result((1, 1))
ONE_ABSENT, BOTH_ABSENT = Result((2, 0), played=False), Result((0, 0), played=False)


def refused(simulation: Simulation, command: cmd.Command, now: int = START + 10**9) -> str:
    before = simulation.tournament
    with pytest.raises(TournamentRefusedError) as caught:
        decide(simulation.tournament, command, now)
    assert simulation.tournament is before
    return caught.value.code


def begun(name: str, players: int) -> Simulation:
    simulation = new_simulation(name, players)
    simulation.begin()
    return simulation


def report(simulation: Simulation, place: int, result: Result) -> list[ev.AnyEvent]:
    before = len(simulation.events)
    simulation.do(cmd.Report(simulation.tournament.number, place, result))
    return simulation.events[before:]


def test_entries_close_with_the_start() -> None:
    simulation = new_simulation("knockout", 4)
    assert refused(simulation, cmd.Enter("p1")) == "entered"
    assert refused(simulation, cmd.Withdraw("nobody")) == "not_entered"
    simulation.do(cmd.Withdraw("p1"))
    simulation.do(cmd.Enter("p1", 9))
    simulation.begin()
    assert refused(simulation, cmd.Enter("late")) == "closed"
    assert refused(simulation, cmd.Begin(bytes(32))) == "not_now"


def test_a_full_tournament_takes_nobody_else() -> None:
    simulation = new_simulation("knockout", 4)
    simulation.tournament = replace(simulation.tournament, terms=replace(simulation.tournament.terms, most=4))
    assert refused(simulation, cmd.Enter("p5")) == "full"
    simulation.do(cmd.Withdraw("p1"))
    simulation.do(cmd.Enter("p5"))


def test_the_best_rating_is_the_first_seed() -> None:
    assert begun("swiss", 9).tournament.field.entrants == tuple(f"p{number}" for number in range(1, 10))


def test_it_begins_in_time_with_the_secret_that_was_sealed() -> None:
    simulation = new_simulation("knockout", 4)
    assert refused(simulation, cmd.Begin(bytes(32))) == "wrong_secret"
    assert refused(simulation, cmd.Begin(bytes(32)), now=START - 1) == "too_early"


def test_too_few_players_cancel_it() -> None:
    simulation = new_simulation("swiss", 2)
    simulation.do(cmd.Withdraw("p1"))
    simulation.begin()
    assert simulation.tournament.phase == "cancelled"
    assert isinstance(simulation.events[-1], ev.Cancelled)
    assert simulation.events[-1].code == "too_few"
    assert refused(simulation, cmd.Enter("p1")) == "closed"


def test_a_meeting_is_decided_once() -> None:
    """lila 12147, 14387: no second match for a pairing; lila 6647: a round ends with its last meeting."""
    simulation = begun("round-robin", 4)
    (decided,) = report(simulation, 0, WON)
    assert isinstance(decided, ev.MeetingDecided)
    assert refused(simulation, cmd.Report(1, 0, LOST)) == "decided"
    assert refused(simulation, cmd.Report(1, 2, WON)) == "no_meeting"
    assert refused(simulation, cmd.Report(2, 0, WON)) == "no_meeting"
    decided, paired = report(simulation, 1, BOTH_ABSENT)
    assert isinstance(decided, ev.MeetingDecided)
    assert decided.how == "absent"
    assert isinstance(paired, ev.RoundPaired)
    assert refused(simulation, cmd.Report(1, 1, WON)) == "no_meeting"


@pytest.mark.parametrize(
    "result", [Result((2, 2)), Result((0, 0)), Result((1, 1), played=False), Result((4, 0)), Result((-1, 1))]
)
def test_a_result_that_cannot_be_is_refused(result: Result) -> None:
    assert refused(begun("round-robin", 4), cmd.Report(1, 0, result)) == "bad_result"


def test_a_draw_that_needs_a_winner_is_played_again_and_then_decided_by_lot() -> None:
    simulation = begun("knockout", 4)
    (repeated,) = report(simulation, 0, DRAWN)
    assert isinstance(repeated, ev.MeetingRepeated)
    assert simulation.tournament.current[0].result is None
    (decided,) = report(simulation, 0, DRAWN)
    assert isinstance(decided, ev.MeetingDecided)
    assert decided.how == "lot"
    assert decided.result.winner is not None


def test_a_draw_in_the_next_round_is_played_again_too() -> None:
    simulation = begun("knockout", 4)
    report(simulation, 0, DRAWN)
    report(simulation, 0, WON)
    report(simulation, 1, WON)
    assert simulation.tournament.number == 2
    assert isinstance(report(simulation, 0, DRAWN)[0], ev.MeetingRepeated)


def test_a_draw_counts_in_groups_and_needs_a_winner_after_them() -> None:
    simulation = begun("groups", 8)
    while simulation.tournament.number < 4:
        assert isinstance(report(simulation, simulation.tournament.waiting()[0], DRAWN)[0], ev.MeetingDecided)
    assert isinstance(report(simulation, 0, DRAWN)[0], ev.MeetingRepeated)


def test_a_director_decides_anew_while_the_round_lasts() -> None:
    simulation = begun("knockout", 4)
    report(simulation, 0, WON)
    first, second = simulation.tournament.current[0].players
    assert refused(simulation, cmd.Adjudicate(1, 0, LOST, "boss", " ")) == "reason_needed"
    assert refused(simulation, cmd.Adjudicate(1, 0, DRAWN, "boss", "an error")) == "bad_result"
    simulation.do(cmd.Adjudicate(1, 0, LOST, "boss", "an error"))
    report(simulation, 1, WON)
    assert second in simulation.tournament.current[0].players
    assert first not in simulation.tournament.current[0].players
    assert refused(simulation, cmd.Adjudicate(1, 0, WON, "boss", "an error")) == "no_meeting"


def test_no_round_begins_during_a_pause() -> None:
    simulation = begun("knockout", 4)
    assert refused(simulation, cmd.Resume("boss")) == "not_now"
    simulation.do(cmd.Pause("boss", "the network"))
    assert refused(simulation, cmd.Pause("boss", "again")) == "not_now"
    report(simulation, 0, WON)
    report(simulation, 1, ONE_ABSENT)
    assert simulation.tournament.number == 1
    simulation.do(cmd.Resume("boss"))
    assert simulation.tournament.number == 2


def test_a_player_may_enter_a_swiss_late_and_come_back() -> None:
    simulation = begun("swiss", 4)
    simulation.do(cmd.Enter("late", 5000))
    simulation.do(cmd.Withdraw("p1"))
    report(simulation, 0, WON)
    report(simulation, 1, WON)
    players = {player for meeting in simulation.tournament.current for player in meeting.players}
    assert "late" in players
    assert "p1" not in players
    simulation.do(cmd.Enter("p1"))
    while simulation.tournament.number == 2:
        report(simulation, simulation.tournament.waiting()[0], WON)
    assert "p1" in {player for meeting in simulation.tournament.current for player in meeting.players}
    assert sorted(simulation.tournament.field.entrants) == ["late", "p1", "p2", "p3", "p4"]


def test_a_director_breaks_it_off_with_a_reason() -> None:
    simulation = begun("league", 4)
    assert refused(simulation, cmd.Cancel("boss", "")) == "reason_needed"
    simulation.do(cmd.Cancel("boss", "the hall is closed"))
    assert simulation.tournament.phase == "cancelled"
    assert refused(simulation, cmd.Report(1, 0, WON)) == "closed"
