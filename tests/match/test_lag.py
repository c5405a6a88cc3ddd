"""The quota from which lag is forgiven, and what that does to the clocks."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.match.board_matches import KNIGHTS, chess, position
from tests.support.match.dice_matches import NOW, Table
from tests.support.search_budget import times
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.clock import INTERMISSION, SEEN
from zaria.match.clock.deadlines import deadline
from zaria.match.clock.lag import FIRST, FULL, Quota, after_event, gain_of, quotas, rebuilt
from zaria.match.clock.timing import elapsed
from zaria.match.evolve import replay
from zaria.match.terms import ClockTerms, Terms
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

MINUTE, SECOND = 60_000, 1_000
BLITZ = ClockTerms(bank=3 * MINUTE, increment=2 * SECOND)
EACH = ClockTerms(delay=10_000, bank=MINUTE)


@pytest.mark.parametrize(
    ("clock", "gain"),
    [
        (ClockTerms(bank=15 * SECOND), 210),
        (ClockTerms(bank=MINUTE), 390),
        (ClockTerms(bank=2 * MINUTE), 630),
        (ClockTerms(bank=2 * MINUTE, increment=SECOND), 790),
        (ClockTerms(bank=3 * MINUTE), 870),
        (ClockTerms(bank=212 * SECOND + 499), 999),
        (ClockTerms(bank=3 * MINUTE, increment=2 * SECOND), 1_000),
        (ClockTerms(bank=15 * MINUTE, increment=10 * SECOND), 1_000),
        (ClockTerms(delay=SECOND), 310),
        (ClockTerms(delay=30 * SECOND), 1_000),
    ],
)
def test_the_gain_grows_with_the_game(clock: ClockTerms, gain: int) -> None:
    """Ten times (limit + 40 increments) * 2 / 5 + 15, in seconds; never more than a second."""
    assert gain_of(clock) == gain
    assert Quota.of(clock) == Quota(gain, 3 * gain)
    assert FULL * gain <= ev.MOST_FORGIVEN


@pytest.mark.parametrize(
    ("remaining", "took", "think", "rtt", "forgiven", "then"),
    [
        (1_170, 5_000, 4_900, None, 100, 1_460),  # an honest line
        (1_170, 5_000, 4_900, 60, 100, 1_270),  # the measured way bounds the gain
        (1_170, 5_000, 4_900, 900, 100, 1_460),  # and never raises it
        (1_170, 5_000, 5_000, 0, 0, 1_310),  # nothing was lost: it comes together
        (1_170, 5_000, 9_000, None, 0, 1_560),  # nobody thinks longer than it took
        (1_170, 5_000, 0, None, 1_170, 390),  # a liar has the quota
        (390, 5_000, 0, None, 390, 390),  # and then a gain a move
        (200, 5_000, 0, 60, 200, 200),  # or what the server measured
        (0, 5_000, 4_000, None, 0, 390),
        (2_700, 5_000, 5_000, None, 0, 2_730),  # seven gains at most
        (1_170, 50, 0, None, 50, 1_510),  # no more than it took
        (1_170, -50, 10, None, 0, 1_560),
        (1_170, 5_000, -10, None, 1_170, 390),
        (1_170, 5_000, None, None, 0, 1_560),  # nothing is known of the line
    ],
)
def test_the_rules(
    remaining: int, took: int, think: int | None, rtt: int | None, forgiven: int, then: int
) -> None:
    """A one-minute game (gain 390 ms): what a command is forgiven, and what is left after it."""
    ms, after = Quota(390, remaining).forgive(took, think, rtt)
    assert (ms, after.remaining) == (forgiven, then)


def test_who_does_not_tell_is_forgiven_the_mean() -> None:
    quota = Quota.of(BLITZ)
    for think in (900, 800, 1_000):
        _, quota = quota.forgive(1_000, think)
    assert quota.forgive(1_000, None)[0] == 100
    assert quota.forgive(40, None)[0] == 40
    silent = quota.forgive(1_000, None)[1]
    assert (silent.reported, silent.count) == (quota.reported, quota.count), "what was guessed is no news"


def test_one_long_gap_does_not_spoil_the_mean() -> None:
    _, quota = Quota.of(BLITZ).forgive(60_000, 0)
    assert quota.forgive(10_000, None)[0] <= 2_000


@pytest.mark.parametrize(("remaining", "grace"), [(0, 0), (700, 700), (2_000, 2_000), (7_000, 2_000)])
def test_a_flag_waits_for_what_is_on_its_way(remaining: int, grace: int) -> None:
    assert Quota(1_000, remaining).grace() == grace


ANSWERS = st.lists(
    st.tuples(
        st.integers(-1_000, 100_000),
        st.none() | st.integers(-1_000, 100_000),
        st.none() | st.integers(-10, 5_000),
    ),
    max_size=60,
)
CLOCKS = st.builds(
    ClockTerms, delay=st.integers(0, 30_000), bank=st.integers(1, 600_000), increment=st.integers(0, 9_000)
)


@given(CLOCKS, ANSWERS)
def test_nobody_wins_more_than_the_quota(
    clock: ClockTerms, answers: list[tuple[int, int | None, int | None]]
) -> None:
    """Any report of a client gains at most three and one for each command, and no more than it took."""
    quota, total = Quota.of(clock), 0
    for done, (took, think, rtt) in enumerate(answers):
        before = quota
        ms, quota = quota.forgive(took, think, rtt)
        total += ms
        assert 0 <= ms <= min(max(0, took), before.remaining)
        assert 0 <= quota.remaining <= FULL * quota.gain
        assert total <= (FIRST + done) * quota.gain


def test_a_quota_is_rebuilt_from_the_events() -> None:
    table = chess(clock=BLITZ)
    true = list(quotas(BLITZ))
    for took, think, rtt, move in (
        (900, 700, 200, "g1f3"),
        (3_000, 0, None, "g8f6"),
        (8_000, 5_000, 90, "f3g1"),
    ):
        table.now += took + INTERMISSION
        side = table.match.turn
        ms, true[side] = true[side].forgive(took, think, rtt)
        events = table.do(side, cmd.Move(move, position(table).plies), ms)
        assert isinstance(events[0], ev.Moved)
        assert events[0].lag == ms
    made_again = rebuilt(BLITZ, table.events)
    assert [quota.remaining >= was.remaining for quota, was in zip(made_again, true, strict=True)] == [
        True,
        True,
    ]
    assert made_again[1].remaining == true[1].remaining, "nothing was measured of this side"


def test_a_pass_that_follows_by_itself_is_no_command() -> None:
    both = quotas(BLITZ)
    passed = ev.TurnPlayed(at=1, side=0, moves=(), text="")
    assert after_event(both, passed) is both
    assert (
        after_event(both, ev.Rolled(at=1, side=1, n=1, dice=(1, 2), lag=500))[1].remaining
        == 3_000 + 1_000 - 500
    )


def timed(clock: ClockTerms, *rolls: tuple[int, int], **terms: object) -> Table:
    """Side 0 is to play 3-1, and its clock runs."""
    return Table(Terms("tabla", clock=clock, **terms), (3, 1), *rolls)  # type: ignore[arg-type]


def bank(table: Table) -> tuple[int, int]:
    assert table.match.clock is not None
    return table.match.clock.bank


def since(table: Table) -> int:
    assert table.match.clock is not None
    return table.match.clock.since


def played(table: Table, lag: int) -> list[ev.Event]:
    turn = table.match.dice_position().turns()[0]
    command = cmd.Play(turn.moves, table.match.rolls, table.match.stage)
    return table.do(table.match.turn, command, lag)


def test_a_forgiven_turn_is_paid_as_if_it_had_come_earlier() -> None:
    table = timed(EACH)
    table.now = since(table) + 12_000
    (turn,) = played(table, 800)
    assert isinstance(turn, ev.TurnPlayed)
    assert (turn.at, turn.lag) == (table.now, 800)
    assert bank(table) == (MINUTE - 1_200, MINUTE)
    assert since(table) == table.now + 2 * SEEN, "the other's time starts when the move really came"


def test_the_example_of_the_page() -> None:
    """docs/explanation/clocks.md and its picture."""
    clock = ClockTerms(delay=10_000, bank=MINUTE)
    table = chess(*KNIGHTS, "g1f3", clock=clock)
    sent = table.now
    assert since(table) == sent + 150
    table.now = sent + 12_800
    forgiven, quota = Quota.of(clock).forgive(elapsed(table.match, table.now), think=12_400, rtt=300)
    assert (forgiven, quota.remaining) == (400, 3_000 + 440 - 400)
    table.do(1, cmd.Move("g8f6", 5), forgiven)
    assert bank(table) == (MINUTE, 57_750)
    assert since(table) == sent + 12_950


def test_the_roll_and_the_turn_after_it_are_forgiven_apart() -> None:
    table = timed(EACH, (6, 5))
    played(table, 0)
    table.now = since(table) + 4_000
    table.do(1, cmd.Roll(), 300)
    table.now += 9_000
    played(table, 500)
    assert bank(table) == (MINUTE, MINUTE - (13_000 - 800 - 10_000))


def test_a_roll_that_passes_is_forgiven_once() -> None:
    table = timed(ClockTerms(bank=MINUTE), (6, 5))
    table.place("X=bar:1,6:14;O=6:3,5:3,4:3,3:2,2:2,1:2", 0, phase="roll", dice=None)
    table.now = since(table) + 2_000
    events = table.do(0, cmd.Roll(), 700)
    assert [event.lag for event in events if isinstance(event, ev.Act)] == [700, 0]
    assert bank(table) == (MINUTE - 1_300, MINUTE)
    assert since(table) == table.now


def test_nothing_is_forgiven_before_the_clock_began_to_run() -> None:
    table = timed(EACH)
    table.now = since(table) - 1_000
    events = played(table, 900)
    assert isinstance(events[0], ev.TurnPlayed)
    assert events[0].lag == 0
    table.now = since(table) + 250
    assert table.do(1, cmd.Roll(), 900)[0] == ev.Rolled(
        at=table.now, side=1, n=2, dice=table.match.dice or (0, 0), lag=250
    )


def test_no_command_is_forgiven_more_than_the_most_there_is() -> None:
    table = timed(EACH)
    table.now = since(table) + 60_000
    events = played(table, 10**9)
    assert isinstance(events[0], ev.TurnPlayed)
    assert events[0].lag == ev.MOST_FORGIVEN


def test_an_offer_and_its_answer_are_each_forgiven_to_who_gave_them() -> None:
    table = timed(EACH, cube=True)
    played(table, 0)
    table.now = since(table) + 12_000
    table.do(1, cmd.Double(), 600)
    assert bank(table) == (MINUTE, MINUTE - 1_400)
    assert since(table) == table.now
    table.now += 11_000
    table.do(0, cmd.Take(), 400)
    assert bank(table) == (MINUTE - 600, MINUTE - 1_400)
    assert since(table) == table.now - EACH.delay, "the doubler has no delay left"


def test_a_move_that_was_in_time_when_it_was_sent_counts() -> None:
    table = timed(ClockTerms(bank=MINUTE))
    limit = deadline(table.match)
    assert limit is not None
    table.now = limit + 300
    assert table.refused(0, cmd.Resign(1)) == "time_over"
    assert table.refused(0, cmd.Resign(1), 300) == "time_over"
    assert table.refused(0, cmd.Resign(1), 301) == ""
    played(table, 500)
    assert bank(table) == (200, MINUTE)
    assert table.refused(None, cmd.Flag()) == "not_over_time"


def test_who_is_not_to_act_is_forgiven_nothing() -> None:
    table = chess(*KNIGHTS, clock=BLITZ)
    table.now = (deadline(table.match) or 0) + 100
    assert table.refused(1, cmd.Resign(), 5_000) == "time_over", "it is not their clock"
    assert table.refused(None, cmd.Flag(), 5_000) == ""
    table.now -= 5_000
    (event, *_) = table.do(1, cmd.Resign(), 500)
    assert event == ev.Resigned(at=table.now, side=1)


def test_talk_is_forgiven_nothing_yet() -> None:
    table = chess(*KNIGHTS, clock=BLITZ)
    before = table.match.clock
    table.now += 10_000
    assert table.do(0, cmd.OfferDraw(), 900) == [ev.DrawOffered(at=table.now, side=0)]
    assert table.match.clock == before


def test_a_table_without_a_clock_forgives_nothing() -> None:
    table = Table(Terms("tabla"), (3, 1))
    table.now += 10_000
    events = played(table, 900)
    assert b"lag" not in b"".join(map(ev.encode, events))


def test_time_passes_since_one_was_asked() -> None:
    table = timed(EACH, (6, 5))
    assert elapsed(table.match, NOW + 700) == 700, "the opening was shown at once, its clock starts later"
    table.now = since(table) + 1_000
    played(table, 0)
    asked_at = table.now
    assert elapsed(table.match, asked_at + 400) == 400
    table.now = asked_at + 5_000
    table.do(1, cmd.Roll())
    assert elapsed(table.match, table.now + 250) == 250, "the dice were shown just now"
    table.do(None, cmd.Credit(60_000))
    assert elapsed(table.match, table.now + 60_250) == 250
    assert elapsed(table.match, NOW) == 0
    assert elapsed(Table(Terms("tabla")).match, NOW + 9_000) == 0


def test_lag_is_written_only_where_there_was_some() -> None:
    plain = ev.Moved(at=1, side=0, move="e2e4", text="e4")
    assert ev.encode(plain) == b'{"t":"moved","at":1,"side":0,"move":"e2e4","text":"e4"}'
    late = replace(plain, lag=120)
    assert ev.encode(late) == b'{"t":"moved","at":1,"side":0,"lag":120,"move":"e2e4","text":"e4"}'
    assert ev.decode(ev.encode(late)) == late
    for wrong in (b"-1", b"7001", b"null"):
        with pytest.raises(msgspec.ValidationError):
            ev.decode(ev.encode(late).replace(b"120", wrong))


THINKING = st.tuples(
    st.integers(0, 4_000), st.none() | st.integers(0, 5_000), st.none() | st.integers(0, 900)
)


@settings(max_examples=times(40))
@given(
    st.sampled_from([BLITZ, EACH, ClockTerms(bank=20_000), ClockTerms(delay=3_000)]),
    st.sampled_from(["tabla", "tapa", "chess"]),
    st.lists(THINKING, min_size=1, max_size=40),
)
def test_my_line_is_never_charged_to_the_other(
    clock: ClockTerms, game: str, commands: list[tuple[int, int | None, int | None]]
) -> None:
    """The opponent's bank is untouched, their time starts no earlier, and the mover pays all but the lag."""
    table = Table(Terms(game, clock=clock))
    both = list(quotas(clock))
    for took, think, rtt in commands:
        side, before = table.match.to_act(), table.match.clock
        assert side is not None
        assert before is not None
        table.now = max(table.now, before.shown_at) + took
        ms, after = both[side].forgive(elapsed(table.match, table.now), think, rtt)
        command = _something(table)
        if table.refused(side, command, ms) == "time_over":
            break
        events = table.do(side, command, ms)
        both[side] = after
        assert isinstance(events[0], ev.Act)
        assert events[0].lag <= ms
        now = table.match.clock
        if table.match.phase == "over" or now is None or now.running != 1 - side:
            continue
        spent = max(0, table.now - before.since - clock.delay)
        assert now.bank[1 - side] == before.bank[1 - side]
        assert now.since >= table.now
        assert now.bank[side] >= before.bank[side] - spent
        assert now.bank[side] <= before.bank[side] - max(0, spent - ms) + clock.increment
    if table.match.phase != "over":
        table.now = max(table.now, deadline(table.match) or 0)
        table.do(None, cmd.Flag())
    assert replay(load(dump(table.events))) == table.match
    if table.match.phase == "over":
        assert verify(table.events).problem is None


