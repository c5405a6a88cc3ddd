"""The clock: delay, bank, increment, deadline, the flag, credit, and what starts anew."""

import pytest

from tests.support.match.dice_matches import NOW, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.clock import INTERMISSION, SEEN
from zaria.match.clock.deadlines import deadline
from zaria.match.match import Cube, Match
from zaria.match.terms import ClockTerms, Terms

START = NOW + INTERMISSION
BOTH = ClockTerms(delay=10_000, bank=60_000)


def timed(clock: ClockTerms, *rolls: tuple[int, int], **terms: object) -> Table:
    """Side 0 starts with 3-1 to play, and its clock runs from START."""
    table = Table(Terms("tabla", clock=clock, **terms), (3, 1), *rolls)  # type: ignore[arg-type]
    assert running(table.match) == (0, START)
    return table


def running(match: Match) -> tuple[int | None, int]:
    assert match.clock is not None
    return match.clock.running, match.clock.since


def bank(match: Match) -> tuple[int, int]:
    assert match.clock is not None
    return match.clock.bank


def test_no_clock_no_deadline() -> None:
    table = Table(Terms("tabla"), (3, 1))
    assert deadline(table.match) is None
    table.now += 10**9
    assert table.refused(None, cmd.Flag()) == "not_over_time"
    assert table.refused(None, cmd.Credit(1000)) == "not_now"
    assert table.refused(0, cmd.Resign(1)) == ""


@pytest.mark.parametrize(
    ("clock", "spent", "remaining"),
    [
        (BOTH, -INTERMISSION, 60_000),
        (BOTH, 0, 60_000),
        (BOTH, 9_999, 60_000),
        (BOTH, 10_000, 60_000),
        (BOTH, 10_001, 59_999),
        (BOTH, 69_999, 1),
        (ClockTerms(bank=60_000, increment=5_000), 1_000, 64_000),
        (ClockTerms(bank=60_000, increment=5_000), 59_999, 5_001),
        (ClockTerms(delay=2_000, bank=60_000, increment=5_000), 1_000, 65_000),
        (ClockTerms(delay=30_000), 29_999, 0),
    ],
)
def test_what_a_turn_costs(clock: ClockTerms, spent: int, remaining: int) -> None:
    """The delay is free and not saved, the bank pays the rest, the increment is added after the turn."""
    table = timed(clock)
    table.now = START + spent
    table.play()
    assert bank(table.match) == (remaining, clock.bank)


def test_the_next_player_pays_only_after_the_move_could_be_seen() -> None:
    table = timed(BOTH)
    table.now = START + 4_000
    table.play()
    assert running(table.match) == (1, START + 4_000 + 2 * SEEN)


def test_rolling_does_not_start_the_delay_anew() -> None:
    table = timed(BOTH)
    table.play()
    _, since = running(table.match)
    table.now = since + 8_000
    table.act(cmd.Roll())
    assert running(table.match) == (1, since)
    table.now = since + 15_000
    table.play()
    assert bank(table.match) == (60_000, 55_000)


def test_a_double_is_answered_on_the_answerers_clock() -> None:
    table = timed(BOTH, cube=True)
    table.play()
    table.now = running(table.match)[1] + 12_000
    table.act(cmd.Double())
    assert running(table.match) == (0, table.now)
    assert bank(table.match) == (60_000, 58_000)
    table.now += 11_000
    table.act(cmd.Take())
    assert running(table.match) == (1, table.now - BOTH.delay), "the doubler has no delay left"
    assert bank(table.match) == (59_000, 58_000)


def test_a_resignation_is_answered_on_the_answerers_clock() -> None:
    table = timed(BOTH)
    table.now = START
    table.act(cmd.Resign(1))
    assert running(table.match) == (1, START)
    table.now += 30_000
    table.act(cmd.Reject())
    assert running(table.match) == (0, START + 30_000)
    assert bank(table.match) == (60_000, 40_000)


@pytest.mark.parametrize("spent", [-2_000, 0, 4_000, 10_000, 25_000])
def test_nobody_gains_time_by_offering(spent: int) -> None:
    table = timed(BOTH, cube=True)
    table.play()
    begun = running(table.match)[1]
    table.now = begun + spent
    last = deadline(table.match)
    assert last is not None
    offers: list[cmd.Command] = [
        cmd.Resign(1),
        cmd.Reject(),
        cmd.Resign(2),
        cmd.Reject(),
        cmd.Double(),
        cmd.Take(),
    ]
    for offer, answer in zip(offers[::2], offers[1::2], strict=True):
        table.act(offer)
        table.now += 3_000
        table.act(answer)
    assert deadline(table.match) == last + 9_000
    assert bank(table.match) == (60_000, 60_000 - max(0, spent - BOTH.delay))
    table.now += 1_000
    table.act(cmd.Roll())
    table.play()
    assert bank(table.match)[1] == 60_000 - max(0, spent + 1_000 - BOTH.delay)


