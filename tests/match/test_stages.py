"""Rolls that are played in stages: ladders, what is left to the other side, another roll; and their clock."""

from typing import Any

import pytest

from tests.support.match.dice_matches import NOW, Table
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.clock import INTERMISSION, SEEN
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve, replay
from zaria.match.match import Cube
from zaria.match.scoring import STUCK_ROLLS
from zaria.match.terms import ClockTerms, Terms
from zaria.match.view import view
from zaria.records.formats.json import dump, load

CLOCK = ClockTerms(delay=10_000, bank=60_000, increment=5_000)
FOURS_ALONE = "X=24:1,8:4,1:10;O=24:12,8:1,7:1,6:1"
"""Gulbara: of a ladder from 4-4 side 0 can play all the fours, but no five."""


def kinds(events: list[ev.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def at_roll(game: str, text: str, *rolls: tuple[int, int], turn: int = 0, **terms: object) -> Table:
    """`turn` is to roll; the first of the rolls is the next one."""
    table = Table(Terms(game, **terms), (2, 1), *rolls)  # type: ignore[arg-type]
    table.place(text, turn, phase="roll", dice=None, fresh=False)
    return table


def chelebi() -> Table:
    """4-4 of a ladder in which everything can be played."""
    table = at_roll("chelebi", "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5", (4, 4))
    table.act(cmd.Roll())
    return table


def test_a_ladder_is_played_stage_by_stage() -> None:
    table = chelebi()
    stages: list[tuple[int, ...]] = []
    while table.match.phase == "move":
        seen = view(table.match)
        assert (seen.thrown, seen.roll_no, seen.rest) == ((4, 4), 2, False)
        assert seen.stage == len(stages)
        assert seen.later == tuple((n,) * 4 for n in range(seen.dice[0] + 1, 7))
        stages.append(seen.dice)
        assert kinds(table.play()) == ["TurnPlayed"]
    assert stages == [(4,) * 4, (5,) * 4, (6,) * 4][: len(stages)]
    assert len(stages) > 1
    seen = view(table.match)
    assert (seen.dice, seen.thrown, seen.later, seen.stage, seen.turn) == ((), (), (), 0, 1)


@pytest.mark.parametrize("stage", [0, 2, 7, -1])
def test_a_stage_is_answered_once(stage: int) -> None:
    """A command that was sent twice does not play the next stage by chance."""
    table = chelebi()
    table.play()
    before = table.match
    moves = table.match.dice_position().turns()[0].moves
    assert table.refused(0, cmd.Play(moves, before.rolls, stage)) == "stale_roll"
    assert table.refused(0, cmd.Play(moves, before.rolls + 1, 1)) == "stale_roll"
    assert table.refused(0, cmd.Roll()) == "not_now"
    assert table.refused(1, cmd.Play(moves, before.rolls, 1)) == "not_your_turn"
    assert table.refused(0, cmd.Play(moves[:-1], before.rolls, 1)) == "illegal_turn"
    assert table.refused(0, cmd.Play(moves, before.rolls, 1)) == ""
    assert table.match is before


def test_the_opponent_plays_the_rest_of_a_ladder_and_then_rolls() -> None:
    """All fours are played, then of the fives nothing: they go to the other side, and the sixes with them."""
    table = rest_of_a_ladder(cube=True)
    match = table.match
    assert (match.phase, match.turn, match.to_act(), match.dice) == ("move", 1, 1, (4, 4))
    seen = view(match)
    assert (seen.rest, seen.thrown, seen.roll_no) == (True, (4, 4), 2)
    assert (seen.dice, seen.later, seen.stage) == ((5,) * 4, ((6,) * 4,), 2)
    assert table.refused(1, cmd.Roll()) == "not_now"
    assert table.refused(1, cmd.Double()) == "not_now"
    for stage in (2, 3):
        assert (table.match.phase, table.match.turn, table.match.stage) == ("move", 1, stage)
        assert kinds(table.play()) == ["TurnPlayed"]
    assert (table.match.phase, table.match.turn, table.match.dice) == ("roll", 1, None)
    (rolled, *_) = table.act(cmd.Roll())
    assert isinstance(rolled, ev.Rolled)
    assert (rolled.side, rolled.n) == (1, 3)


def rest_of_a_ladder(**terms: Any) -> Table:
    """Side 0 has rolled 4-4 and played it; something of the ladder is left to side 1."""
    table = at_roll("gulbara", FOURS_ALONE, (4, 4), **terms)
    table.act(cmd.Roll())
    fours, fives = table.play()
    assert isinstance(fours, ev.TurnPlayed)
    assert isinstance(fives, ev.TurnPlayed)
    assert (fours.side, fours.text) == (0, "8/4(4)")
    assert (fives.side, fives.moves, fives.text) == (0, (), ""), "what cannot be played follows by itself"
    return table


def test_a_roll_that_cannot_be_played_at_all_is_the_other_sides() -> None:
    """Gulbar: the opponent plays it, and then rolls."""
    table = at_roll("gulbar", "X=24:15;O=24:13,11:1,10:1", (2, 1))
    _, passed = table.act(cmd.Roll())
    assert isinstance(passed, ev.TurnPlayed)
    assert (passed.side, passed.moves) == (0, ())
    seen = view(table.match)
    assert (seen.turn, seen.to_act, seen.rest, seen.thrown) == (1, 1, True, (2, 1))
    table.play()
    assert (table.match.phase, table.match.turn, table.match.stage) == ("roll", 1, 0)


def test_a_full_doublet_of_gulbar_is_followed_by_another_roll() -> None:
    table = at_roll("gulbar", "X=18:15;O=18:15", (1, 1), (2, 1), length=3, cube=True)
    table.act(cmd.Roll())
    table.play()
    match = table.match
    assert (match.phase, match.turn, match.to_act(), match.stage) == ("roll", 0, 0, 0)
    assert table.refused(0, cmd.Double()) == ""
    (rolled, *_) = table.act(cmd.Roll())
    assert isinstance(rolled, ev.Rolled)
    assert (rolled.side, rolled.n) == (0, 3)
    table.play()
    assert table.match.turn == 1


def test_the_delay_is_for_each_stage_and_the_increment_for_the_roll() -> None:
    table = at_roll("chelebi", "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5", (4, 4), clock=CLOCK)
    table.now = NOW + INTERMISSION
    table.act(cmd.Roll())
    banks = []
    while table.match.phase == "move":
        clock = table.match.clock
        assert clock is not None
        assert clock.running == 0
        table.now = clock.since + 12_000
        table.play()
        assert table.match.clock is not None
        banks.append(table.match.clock.bank[0])
    stages = len(banks)
    assert banks == [60_000 - 2_000 * n for n in range(1, stages)] + [60_000 - 2_000 * stages + 5_000]
    assert table.match.clock is not None
    assert table.match.clock.running == 1


def test_a_player_who_gets_a_rest_has_time_to_see_what_was_played() -> None:
    table = rest_of_a_ladder(clock=CLOCK)
    clock = table.match.clock
    assert clock is not None
    assert (clock.running, clock.since, clock.bank) == (1, table.now + 4 * SEEN, (65_000, 60_000))
    table.now = clock.since
    table.play()
    assert bank(table) == (65_000, 60_000), "one increment for all he has to play of it"
    table.play()
    assert bank(table) == (65_000, 65_000)


def bank(table: Table) -> tuple[int, int]:
    assert table.match.clock is not None
    return table.match.clock.bank


def test_a_resignation_may_be_offered_in_a_stage_and_a_refusal_lasts_the_whole_roll() -> None:
    table = chelebi()
    table.act(cmd.Resign(1))
    table.act(cmd.Reject())
    assert (table.match.phase, table.match.stage) == ("move", 0)
    table.play()
    assert table.refused(0, cmd.Resign(1)) == "resign_refused"
    while table.match.turn == 0:
        table.play()
    table.act(cmd.Roll())
    while table.match.turn == 1:
        table.play()
    assert table.refused(0, cmd.Resign(1)) == ""


def test_time_may_run_out_over_the_others_dice() -> None:
    table = rest_of_a_ladder(clock=ClockTerms(delay=10_000), length=9)
    assert table.match.clock is not None
    table.now = table.match.clock.since + 10_000
    assert table.refused(1, cmd.Play((), 2, table.match.stage)) == "time_over"
    table.do(None, cmd.Flag())
    assert table.match.score == (3, 0)
    seen = view(table.match)
    assert (seen.dice, seen.thrown, seen.stage) == ((), (), 0)


def test_a_rest_may_win_the_game() -> None:
    """Side 1 comes home and bears off by the fives and sixes that side 0 could not play."""
    table = at_roll("gulbara", "X=24:1,8:4,1:10;O=8:1,7:1,6:1,off:12", (4, 4), length=9, cube=True)
    table.force(cube=Cube(2, 0))
    table.act(cmd.Roll())
    table.play()
    events = []
    while table.match.game_no == 1:
        events = table.play()
    ended = next(event for event in events if isinstance(event, ev.GameEnded))
    assert (ended.winner, ended.points, ended.kind, ended.how) == (1, 6, "koks", "played")
    assert (table.match.turn, table.match.phase) == (1, "roll")


def test_a_game_stands_still_by_rolls_not_by_stages() -> None:
    """A roll that moved nothing counts once, whatever stages it had."""
    table = at_roll("gulbara", "X=24:15;O=24:13,7:1,6:1", (5, 5))
    table.force(idle=STUCK_ROLLS - 2)
    events = table.act(cmd.Roll())
    assert not any(event.moves for event in events if isinstance(event, ev.TurnPlayed))
    assert (table.match.idle, table.match.phase) == (STUCK_ROLLS - 1, "roll")


def test_a_paritet_draw_gives_both_a_point_and_the_same_side_starts() -> None:
    table = Table(Terms("short-nardy-5s", {"paritet": True}, length=3, cube=True), (2, 1), (6, 5), (6, 5))
    table.place("X=1:1,off:14;O=1:1,off:14;starter=X", 0, phase="roll", dice=None, cube=Cube(4, 1))
    table.act(cmd.Roll())
    table.play()
    assert (table.match.phase, table.match.turn) == ("roll", 1), "the second player has the last turn"
    table.act(cmd.Roll())
    ended, started = table.play()[1:]
    assert ended == ev.GameEnded(at=NOW, winner=None, points=1, kind="draw", how="played")
    assert started == ev.GameStarted(at=NOW, number=2, crawford=False, starter=0)
    assert table.match.score == (1, 1)


def test_a_match_of_draws_needs_a_lead() -> None:
    table = Table(Terms("short-nardy-5s", {"paritet": True}), (2, 1), (6, 5), (6, 5), (6, 5), (6, 5))
    for game in (1, 2):
        text = "X=1:1,off:14;O=1:1,off:14;starter=X" if game == 1 else "X=1:1,off:14;O=1:3,off:12;starter=X"
        table.place(text, 0, phase="roll", dice=None)
        while table.match.game_no == game and table.match.phase != "over":
            table.step()
        if game == 1:
            assert (table.match.score, table.match.phase) == ((1, 1), "roll")
    assert (table.match.phase, table.match.winner) == ("over", 0)
    assert table.match.score[0] > table.match.score[1] == 1


def test_three_games_take_turns() -> None:
    table = Table(Terms("three-games", length=7))
    seen = []
    for _ in range(5):
        seen.append((view(table.match).now, view(table.match).contact, table.match.position.game.id))
        while table.match.phase != "roll":
            table.step()
        table.act(cmd.Resign(1))
        table.act(cmd.Accept())
    assert [now for now, _, _ in seen] == ["tabla", "gulbara", "tapa", "tabla", "gulbara"]
    assert [contact for _, contact, _ in seen] == ["hit", "single", "pin", "hit", "single"]
    shown = view(table.match)
    assert (shown.game, shown.rotation) == ("three-games", ("tabla", "gulbara", "tapa"))
    assert replay(load(dump(table.events))) == table.match


def test_three_games_are_no_single_game() -> None:
    for length, code in ((1, "rotation_too_short"), (3, "")):
        try:
            Terms("three-games", length=length).check()
            refused = ""
        except Exception as error:
            refused = getattr(error, "code", "?")
        assert refused == code


def test_international_backgammon_rolls_for_the_start_of_every_game() -> None:
    game = games.dice_game("backgammon")
    table = Table(Terms("backgammon", length=3, cube=True), (2, 1))
    table.play()
    table.act(cmd.Resign(1))
    events = table.act(cmd.Accept())
    if game.next_starter == "roll":
        assert kinds(events)[:4] == ["ResignAccepted", "GameEnded", "GameStarted", "OpeningRolled"]
        assert table.match.phase == "move"
    else:
        assert table.match.phase == "roll"


def test_a_roll_upon_a_roll_breaks_a_history() -> None:
    table = chelebi()
    with pytest.raises(BrokenHistoryError):
        evolve(table.match, ev.Rolled(at=NOW, side=0, n=3, dice=(1, 2)))
