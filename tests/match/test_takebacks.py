"""Casual matches: a turn is taken back with the opponent's consent, and the dice stay proved."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.match.test_training import BOT, bare, step
from tests.support.match import board_matches
from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.deadlines import deadline
from zaria.match.decide import drafted
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve, replay
from zaria.match.moment import Moment, TakebackView
from zaria.match.stakes import Stakes
from zaria.match.takebacks import can_request
from zaria.match.terms import ClockTerms, Terms
from zaria.match.view import View, after, view
from zaria.records.formats.json import dump, load
from zaria.records.main_line import without_takebacks
from zaria.records.replay import replay as frames_of
from zaria.records.verify import verify

CLOCK = ClockTerms(delay=12_000, bank=60_000)
ASK, YES, NO = cmd.RequestTakeback(), cmd.AcceptTakeback(), cmd.DeclineTakeback()


def table_of(terms: Terms, *rolls: tuple[int, int]) -> Table:
    return Table(terms, *rolls)


def mover(table: Table) -> int:
    """Play until a turn can be asked for; return whose it is."""
    while not table.match.past:
        step(table)
    return 1 - table.match.turn


def test_a_turn_comes_back_with_its_roll_and_the_next_roll_is_new() -> None:
    table = table_of(Terms("tabla"), (6, 1), (4, 2), (3, 1), (5, 5))
    before = table.match
    side = before.turn
    table.play()
    table.act(cmd.Roll())
    assert table.match.dice == (4, 2)
    assert [type(event) for event in table.do(side, ASK)] == [ev.TakebackRequested]
    assert view(table.match).takeback == TakebackView(side, (False, False))
    assert [type(event) for event in table.do(1 - side, YES)] == [ev.TakenBack]
    assert bare(table.match) == bare(before)
    assert (table.match.dice, table.match.rolls) == ((6, 1), 2)
    table.play(1)
    table.act(cmd.Roll())
    assert (table.match.dice, table.match.rolls) == ((3, 1), 3)


@pytest.mark.parametrize(
    "game", ["chess", "draughts", "russian-draughts", "ugolki", "tapa", "gulbara", "indiyka"]
)
def test_every_kind_of_game_takes_turns_back_and_proves_them(game: str) -> None:
    table = table_of(Terms(game))
    for _ in range(12):
        side = mover(table)
        taken = table.match.past[-1].before
        table.do(side, ASK)
        table.do(1 - side, YES)
        assert bare(table.match) == bare(taken)
        assert table.match.past == ()
        step(table, 1)
        step(table)
    events = load(dump(table.events))
    assert events == table.events
    assert replay(without_takebacks(events)).position == table.match.position
    assert sum(frame.t == "takenback" for frame in frames_of(events).frames) == 12
    assert verify(events).problem == "the match is not finished, so its dice are still sealed"


def test_a_finished_match_with_takebacks_is_verified() -> None:
    table = table_of(Terms("tabla"))
    requests = 0
    while table.match.phase != "over":
        side = 1 - table.match.turn
        if can_request(table.match, side) and requests < 6:
            requests += 1
            table.do(side, ASK)
            table.do(1 - side, YES if requests % 2 else NO)
        step(table, requests)
    assert verify(table.events).ok
    place = next(n for n, event in enumerate(table.events) if isinstance(event, ev.TakebackRequested))
    assert not verify([*table.events[:place], *table.events[place + 1 :]]).ok


def test_a_turn_is_asked_for_once_and_a_declined_one_not_again() -> None:
    table = table_of(Terms("chess"))
    for declined in range(3):
        side = 0
        while not (table.match.past and table.match.turn == 1):
            step(table)
        table.do(side, ASK)
        assert table.refused(side, ASK) == "nothing_back"
        if declined == 1:
            step(table)
        else:
            table.do(1, NO)
            assert table.refused(side, ASK) == "nothing_back"
            step(table)
        assert table.match.requests.declined == (declined + 1, 0)
        assert table.match.requests.waiting is None
    step(table)
    assert table.refused(0, ASK) == "nothing_back"
    assert view(table.match).takeback == TakebackView(None, (False, False))
    step(table)
    assert view(table.match).takeback == TakebackView(None, (False, True))


def test_an_answered_turn_can_be_asked_for_no_more() -> None:
    table = table_of(Terms("backgammon", cube=True), (6, 1), (4, 2))
    side = table.match.turn
    assert table.refused(side, ASK) == "nothing_back"
    table.play()
    assert can_request(table.match, side)
    assert table.refused(1 - side, ASK) == "nothing_back"
    assert table.refused(1 - side, YES) == "no_request"
    assert table.refused(None, ASK) == table.refused(None, YES) == "not_a_player"
    table.do(side, ASK)
    assert table.refused(side, YES) == table.refused(side, NO) == "no_request"
    table.act(cmd.Double())
    assert table.match.requests.waiting is None
    table.act(cmd.Take())
    assert table.refused(side, ASK) == "nothing_back"


def test_a_roll_declines_a_request_before_the_dice_are_seen() -> None:
    table = table_of(Terms("tabla", clock=CLOCK), (6, 1), (4, 2))
    side = table.match.turn
    table.play()
    table.do(side, ASK)
    events = table.act(cmd.Roll())
    assert [type(event) for event in events] == [ev.TakebackDeclined, ev.Rolled]
    assert (events[0].at, table.match.dice) == (events[1].at, (4, 2))
    assert table.match.requests.declined[side] == 1
    assert table.refused(1 - side, YES) == "no_request"
    assert table.refused(side, ASK) == "nothing_back"


def test_a_roll_that_its_lag_alone_brings_in_time_leaves_the_request_to_the_turn() -> None:
    table = table_of(Terms("tabla", clock=CLOCK), (6, 1), (4, 2))
    side = table.match.turn
    table.play()
    table.do(side, ASK)
    late = deadline(table.match)
    assert late is not None
    draft = drafted(table.match, 1 - side, cmd.Roll(), late, table.dice, lag=500)
    assert [type(event) for event in draft.events] == [ev.Rolled]
    assert draft.match.requests.waiting == side


def test_records_in_which_a_roll_let_a_request_wait_are_verified() -> None:
    table = table_of(Terms("tabla"))
    while table.match.phase != "over":
        side = 1 - table.match.turn
        if can_request(table.match, side):
            table.do(side, ASK)
        step(table)
    older = [
        event
        for event, following in pairwise([*table.events, None])
        if not (isinstance(event, ev.TakebackDeclined) and isinstance(following, ev.Rolled))
    ]
    assert len(older) <= len(table.events) - 3
    assert verify(table.events).ok
    assert verify(older).ok  # type: ignore[arg-type]
    assert replay(older).result == table.match.result  # type: ignore[arg-type]


def test_a_draw_declined_by_a_move_does_not_come_back_with_it() -> None:
    table = board_matches.chess("e2e4")
    board_matches.give(table, "e7e5")
    table.do(1, cmd.OfferDraw())
    board_matches.give(table, "g1f3")
    assert table.match.draw_offers.offer is None
    table.do(0, ASK)
    table.do(1, YES)
    assert table.match.draw_offers.offer is None


def test_a_side_that_rolls_again_keeps_its_turn() -> None:
    table = table_of(Terms("gulbara"))
    for _ in range(400):
        before = table.match
        step(table)
        rolled = table.events[-1]
        if before.phase == "roll" and before.past and isinstance(rolled, ev.Rolled):
            own = before.past[-1].before.turn == rolled.side
            assert (table.match.past == ()) == own
        if table.match.phase == "over":
            break


@pytest.mark.parametrize(
    "terms",
    [
        Terms("tabla", rated=True, clock=ClockTerms(delay=12_000, bank=60_000)),
        Terms("tabla", stakes=Stakes(100)),
        Terms("tabla", tournament="t1", clock=ClockTerms(delay=12_000, bank=60_000)),
    ],
)
def test_what_counts_is_never_taken_back(terms: Terms) -> None:
    table = Table(terms, (6, 1), seated=False)
    for side, player in enumerate(PLAYERS):
        table.do(side, cmd.Sit(replace(player, member=True), SEEDS[side], table.match.seal))
    side = table.match.turn
    table.play()
    assert table.match.past == ()
    assert view(table.match).takeback is None
    assert table.refused(side, ASK) == "takeback_terms"


def test_a_program_is_not_asked() -> None:
    table = Table(Terms("tabla"), (6, 1), seated=False)
    for side, player in enumerate((PLAYERS[0], BOT)):
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    table.play()
    assert table.refused(0, ASK) == "takeback_terms"


def test_the_clock_runs_on_while_a_request_waits_and_comes_back_with_the_turn() -> None:
    clock = ClockTerms(delay=0, bank=60_000, increment=3_000)
    table = table_of(Terms("chess", clock=clock))
    step(table)
    step(table)
    before = table.match.clock
    table.now += 9_000
    step(table)
    table.now += 2_000
    running = table.match.clock
    table.do(0, ASK)
    assert table.match.clock == running
    table.now += 4_000
    table.do(1, YES)
    assert before is not None
    assert table.match.clock is not None
    assert table.match.clock.bank == before.bank
    assert (table.match.clock.running, table.match.clock.since) == (0, table.now)


def test_requests_change_the_moment_alone() -> None:
    table = table_of(Terms("tabla"), (6, 1))
    side = table.match.turn
    table.play()
    (asked,) = table.do(side, ASK)
    assert type(after(table.match, asked)) is Moment
    (declined,) = table.do(1 - side, NO)
    assert type(after(table.match, declined)) is Moment
    with pytest.raises(BrokenHistoryError):
        evolve(table.match, declined)
    table.step()
    table.play()
    table.do(1 - side, ASK)
    (taken,) = table.do(side, YES)
    assert type(after(table.match, taken)) is View