def test_the_increment_is_for_turns_not_for_offers() -> None:
    table = timed(ClockTerms(bank=60_000, increment=5_000), cube=True)
    table.now = START
    table.play()
    table.now = running(table.match)[1]
    table.act(cmd.Double())
    table.act(cmd.Take())
    assert bank(table.match) == (65_000, 60_000)


def test_a_forced_pass_is_a_turn() -> None:
    table = timed(ClockTerms(bank=60_000, increment=5_000), (6, 5))
    table.place("X=bar:1,6:14;O=6:3,5:3,4:3,3:2,2:2,1:2", 0, phase="roll", dice=None)
    table.now = START
    assert len(table.act(cmd.Roll())) == 2
    assert bank(table.match) == (65_000, 60_000)
    assert running(table.match) == (1, START)


@pytest.mark.parametrize("by", [None, 0, 1])
def test_the_flag_falls_at_the_deadline_and_not_before(by: int | None) -> None:
    table = timed(BOTH, length=9)
    limit = deadline(table.match)
    assert limit == START + 70_000
    table.now = limit - 1
    assert table.refused(by, cmd.Flag()) == "not_over_time"
    assert table.refused(0, cmd.Resign(1)) == ""
    table.now = limit
    assert table.refused(0, cmd.Resign(1)) == "time_over"
    flagged, ended = table.do(by, cmd.Flag())[:2]
    assert flagged == ev.Flagged(at=limit, side=0)
    assert isinstance(ended, ev.GameEnded)
    assert (ended.winner, ended.points, ended.kind, ended.how) == (1, 3, "", "time")


def test_a_third_person_flags_nobody() -> None:
    table = timed(BOTH)
    table.now = START + 10**6
    assert table.refused(2, cmd.Flag()) == "not_a_player"


@pytest.mark.parametrize(("cube", "points"), [(Cube(), 3), (Cube(2, 0), 6), (Cube(4, 1), 12)])
def test_a_loss_on_time_costs_three_times_the_cube(cube: Cube, points: int) -> None:
    table = timed(BOTH, length=9, cube=True)
    table.force(cube=cube)
    table.now = START + 70_000
    table.do(None, cmd.Flag())
    assert table.match.score == (0, points)


def test_the_answerer_of_an_offer_can_run_out_of_time() -> None:
    table = timed(BOTH, length=9, cube=True)
    table.play()
    table.act(cmd.Double())
    table.now += 70_000
    table.do(None, cmd.Flag())
    assert table.match.score == (0, 3)


def test_every_game_has_a_fresh_bank_and_starts_after_an_intermission() -> None:
    table = timed(BOTH, length=5)
    table.now = START + 69_999
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())
    assert bank(table.match) == (60_000, 60_000)
    assert running(table.match) == (1, table.now + INTERMISSION)


def test_a_restart_keeps_the_banks() -> None:
    table = Table(Terms("tapa", clock=BOTH), (6, 1), (1, 2), (2, 6))
    table.place("X=24:1^,2:14;O=24:1,1:1,6:13", 0, phase="roll", dice=None)
    table.act(cmd.Roll())
    table.now = START + 30_000
    table.do(0, cmd.Play(((2, 1),), 2))
    assert bank(table.match) == (40_000, 60_000)
    assert running(table.match) == (1, table.now + INTERMISSION)


def test_credit_gives_the_running_side_time_back_even_after_its_deadline() -> None:
    table = timed(BOTH)
    table.now = START + 500_000
    assert table.refused(0, cmd.Credit(1)) == "not_now"
    assert table.refused(None, cmd.Credit(0)) == "not_now"
    table.do(None, cmd.Credit(495_000))
    assert running(table.match) == (0, START + 495_000)
    table.play()
    assert bank(table.match) == (60_000, 60_000)


def test_the_clock_stands_when_the_match_is_over() -> None:
    table = timed(BOTH)
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())
    assert table.match.phase == "over"
    assert deadline(table.match) is None
