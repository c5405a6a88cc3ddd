"""A game by the day that is decided in fact: its result is offered, and holds after a day."""

import pytest

from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.deadlines import clock_end, deadline
from zaria.match.moment import ResultView
from zaria.match.result_states import MOST_DECLINED
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms
from zaria.match.view import moment
from zaria.records.verify import verify

WEEK = ClockTerms.by_days(7)
LOST = "X=12:2,11:2,10:1,6:10;O=1:2,off:13"
"""Side 0, to roll, can bear off no checker before side 1 bears off its last two by any roll."""
UNFINISHED = "the match is not finished, so its dice are still sealed"
OFFER, YES, NO = cmd.OfferResult(), cmd.AcceptResult(), cmd.DeclineResult()


def lost(clock: ClockTerms = WEEK, position: str = LOST, game: str = "tabla") -> Table:
    """A match from a position that side 0 has lost, and in which it is to play its roll."""
    table = Table(Terms(game, clock=clock, position=position, starter=0))
    table.act(cmd.Roll())
    assert table.match.to_act() == 0
    return table


def problem(table: Table) -> str | None:
    """The fault of the record of a match, as far as it has been played."""
    fault = verify(table.events).problem
    return None if table.match.phase != "over" and fault == UNFINISHED else fault


def waiting(table: Table) -> ResultView | None:
    """The result on offer, as pages are sent it."""
    results = moment(table.match).results
    assert results is not None
    return results.waiting


def tags(events: list[ev.Event]) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in events]


def test_an_offer_that_is_accepted_ends_the_game() -> None:
    table = lost()
    (offer,) = table.do(1, OFFER)
    assert isinstance(offer, ev.ResultOffered)
    assert (offer.side, offer.points) == (1, 2)
    view = waiting(table)
    assert view is not None
    assert (view.side, view.points, view.due) == (1, 2, table.now + DAY_MS)
    assert tags(table.do(0, YES)) == ["resultyes", "ended", "closed"]
    result = table.match.result
    assert result is not None
    assert (result.winner, result.points, result.kind, result.how) == (1, 2, "mars", "decided")
    assert table.match.winner == 1
    assert problem(table) is None


def test_an_offer_without_an_answer_holds_after_a_day() -> None:
    table = lost()
    clock = clock_end(table.match)
    table.do(1, OFFER)
    assert deadline(table.match) == table.now + DAY_MS
    assert clock_end(table.match) == clock
    table.now += DAY_MS - 1
    assert table.refused(None, cmd.Flag()) == "not_over_time"
    table.now += 1
    for command in (YES, NO, cmd.Play(table.match.dice_position().turns()[0].moves, table.match.rolls)):
        assert table.refused(0, command) == "time_over"
    assert tags(table.do(None, cmd.Flag())) == ["resultheld", "ended", "closed"]
    assert table.match.result is not None
    assert table.match.result.how == "decided"
    assert problem(table) is None


def test_a_clock_that_ends_before_the_day_is_over_decides() -> None:
    table = lost(ClockTerms.by_days(1), "X=6:15;O=6:15")
    for _ in range(2):
        table.play()
        table.act(cmd.Roll())
    assert table.match.to_act() == 0
    table.now += HOUR_MS
    table.do(1, OFFER)
    assert deadline(table.match) == clock_end(table.match)
    table.now += DAY_MS - HOUR_MS + 1_000
    assert tags(table.do(None, cmd.Flag()))[0] == "flagged"


@pytest.mark.parametrize("answer", ["decline", "play"])
def test_a_loser_declines_or_plays_on(answer: str) -> None:
    table = lost()
    table.do(1, OFFER)
    assert table.refused(1, OFFER) == "result_offered"
    if answer == "decline":
        assert tags(table.do(0, NO)) == ["resultno"]
        assert table.refused(1, OFFER) == "result_offered"
    else:
        table.play()
    assert table.match.results.waiting is None
    assert table.match.results.declined == (0, 1)
    assert waiting(table) is None
    assert table.refused(0, YES) == "no_result_offer"
    table.now += DAY_MS
    assert table.refused(None, cmd.Flag()) == "not_over_time"
    assert problem(table) is None


