"""Training: turns are taken back, the same roll is played again, and the record still proves its dice."""

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from tests.match.test_properties import assert_each_event_tells_what_changed
from tests.support.match.dice_matches import SEEDS, Table
from tests.support.search_budget import times
from zaria import games
from zaria.games.registry import GAMES
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve, replay
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.match.view import view
from zaria.records import convert
from zaria.records.formats.json import dump, load
from zaria.records.main_line import standing, without_takebacks
from zaria.records.replay import replay as frames_of
from zaria.records.verify import verify

ADA = ev.Player("p0", "Ada", "#b33")
BOT = ev.Player("bot:plain", "plain", "#777", "plain")


def table_of(terms: Terms, *rolls: tuple[int, int], me: int = 0, dice: Dice | None = None) -> Table:
    """A table at which Ada trains on the side `me`."""
    table = Table(terms, *rolls, dice=dice, seated=False)
    for side, player in ((me, ADA), (1 - me, BOT)):
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    return table


def back(table: Table, side: int = 0) -> list[ev.Event]:
    return table.do(side, cmd.TakeBack(len(table.match.past)))


def bare(match: Match) -> tuple[object, ...]:
    """The part of a match that a takeback restores."""
    names = "phase position turn dice stage cube score idle draw_offers game_no"
    return tuple(getattr(match, name) for name in names.split())


def turn_of(match: Match) -> bool:
    return match.phase == "move" and match.turn == 0


def step(table: Table, pick: int = 0) -> None:
    """The side to act rolls or plays."""
    match = table.match
    if match.game.is_board:
        position = match.board_position()
        ways = position.legal_moves()
        table.act(cmd.Move(ways[pick % len(ways)].move, position.plies))
    elif match.phase == "roll":
        table.act(cmd.Roll())
    else:
        table.play(pick)


def test_the_same_roll_is_played_again_and_the_next_one_is_new() -> None:
    table = table_of(Terms("short-nardy", training=True), (6, 5), (4, 2), (3, 1), (5, 5), (6, 1))
    before = table.match
    table.play()
    after = table.match
    table.act(cmd.Roll())
    table.play()
    assert table.match.rolls == 2
    assert view(table.match).back == 1
    assert [type(event) for event in back(table)] == [ev.TakenBack]
    assert bare(table.match) == bare(before)
    assert table.match.dice == (6, 5)
    assert table.match.rolls == 2
    assert view(table.match).back == 0
    table.play()
    assert table.match.position == after.position
    table.act(cmd.Roll())
    assert table.match.rolls == 3
    assert table.match.dice == (3, 1), "the roll that was taken back is not rolled again"


def test_turns_are_taken_back_one_after_another() -> None:
    table = table_of(Terms("tabla", training=True))
    stood = []
    while len(table.match.past) < 4:
        if turn_of(table.match):
            stood.append(bare(table.match))
        step(table)
    for before in reversed(stood[:4]):
        back(table)
        assert bare(table.match) == before
    assert table.refused(0, cmd.TakeBack(0)) == "nothing_back"


@pytest.mark.parametrize("game", ["chess", "draughts", "russian-draughts", "ugolki"])
def test_on_squares_the_answer_goes_with_the_move(game: str) -> None:
    table = table_of(Terms(game, training=True), me=1)
    while not table.match.past or table.match.turn != 1:
        step(table)
    first = table.match.past[0].before
    back(table, 1)
    assert bare(table.match) == bare(first)
    assert table.match.last_move == first.last_move
    step(table, 3)
    assert verify(table.events).problem == "the match is not finished, so its dice are still sealed"


def test_time_and_increment_come_back() -> None:
    clock = ClockTerms(delay=2_000, bank=60_000, increment=3_000)
    table = table_of(Terms("tabla", training=True, clock=clock), (6, 5))
    table.now += 12_000
    before = table.match.clock
    table.play()
    assert table.match.clock != before
    table.now += 9_000
    back(table)
    assert before is not None
    assert table.match.clock is not None
    assert table.match.clock.bank == before.bank
    assert (table.match.clock.running, table.match.clock.since) == (0, table.now)


def test_who_may_take_back_and_when() -> None:
    table = table_of(Terms("tabla", training=True), (6, 5))
    assert table.refused(0, cmd.TakeBack(0)) == "nothing_back"
    table.play()
    assert table.refused(1, cmd.TakeBack(1)) == "nothing_back"
    assert table.refused(None, cmd.TakeBack(1)) == "not_a_player"
    assert table.refused(0, cmd.TakeBack(2)) == "stale_roll"
    ordinary = Table(Terms("tabla"), (6, 5))
    ordinary.play()
    assert ordinary.refused(0, cmd.TakeBack(0)) == "not_training"


def test_a_game_that_is_over_is_not_played_again() -> None:
    table = table_of(Terms("tabla", length=3, training=True), (6, 5))
    table.play()
    table.do(1, cmd.Resign(1))
    table.do(0, cmd.Accept())
    assert table.match.game_no == 2
    assert table.refused(0, cmd.TakeBack(0)) == "nothing_back"


def test_training_is_for_nothing_and_against_the_computer() -> None:
    trains = Terms("tabla", training=True)
    for terms in (replace(trains, rated=True), replace(trains, stakes=Stakes(100))):
        with pytest.raises(CommandRefusedError) as refused:
            terms.check()
        assert refused.value.code == "training_counts"
    table = Table(Terms("tabla", training=True), seated=False)
    table.sit(0)
    boris = ev.Player("p1", "Boris", "#33b")
    assert table.refused(1, cmd.Sit(boris, SEEDS[1], table.match.seal)) == "computer_only"


