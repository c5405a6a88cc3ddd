"""Tables that nobody comes to, and matches that are claimed because a player stays away."""

from typing import Literal

import pytest

from tests.match.test_properties import assert_each_event_tells_what_changed
from tests.support.match.board_matches import KNIGHTS, chess, position
from tests.support.match.dice_matches import NOW, PLAYERS, SEEDS, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.deadlines import deadline
from zaria.match.dice_play.dice import Dice
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve, replay
from zaria.match.match import Cube, Match, Result
from zaria.match.seats import opened
from zaria.match.shared_events import READY
from zaria.match.stakes import Settlement, Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.match.view import View, after, view
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

UNTIL = NOW + 300_000
MINUTE = ClockTerms(bank=60_000)
What = Literal["win", "draw"]


def public(terms: Terms | None = None, until: int | None = UNTIL) -> Table:
    """A table at which nobody sits yet."""
    table = Table(terms or Terms("tabla", clock=MINUTE), seated=False)
    table.events = [opened("m1", table.match.terms, table.dice.seal, NOW, until)]
    table.match = evolve(None, table.events[0])
    return table


def check_record(table: Table) -> None:
    """The events are a true record of the match."""
    assert load(dump(table.events)) == table.events
    assert replay(table.events) == table.match
    assert_each_event_tells_what_changed(table.events)
    assert verify(table.events).problem is None


def test_a_table_that_waits_for_ever_is_written_as_before() -> None:
    assert b"until" not in ev.encode(public(until=None).events[0])
    table = public()
    assert ev.decode(ev.encode(table.events[0])) == table.events[0]
    assert (table.match.until, view(table.match).until) == (UNTIL, UNTIL)
    assert deadline(public(until=None).match) is None


def test_a_table_to_which_nobody_comes_is_cancelled() -> None:
    table = public()
    assert deadline(table.match) == UNTIL
    table.now = UNTIL - 1
    assert table.refused(None, cmd.Flag()) == "not_over_time"
    table.now = UNTIL
    cancelled, closed = table.do(None, cmd.Flag())
    assert cancelled == ev.Cancelled(at=UNTIL, side=None)
    assert closed == ev.MatchEnded(at=UNTIL, winner=None, score=(0, 0), secret=table.dice.secret.hex())
    assert (table.match.phase, table.match.winner, table.match.result) == ("over", None, None)
    assert (table.match.until, deadline(table.match)) == (None, None)
    assert table.refused(0, cmd.Cancel()) == "match_over"
    check_record(table)


def test_the_second_player_gets_the_ready_check() -> None:
    table = public()
    table.now = NOW + 200_000
    table.sit(1)
    assert table.match.until == deadline(table.match) == table.now + READY
    assert view(table.match).until == table.now + READY
    table.now += READY - 1
    table.sit(0)
    match = table.match
    assert (match.phase, match.until, view(match).until) == ("move", None, None)
    limit = deadline(table.match)
    assert limit is not None
    assert limit > table.now, "the clock of the game has taken over"
    table.act(cmd.Resign(3))
    table.act(cmd.Accept())
    check_record(table)


def test_a_host_who_sits_alone_keeps_the_time_of_the_table() -> None:
    table = public()
    table.now = NOW + 1_000
    (seated,) = table.do(0, cmd.Sit(PLAYERS[0], SEEDS[0], table.match.seal, host=True))
    assert table.match.until == deadline(table.match) == view(table.match).until == UNTIL
    assert ev.decode(ev.encode(seated)) == seated
    table.now = UNTIL - 1
    table.sit(1)
    match = table.match
    assert (match.phase, match.until) == ("move", None)
    table.act(cmd.Resign(3))
    table.act(cmd.Accept())
    check_record(table)


def test_a_host_who_sits_after_the_guest_gets_the_ready_check() -> None:
    table = public()
    table.now = NOW + 1_000
    table.sit(1)
    assert table.match.until == table.now + READY
    table.now += READY - 1
    table.do(0, cmd.Sit(PLAYERS[0], SEEDS[0], table.match.seal, host=True))
    assert table.match.until is None