def _something(table: Table) -> cmd.Command:
    match = table.match
    if match.game.is_board:
        position = match.board_position()
        ways = position.legal_moves()
        return cmd.Move(ways[position.plies * 7 % len(ways)].move, position.plies)
    if match.phase == "roll":
        return cmd.Roll()
    turns = match.dice_position().turns()
    return cmd.Play(turns[match.rolls * 7 % len(turns)].moves, match.rolls, match.stage)


def test_verifying_finds_time_that_nobody_could_be_forgiven() -> None:
    """After two moves a side has three gains and two at most."""
    problems = []
    for lag in (5_000, 5_001):
        table = chess(*KNIGHTS, clock=BLITZ)
        table.now += 20_000
        table.do(0, cmd.Move("g1f3", 4), lag)
        table.do(1, cmd.Resign())
        problems.append(verify(table.events).problem)
    assert problems == [None, "event 9: 5001 ms were forgiven, and 5000 ms were left"]


def test_verifying_finds_time_that_was_forgiven_afterwards() -> None:
    table = chess(*KNIGHTS, clock=BLITZ)
    table.now += SEEN + 50
    table.do(0, cmd.Move("g1f3", 4), 20)
    table.do(1, cmd.Resign())
    more = [replace(e, lag=900) if isinstance(e, ev.Moved) and e.lag else e for e in table.events]
    assert verify(table.events).problem is None
    assert "the rules say" in (verify(more).problem or "")
