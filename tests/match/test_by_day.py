"""Clocks by the day: terms, weekends, pools, standstills, a side that never begins."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.match.dice_matches import NOW, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock import weekdays
from zaria.match.clock.clock import INTERMISSION
from zaria.match.clock.deadlines import deadline
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import DAY_MS, DAYS, HOUR_MS, POOLS, SESSION, ClockTerms, Terms, speed
from zaria.match.view import moment
from zaria.records.verify import verify

WEEKENDS = ClockTerms.by_days(1, weekends=True)
START = NOW + INTERMISSION


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def timed(clock: ClockTerms, *, true_dice: bool = False, length: int = 1, cube: bool = False) -> Table:
    """Both sides have played a turn, and the first of them is to roll: side 0, if the dice are loaded."""
    terms = Terms("tabla", clock=clock, length=length, cube=cube)
    table = Table(terms) if true_dice else Table(terms, (3, 1))
    table.play()
    table.act(cmd.Roll())
    if table.match.phase == "move":
        table.play()
    return table


def bank(table: Table) -> tuple[int, int]:
    assert table.match.clock is not None
    return table.match.clock.bank


# terms


@pytest.mark.parametrize("days", DAYS)
def test_days_a_turn(days: int) -> None:
    clock = ClockTerms.by_days(days)
    assert clock.sound()
    assert speed(clock) == "days"
    assert clock.delay == days * DAY_MS


@pytest.mark.parametrize(("days", "hours"), POOLS)
def test_pools(days: int, hours: int) -> None:
    clock = ClockTerms.with_pool(days, hours, weekends=True)
    assert clock.sound()
    assert speed(clock) == "days"
    assert (clock.bank, clock.increment) == (days * DAY_MS, hours * HOUR_MS)


@pytest.mark.parametrize(
    "clock",
    [
        ClockTerms.by_days(4),
        ClockTerms.by_days(-1),
        ClockTerms.with_pool(3, 13),
        ClockTerms(days=3),
        ClockTerms(delay=3 * DAY_MS),
        ClockTerms(delay=3 * DAY_MS, days=3, pool=(3, 12)),
        ClockTerms(delay=60_000, vacation=True),
        ClockTerms(delay=60_000, weekends=True),
    ],
)
def test_no_other_clock_by_the_day(clock: ClockTerms) -> None:
    assert not clock.sound()


@pytest.mark.parametrize(
    "terms",
    [
        Terms("backgammon", length=SESSION, clock=WEEKENDS),
        Terms("tabla", clock=WEEKENDS, training=True),
        Terms("tabla", clock=WEEKENDS, local=("A", "B")),
        Terms("tabla", clock=WEEKENDS, stakes=Stakes(100), rated=True, delayed=True),
    ],
)
def test_what_is_not_played_by_the_day(terms: Terms) -> None:
    with pytest.raises(CommandRefusedError) as refused:
        terms.check()
    assert refused.value.code == "by_day_terms"


def test_members_alone_play_by_the_day() -> None:
    table = Table(Terms("tabla", clock=WEEKENDS), seated=False)
    guest = ev.Player("g", "Guest", "#333")
    program = ev.Player("bot:level3", "Level 3", "#333", bot="level3", member=True)
    for player in (guest, program):
        command = cmd.Sit(player, "0123456789abcdef", table.match.seal)
        assert table.refused(0, command) == "by_day_members"


# weekends


@pytest.mark.parametrize(
    ("since", "ms_run", "until"),
    [
        ("2026-11-27T12:00", 12 * HOUR_MS, "2026-11-28T00:00"),
        ("2026-11-27T12:00", 13 * HOUR_MS, "2026-11-30T01:00"),
        ("2026-11-28T09:00", HOUR_MS, "2026-11-30T01:00"),
        ("2026-11-25T10:00", 14 * DAY_MS, "2026-12-15T10:00"),
    ],
)
def test_the_clock_stands_on_weekends(since: str, ms_run: int, until: str) -> None:
    assert weekdays.later(WEEKENDS, ms(since), ms_run) == ms(until)
    assert weekdays.elapsed(WEEKENDS, ms(since), ms(until)) == ms_run


@given(st.integers(0, 10**13), st.integers(0, 10**10))
def test_weekends_agree_with_the_calendar(since: int, run: int) -> None:
    until = weekdays.later(WEEKENDS, since, run)
    assert until >= since or run == 0
    assert weekdays.elapsed(WEEKENDS, since, until) == run
    assert weekdays.elapsed(WEEKENDS, weekdays.later(WEEKENDS, until, -run), until) == run
    if run:
        assert datetime.fromtimestamp((until - 1) / 1000, UTC).weekday() < 5


@given(st.integers(0, 10**12), st.integers(0, 40))
def test_days_of_the_week_are_counted_one_by_one(since: int, hours: int) -> None:
    moments = [since + hour * HOUR_MS for hour in range(hours)]
    days = [(moment // DAY_MS + 3) % 7 for moment in moments]
    whole = [moment for moment, day in zip(moments, days, strict=True) if day < 5]
    counted = weekdays.elapsed(WEEKENDS, since, since + hours * HOUR_MS)
    assert abs(counted - len(whole) * HOUR_MS) <= 2 * HOUR_MS


def test_a_move_after_the_weekend_costs_no_weekend() -> None:
    pool = ClockTerms.with_pool(7, 24, weekends=True)
    table = timed(pool)
    before = bank(table)[0]
    assert table.match.clock is not None
    monday = weekdays.later(pool, table.match.clock.since, 3 * DAY_MS)
    table.now = monday
    table.act(cmd.Roll())
    if table.match.phase == "move":
        table.play()
    assert bank(table)[0] == min(pool.bank, before - 3 * DAY_MS + pool.increment)


# pools


def test_a_pool_never_exceeds_its_start() -> None:
    table = timed(ClockTerms.with_pool(3, 12))
    assert bank(table) == (3 * DAY_MS, 3 * DAY_MS)


def test_a_pool_lasts_for_the_whole_match() -> None:
    table = timed(ClockTerms.with_pool(3, 12), length=3)
    assert table.match.clock is not None
    table.now = table.match.clock.since + 2 * DAY_MS
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())
    assert table.match.game_no == 2
    assert bank(table)[0] == DAY_MS


# standstills


def test_a_vacation_is_given_back_once() -> None:
    table = timed(ClockTerms.by_days(2))
    limit = deadline(table.match)
    assert limit is not None
    assert table.match.clock is not None
    begin = table.match.clock.since + HOUR_MS
    table.now = begin + 30 * HOUR_MS
    table.do(None, cmd.Stand(begin, table.now, "vacation"))
    assert deadline(table.match) == limit + 30 * HOUR_MS
    assert table.refused(None, cmd.Stand(begin, table.now, "vacation")) == "not_now"
    table.now += 10 * HOUR_MS
    table.do(None, cmd.Stand(begin, table.now, "vacation"))
    assert deadline(table.match) == limit + 40 * HOUR_MS


def test_a_standstill_before_the_turn_counts_from_the_turn_on() -> None:
    table = timed(ClockTerms.by_days(2))
    limit = deadline(table.match)
    assert limit is not None
    assert table.match.clock is not None
    since = table.match.clock.since
    table.now = since + 5 * HOUR_MS
    table.do(None, cmd.Stand(since - DAY_MS, table.now, "closed"))
    assert deadline(table.match) == limit + 5 * HOUR_MS


def test_the_answer_to_an_offer_gives_no_standstill_of_the_past_back() -> None:
    """A standstill while the opponent answered is not the time of the side that goes on."""
    table = timed(ClockTerms.by_days(2), cube=True)
    assert table.match.clock is not None
    table.now = table.match.clock.since + 10 * HOUR_MS
    table.act(cmd.Double())
    table.now += 20 * HOUR_MS
    table.act(cmd.Take())
    limit = deadline(table.match)
    assert limit == table.now + 38 * HOUR_MS
    assert table.refused(None, cmd.Stand(table.now - 20 * HOUR_MS, table.now, "vacation")) == "not_now"


def test_only_the_server_lets_a_clock_by_the_day_stand() -> None:
    table = timed(ClockTerms.by_days(2))
    assert table.match.clock is not None
    since = table.match.clock.since
    table.now = since + HOUR_MS
    assert table.refused(0, cmd.Stand(since, table.now, "vacation")) == "not_now"
    assert table.refused(None, cmd.Stand(since, table.now + 1, "vacation")) == "not_now"
    quick = Table(Terms("tabla", clock=ClockTerms(delay=60_000)), (3, 1))
    assert quick.refused(None, cmd.Stand(NOW, NOW, "closed")) == "not_now"


@pytest.mark.parametrize(("minutes", "by_day"), [(10, False), (0, True)])
def test_only_a_clock_by_the_day_that_runs_names_its_end(minutes: int, by_day: bool) -> None:
    clock = ClockTerms.by_days(1, weekends=True) if by_day else ClockTerms(bank=minutes * 60_000)
    table = timed(clock)
    clocks = moment(table.match).clocks
    assert clocks is not None
    end = deadline(table.match)
    assert end is not None
    assert clocks.due == (end if by_day else None)
    table.now = end
    table.do(None, cmd.Flag())
    clocks = moment(table.match).clocks
    assert clocks is not None
    assert clocks.due is None


# a side that never begins


def test_a_match_that_a_side_never_begins_is_void_after_two_periods() -> None:
    table = Table(Terms("tabla", clock=ClockTerms.by_days(3)))
    assert deadline(table.match) == START + 6 * DAY_MS
    clocks = moment(table.match).clocks
    assert clocks is not None
    assert clocks.due == deadline(table.match), "what the page shows"
    table.now = START + 6 * DAY_MS
    table.do(None, cmd.Flag())
    assert table.match.phase == "over"
    assert table.match.winner is None
    assert table.match.result is not None
    assert (table.match.result.how, table.match.result.points) == ("void", 0)
    assert verify(table.events).ok


def test_a_side_that_has_begun_loses_on_time() -> None:
    table = timed(ClockTerms.by_days(3), true_dice=True)
    limit, side = deadline(table.match), table.match.turn
    assert limit is not None
    assert table.match.clock is not None
    assert limit == table.match.clock.since + 3 * DAY_MS
    table.now = limit
    table.do(None, cmd.Flag())
    assert table.match.winner == 1 - side
    assert verify(table.events).ok


def test_in_a_tournament_a_side_that_never_begins_loses() -> None:
    table = Table(Terms("tabla", clock=ClockTerms.by_days(3), tournament="t"), (3, 1))
    assert deadline(table.match) == START + 3 * DAY_MS
    table.now = START + 3 * DAY_MS
    table.do(None, cmd.Flag())
    assert table.match.winner == 1