def test_a_history_without_such_a_turn_is_broken() -> None:
    table = table_of(Terms("tabla", training=True), (6, 5))
    with pytest.raises(BrokenHistoryError, match="no turn to take back"):
        evolve(table.match, ev.TakenBack(at=table.now, side=0))


def test_other_formats_tell_the_game_as_it_was_played_in_the_end() -> None:
    table = table_of(Terms("short-nardy", training=True), dice=Dice(bytes(range(32)), "m1"))
    turns = 0
    while table.match.phase != "over":
        step(table, turns)
        turns += 1
        if turns in (9, 30, 31) and table.match.past:
            back(table)
            table.play(5)
    events = table.events
    assert len(standing(events)) < len(events)
    assert replay(without_takebacks(events)).score == table.match.score
    assert replay(without_takebacks(events)).position == table.match.position
    for form in ("mat", "sgf"):
        read = convert.read(convert.write(events, form), form, "short-nardy")
        assert replay(read).score == table.match.score
    shown = frames_of(load(dump(events))).frames
    assert [frame.side for frame in shown if frame.t == "takenback"] == [0] * 3
    assert verify(events).problem is None


def test_chess_is_written_without_what_was_taken_back() -> None:
    table = table_of(Terms("chess", training=True))
    for pick in range(8):
        step(table, pick)
    back(table)
    back(table)
    step(table, 7)
    table.do(0, cmd.Resign())
    texts = [event.text for event in without_takebacks(table.events) if isinstance(event, ev.Moved)]
    assert len(texts) == 5
    text = convert.write(table.events, "pgn").decode()
    assert all(word in text for word in texts)
    assert verify(table.events).problem is None


def test_a_record_with_one_turn_more_taken_back_is_found_out() -> None:
    table = table_of(Terms("chess", training=True))
    for pick in range(6):
        step(table, pick)
    table.do(0, cmd.Resign())
    forged = [*table.events[:-3], ev.TakenBack(at=table.now, side=1), *table.events[-3:]]
    assert verify(forged).problem is not None


@st.composite
def terms_of(draw: st.DrawFn) -> Terms:
    name = draw(st.sampled_from([*GAMES]))
    options = {key: draw(st.sampled_from(values)) for key, values in games.get(name).choices}
    clock = draw(st.none() | st.just(ClockTerms(delay=1_000, bank=10**7, increment=500)))
    cube = games.get(name).cube
    for length in (1, 3):
        terms = Terms(name, options, length=length, cube=cube, clock=clock, training=True)
        try:
            terms.check()
        except CommandRefusedError:
            continue
        return terms
    raise AssertionError(f"{name} cannot be played at all")


class Training(RuleBasedStateMachine):
    """A person who takes back, and a program that answers."""

    @initialize(terms=terms_of(), me=st.integers(0, 1), secret=st.binary(min_size=32, max_size=32))
    def sit_down(self, terms: Terms, me: int, secret: bytes) -> None:
        self.me = me
        self.table = table_of(terms, me=me, dice=Dice(secret, "m1"))
        self.stood: list[tuple[object, ...]] = []
        self.game = self.table.match.game_no

    def going(self) -> bool:
        return self.table.match.phase in ("roll", "move")

    @rule(steps=st.integers(1, 40), pick=st.integers(0, 10_000))
    def play_on(self, steps: int, pick: int) -> None:
        for number in range(steps):
            if not self.going():
                return
            self.table.now += 700
            before = self.table.match
            step(self.table, pick * (number + 1))
            if len(self.table.match.past) > len(before.past):
                self.stood = [*self.stood[: len(before.past)], bare(before)]

    @rule(times=st.integers(1, 5))
    @precondition(lambda self: self.table.match.past)
    def take_back(self, times: int) -> None:
        for _ in range(min(times, len(self.table.match.past))):
            rolls = self.table.match.rolls
            back(self.table, self.me)
            assert self.table.match.rolls == rolls
            assert bare(self.table.match) == self.stood[len(self.table.match.past)]
            assert self.table.match.to_act() == self.me

    @rule()
    @precondition(lambda self: self.going() and view(self.table.match).can_double)
    def double(self) -> None:
        self.table.act(cmd.Double())
        self.table.act(cmd.Take())

    @invariant()
    def only_turns_of_this_game_are_remembered(self) -> None:
        match = self.table.match
        for past in match.past:
            assert past.before.game_no == match.game_no
            assert past.before.turn == self.me
            assert past.before.past == ()
        if match.phase == "over":
            assert match.past == ()

    def teardown(self) -> None:
        """The events replay, bit for bit, and the remaining ones replay to the same match."""
        if not hasattr(self, "table"):
            return
        events, match = self.table.events, self.table.match
        assert load(dump(events)) == events
        assert replay(events) == match
        assert_each_event_tells_what_changed(events)
        stands = replay(without_takebacks(events))
        assert bare(stands) == bare(match)
        if match.phase != "over":
            end = 0 if not match.game.is_board else self.me
            while self.table.match.phase != "over":
                self.finish(end)
        assert verify(self.table.events).problem is None
        assert msgspec.json.encode(view(self.table.match))

    def finish(self, side: int) -> None:
        """Give the match up, so that its dice can be checked."""
        table = self.table
        if table.match.game.is_board:
            table.do(side, cmd.Resign())
            return
        worth = [points for points, _ in view(table.match).classes]
        least = table.match.least_resignation(table.match.turn)
        offers = [points for points in worth if points >= least]
        if not offers:
            step(table)
            return
        table.act(cmd.Resign(offers[0]))
        table.act(cmd.Accept())


TestTraining = Training.TestCase
TestTraining.settings = settings(max_examples=times(30), stateful_step_count=12)