def test_a_side_offers_three_times_in_a_game_at_most() -> None:
    table = lost(position="X=6:15;O=6:15")
    for _ in range(MOST_DECLINED):
        table.do(1, OFFER)
        table.play()
        table.act(cmd.Roll())
        table.play()
        table.act(cmd.Roll())
    assert table.refused(1, OFFER) == "not_now"
    assert table.refused(0, OFFER) == "not_now"


def test_time_in_which_the_clock_stood_is_none_for_the_answer() -> None:
    table = lost(ClockTerms.by_days(7, vacation=True))
    table.do(1, OFFER)
    begin = table.now + HOUR_MS
    table.now += DAY_MS - 1
    table.do(None, cmd.Stand(begin, table.now, "vacation"))
    view = waiting(table)
    assert view is not None
    assert view.due == table.now + DAY_MS - HOUR_MS
    assert deadline(table.match) == view.due
    table.now = view.due
    assert tags(table.do(None, cmd.Flag()))[0] == "resultheld"
    assert problem(table) is None


def test_weekends_that_do_not_count_are_none_for_the_answer() -> None:
    table = lost(ClockTerms.by_days(7, weekends=True))
    friday = 1_760_000_000_000 // DAY_MS * DAY_MS + DAY_MS + 12 * HOUR_MS
    table.now = friday
    table.do(1, OFFER)
    view = waiting(table)
    assert view is not None
    assert view.due == friday + 3 * DAY_MS


def test_the_side_to_act_and_strangers_offer_nothing() -> None:
    table = lost()
    assert table.refused(0, OFFER) == "not_now"
    assert table.refused(None, OFFER) == "not_a_player"
    table.do(1, OFFER)
    assert table.refused(1, YES) == "no_result_offer"
    assert table.refused(1, NO) == "no_result_offer"
    assert table.refused(None, YES) == "not_a_player"


@pytest.mark.parametrize(
    ("clock", "position", "game"),
    [
        (ClockTerms(30_000, 60_000), LOST, "tabla"),
        (WEEK, "", "tabla"),
        (WEEK, "", "chess"),
    ],
)
def test_no_result_is_offered_elsewhere(clock: ClockTerms, position: str, game: str) -> None:
    """Neither in games of one evening, nor while the sides can meet, nor on squares."""
    terms = Terms(game, clock=clock, position=position, starter=0)
    table = Table(terms)
    if table.match.phase == "roll":
        table.act(cmd.Roll())
    to_act = table.match.to_act()
    assert to_act is not None
    assert table.refused(1 - to_act, OFFER) == "not_now"


def test_a_result_costs_what_the_cube_says() -> None:
    table = Table(Terms("backgammon", clock=WEEK, length=5, cube=True))
    table.place("X=6:14,1:1;O=1:2,off:13", 0, phase="roll", dice=None, fresh=False)
    table.act(cmd.Double())
    table.act(cmd.Take())
    table.do(1, OFFER)
    table.do(0, YES)
    ended = next(event for event in table.events if isinstance(event, ev.GameEnded))
    assert (ended.winner, ended.points, ended.how) == (1, 2, "decided")
    assert table.match.game_no == 2
    assert table.match.results.declined == (0, 0)


def test_a_turn_that_is_taken_back_takes_the_offer_with_it() -> None:
    table = lost(position="X=6:15;O=6:15")
    table.play()
    table.act(cmd.Roll())
    table.play()
    assert table.match.to_act() == 0
    table.do(1, OFFER)
    table.do(1, cmd.RequestTakeback())
    table.do(0, cmd.AcceptTakeback())
    assert table.match.results.waiting is None
    assert deadline(table.match) == clock_end(table.match)
    assert problem(table) is None