def test_a_seat_taken_yesterday_is_written_and_read_as_it_was() -> None:
    player = b'{"id":"p","name":"P","colour":"#777777"}'
    old = b'{"t":"seated","at":1,"side":0,"player":%b,"seed":"0123456789abcdef"}' % player
    seated = ev.decode(old)
    assert ev.encode(seated) == old
    match = evolve(public().match, seated)
    assert match.until == 1 + READY


def test_the_wait_for_the_second_player_may_also_grow() -> None:
    table = public()
    table.now = UNTIL - 1
    table.sit(0)
    assert deadline(table.match) == table.now + READY


@pytest.mark.parametrize("first", [True, False])
def test_who_comes_too_late_finds_no_table(first: bool) -> None:
    table = public()
    if first:
        table.sit(0)
    table.now = table.match.until or 0
    sit = cmd.Sit(PLAYERS[1], "0123456789abcdef", table.match.seal)
    assert table.refused(1, sit) == "time_over"
    table.now -= 1
    assert table.refused(1, sit) == ""


def test_an_open_table_has_no_clock_to_credit() -> None:
    assert public().refused(None, cmd.Credit(1_000)) == "not_now"


@pytest.mark.parametrize("until", [None, UNTIL])
@pytest.mark.parametrize("seated", [(), (0,), (1,)])
@pytest.mark.parametrize("side", [0, 1])
def test_either_side_may_clear_an_open_table(until: int | None, seated: tuple[int, ...], side: int) -> None:
    table = public(until=until)
    for seat in seated:
        table.sit(seat)
    events = table.do(side, cmd.Cancel())
    assert events[0] == ev.Cancelled(at=NOW, side=side)
    assert table.match.phase == "over"
    check_record(table)


def test_who_may_not_clear_a_table() -> None:
    table = public()
    assert table.refused(None, cmd.Cancel()) == "not_a_player"
    assert table.refused(2, cmd.Cancel()) == "not_a_player"
    table.sit(0)
    table.sit(1)
    assert table.refused(0, cmd.Cancel()) == "not_now"


def test_what_is_seen_of_a_cancelled_table() -> None:
    table = public()
    events = table.do(0, cmd.Cancel())
    seen = [after(table.match, event) for event in events]
    assert all(isinstance(shown, View) for shown in seen)
    last = view(table.match)
    assert (last.phase, last.result, last.settlement) == ("over", None, None)


def test_a_game_that_was_begun_is_not_cancelled() -> None:
    broken = evolve(Table(Terms("tabla")).match, ev.Cancelled(at=NOW, side=0))
    assert broken.phase == "between", "evolve trusts; it is decide that refuses"
    with pytest.raises(BrokenHistoryError):
        evolve(None, ev.Cancelled(at=NOW, side=0))


def claimed(table: Table, side: int, claim: What) -> Match:
    """`side` claims the match; the record is true."""
    events = table.do(side, cmd.Claim(claim))
    assert events[0] == ev.Claimed(at=table.now, side=side, what=claim)
    assert [type(event) for event in events[1:]] == [ev.GameEnded, ev.MatchEnded]
    assert table.match.phase == "over"
    assert deadline(table.match) is None
    check_record(table)
    return table.match


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("phase", ["roll", "move", "double", "resign"])
def test_a_match_is_claimed_at_any_moment(side: int, phase: str) -> None:
    table = Table(Terms("tabla", length=7, cube=True, clock=MINUTE), dice=Dice(bytes(32), "m1"))
    table.play()
    acts: dict[str, list[cmd.Command]] = {
        "roll": [],
        "move": [cmd.Roll()],
        "double": [cmd.Double()],
        "resign": [cmd.Resign(1)],
    }
    for act in acts[phase]:
        table.act(act)
    assert table.match.phase == phase
    match = claimed(table, side, "win")
    assert match.result == Result(side, 3, "", "left")
    assert (match.winner, match.score[side], match.score[1 - side]) == (side, 3, 0)


