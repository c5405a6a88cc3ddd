"""Commands to a tournament: who may do what, and when."""

import pytest
from msgspec.structs import replace

from tests.tournaments.test_formats import simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.decide import TournamentRefusedError, decide
from zaria.tournaments.field import Result
from zaria.tournaments.simulation import START, Simulation

WON, LOST, DRAWN = Result((2, 0)), Result((0, 2)), Result((1, 1))
ONE_ABSENT, BOTH_ABSENT = Result((2, 0), played=False), Result((0, 0), played=False)


def refused(made: Simulation, command: cmd.Command, now: int = START + 10**9) -> str:
    before = made.tournament
    with pytest.raises(TournamentRefusedError) as caught:
        decide(made.tournament, command, now)
    assert made.tournament is before
    return caught.value.code


def begun(name: str, players: int) -> Simulation:
    made = simulation(name, players)
    made.begin()
    return made


def report(made: Simulation, place: int, result: Result) -> list[ev.AnyEvent]:
    before = len(made.events)
    made.do(cmd.Report(made.tournament.number, place, result))
    return made.events[before:]


def test_entries_close_with_the_start() -> None:
    made = simulation("knockout", 4)
    assert refused(made, cmd.Enter("p1")) == "entered"
    assert refused(made, cmd.Withdraw("nobody")) == "not_entered"
    made.do(cmd.Withdraw("p1"))
    made.do(cmd.Enter("p1", 9))
    made.begin()
    assert refused(made, cmd.Enter("late")) == "closed"
    assert refused(made, cmd.Begin(bytes(32))) == "not_now"


def test_a_full_tournament_takes_nobody_else() -> None:
    made = simulation("knockout", 4)
    made.tournament = replace(made.tournament, terms=replace(made.tournament.terms, most=4))
    assert refused(made, cmd.Enter("p5")) == "full"
    made.do(cmd.Withdraw("p1"))
    made.do(cmd.Enter("p5"))


def test_the_best_rating_is_the_first_seed() -> None:
    assert begun("swiss", 9).tournament.field.entrants == tuple(f"p{number}" for number in range(1, 10))


def test_it_begins_in_time_with_the_secret_that_was_sealed() -> None:
    made = simulation("knockout", 4)
    assert refused(made, cmd.Begin(bytes(32))) == "wrong_secret"
    assert refused(made, cmd.Begin(bytes(32)), now=START - 1) == "too_early"


def test_too_few_players_cancel_it() -> None:
    made = simulation("swiss", 2)
    made.do(cmd.Withdraw("p1"))
    made.begin()
    assert made.tournament.phase == "cancelled"
    assert isinstance(made.events[-1], ev.Cancelled)
    assert made.events[-1].code == "too_few"
    assert refused(made, cmd.Enter("p1")) == "closed"


def test_a_meeting_is_decided_once() -> None:
    """lila 12147, 14387: no second match for a pairing; lila 6647: a round ends with its last meeting."""
    made = begun("round-robin", 4)
    (decided,) = report(made, 0, WON)
    assert isinstance(decided, ev.MeetingDecided)
    assert refused(made, cmd.Report(1, 0, LOST)) == "decided"
    assert refused(made, cmd.Report(1, 2, WON)) == "no_meeting"
    assert refused(made, cmd.Report(2, 0, WON)) == "no_meeting"
    decided, paired = report(made, 1, BOTH_ABSENT)
    assert isinstance(decided, ev.MeetingDecided)
    assert decided.how == "absent"
    assert isinstance(paired, ev.RoundPaired)
    assert refused(made, cmd.Report(1, 1, WON)) == "no_meeting"


@pytest.mark.parametrize(
    "result", [Result((2, 2)), Result((0, 0)), Result((1, 1), played=False), Result((4, 0)), Result((-1, 1))]
)
def test_a_result_that_cannot_be_is_refused(result: Result) -> None:
    assert refused(begun("round-robin", 4), cmd.Report(1, 0, result)) == "bad_result"


def test_a_draw_that_needs_a_winner_is_played_again_and_then_decided_by_lot() -> None:
    made = begun("knockout", 4)
    (repeated,) = report(made, 0, DRAWN)
    assert isinstance(repeated, ev.MeetingRepeated)
    assert made.tournament.current[0].result is None
    (decided,) = report(made, 0, DRAWN)
    assert isinstance(decided, ev.MeetingDecided)
    assert decided.how == "lot"
    assert decided.result.winner is not None


def test_a_draw_in_the_next_round_is_played_again_too() -> None:
    made = begun("knockout", 4)
    report(made, 0, DRAWN)
    report(made, 0, WON)
    report(made, 1, WON)
    assert made.tournament.number == 2
    assert isinstance(report(made, 0, DRAWN)[0], ev.MeetingRepeated)


def test_a_draw_counts_in_groups_and_needs_a_winner_after_them() -> None:
    made = begun("groups", 8)
    while made.tournament.number < 4:
        assert isinstance(report(made, made.tournament.waiting()[0], DRAWN)[0], ev.MeetingDecided)
    assert isinstance(report(made, 0, DRAWN)[0], ev.MeetingRepeated)


def test_a_director_decides_anew_while_the_round_lasts() -> None:
    made = begun("knockout", 4)
    report(made, 0, WON)
    first, second = made.tournament.current[0].players
    assert refused(made, cmd.Adjudicate(1, 0, LOST, "boss", " ")) == "reason_needed"
    assert refused(made, cmd.Adjudicate(1, 0, DRAWN, "boss", "an error")) == "bad_result"
    made.do(cmd.Adjudicate(1, 0, LOST, "boss", "an error"))
    report(made, 1, WON)
    assert second in made.tournament.current[0].players
    assert first not in made.tournament.current[0].players
    assert refused(made, cmd.Adjudicate(1, 0, WON, "boss", "an error")) == "no_meeting"


def test_no_round_begins_during_a_pause() -> None:
    made = begun("knockout", 4)
    assert refused(made, cmd.Resume("boss")) == "not_now"
    made.do(cmd.Pause("boss", "the network"))
    assert refused(made, cmd.Pause("boss", "again")) == "not_now"
    report(made, 0, WON)
    report(made, 1, ONE_ABSENT)
    assert made.tournament.number == 1
    made.do(cmd.Resume("boss"))
    assert made.tournament.number == 2


def test_a_player_may_enter_a_swiss_late_and_come_back() -> None:
    made = begun("swiss", 4)
    made.do(cmd.Enter("late", 5000))
    made.do(cmd.Withdraw("p1"))
    report(made, 0, WON)
    report(made, 1, WON)
    here = {player for meeting in made.tournament.current for player in meeting.players}
    assert "late" in here
    assert "p1" not in here
    made.do(cmd.Enter("p1"))
    while made.tournament.number == 2:
        report(made, made.tournament.waiting()[0], WON)
    assert "p1" in {player for meeting in made.tournament.current for player in meeting.players}
    assert sorted(made.tournament.field.entrants) == ["late", "p1", "p2", "p3", "p4"]


def test_a_director_breaks_it_off_with_a_reason() -> None:
    made = begun("league", 4)
    assert refused(made, cmd.Cancel("boss", "")) == "reason_needed"
    made.do(cmd.Cancel("boss", "the hall is closed"))
    assert made.tournament.phase == "cancelled"
    assert refused(made, cmd.Report(1, 0, WON)) == "closed"