@pytest.mark.parametrize(
    ("game", "fields", "points"),
    [
        ("tabla", {}, 3),
        ("tabla-bg", {}, 2),
        ("tabla", {"cube": Cube(4, 1)}, 12),
        ("tabla", {"cube": Cube(2, 0), "phase": "double", "proposed": (4,)}, 6),
        ("tabla", {"cube": Cube(1), "phase": "double", "proposed": (2, 4)}, 6),
    ],
)
def test_a_claim_counts_what_a_loss_on_time_does(game: str, fields: dict[str, object], points: int) -> None:
    for command, how in ((cmd.Claim("win"), "left"), (cmd.Flag(), "time")):
        table = Table(Terms(game, length=9, cube=game == "tabla", clock=MINUTE), (3, 1))
        if table.match.phase == "move":
            table.play()
        table.force(**fields)
        loser = table.match.to_act()
        assert loser is not None
        if isinstance(command, cmd.Flag):
            table.now += 100_000
        table.do(1 - loser, command)
        assert table.match.result is not None
        assert (table.match.result.points, table.match.result.how) == (points, how)
        assert (table.match.phase == "over") is (how == "left" or points >= 9)


def test_the_whole_match_is_won_whatever_the_score() -> None:
    table = Table(Terms("tabla", length=5))
    for _ in range(2):
        loser = table.match.to_act()
        table.act(cmd.Resign(1))
        table.act(cmd.Accept())
    assert loser is not None
    behind = 0 if table.match.score[0] < table.match.score[1] else 1
    before = table.match.score
    match = claimed(table, behind, "win")
    assert match.winner == behind
    assert match.score[behind] == before[behind] + 3
    closed = table.events[-1]
    assert isinstance(closed, ev.MatchEnded)
    assert closed.score == match.score, "the last game is counted once"


@pytest.mark.parametrize("length", [1, 5])
def test_a_match_claimed_as_a_draw_is_nobodys(length: int) -> None:
    table = Table(Terms("tapa", length=length, stakes=Stakes(200)))
    match = claimed(table, 0, "draw")
    assert match.result == Result(None, 0, "draw", "left")
    assert (match.winner, match.score, view(match).settlement) == (None, (0, 0), None)


def test_a_claim_pays_the_stakes() -> None:
    table = Table(Terms("tabla", stakes=Stakes(200, 1_000, "pot")))
    match = claimed(table, 1, "win")
    assert view(match).settlement == Settlement(600, 60, 540, 600)


@pytest.mark.parametrize(
    ("claim", "result", "score"),
    [("win", Result(1, 1, "single", "left"), (0, 1)), ("draw", Result(None, 0, "draw", "left"), (0, 0))],
)
def test_a_game_on_squares_is_claimed(claim: What, result: Result, score: tuple[int, int]) -> None:
    table = chess(*KNIGHTS, clock=MINUTE)
    match = claimed(table, 1, claim)
    assert (match.result, match.winner, match.score) == (result, result.winner, score)


@pytest.mark.parametrize("claim", ["win", "draw"])
@pytest.mark.parametrize("moves", range(4))
def test_a_game_with_few_moves_does_not_count_when_it_is_left(moves: int, claim: What) -> None:
    table = chess(*KNIGHTS[:moves])
    assert position(table).plies == moves
    assert claimed(table, 0, claim).result == Result(None, 0, "", "void")


def test_what_cannot_be_claimed() -> None:
    table = Table(Terms("tabla", clock=MINUTE), seated=False)
    table.sit(0)
    claim = cmd.Claim("win")
    assert table.refused(0, claim) == "not_now"
    table.sit(1)
    assert table.refused(None, claim) == "not_a_player"
    assert table.refused(2, claim) == "not_a_player"
    table.now = deadline(table.match) or 0
    assert table.refused(1 - table.match.turn, claim) == "time_over", "the clock has decided already"
    table.do(None, cmd.Flag())
    assert table.refused(0, claim) == "match_over"


@pytest.mark.parametrize("change", [{"side": 0}, {"what": "draw"}])
def test_a_claim_that_was_changed_is_found_out(change: dict[str, object]) -> None:
    table = Table(Terms("tabla"), dice=Dice(bytes(32), "m1"))
    claimed(table, 1, "win")
    at = next(i for i, event in enumerate(table.events) if isinstance(event, ev.Claimed))
    fields: dict[str, object] = {"side": 1, "what": "win", **change}
    table.events[at] = ev.Claimed(at=NOW, **fields)  # type: ignore[arg-type]
    assert "the rules say" in (verify(table.events).problem or "")
