"""Rolling, playing, passing, the end of a game, tapa's restart, and the game that nobody can move in."""

import pytest

from tests.support.match.dice_matches import Table
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Cube
from zaria.match.scoring import STUCK_ROLLS
from zaria.match.terms import Terms

BARRED = "X=bar:1,6:5,5:5,4:4;O=6:2,5:2,4:2,3:2,2:2,1:2,7:3"
LOCK_NEXT = "X=24:1^,2:14;O=24:1,1:1,6:13"


def kinds(events: list[ev.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_turn_answers_its_roll() -> None:
    table = Table(Terms("tabla"), (3, 1))
    (played,) = table.do(0, cmd.Play(((8, 3), (6, 1)), 1))
    assert isinstance(played, ev.TurnPlayed)
    assert (played.side, played.text) == (0, "8/5 6/5")
    match = table.match
    assert (match.phase, match.turn, match.dice) == ("roll", 1, None)
    assert match.last is not None
    assert match.last.moves == ((8, 3), (6, 1))


@pytest.mark.parametrize(
    ("moves", "n", "code"),
    [
        (((8, 3), (6, 1)), 1, ""),
        (((6, 1), (8, 3)), 1, ""),
        (((8, 3), (6, 1)), 0, "stale_roll"),
        (((8, 3), (6, 1)), 2, "stale_roll"),
        (((8, 3),), 1, "illegal_turn"),
        ((), 1, "illegal_turn"),
        (((8, 3), (6, 1), (6, 1)), 1, "illegal_turn"),
        (((8, 2), (6, 1)), 1, "illegal_turn"),
        (((9, 3), (6, 1)), 1, "illegal_turn"),
        (((25, 3), (6, 1)), 1, "illegal_turn"),
    ],
)
def test_what_may_be_played(moves: tuple[tuple[int, int], ...], n: int, code: str) -> None:
    assert Table(Terms("tabla"), (3, 1)).refused(0, cmd.Play(moves, n)) == code


def test_only_the_side_on_turn_acts_and_in_its_order() -> None:
    table = Table(Terms("tabla"), (3, 1))
    assert table.refused(0, cmd.Roll()) == "not_now"
    assert table.refused(1, cmd.Roll()) == "not_your_turn"
    assert table.refused(1, cmd.Play(((8, 3), (6, 1)), 1)) == "not_your_turn"
    assert table.refused(None, cmd.Roll()) == "not_a_player"
    assert table.refused(2, cmd.Roll()) == "not_a_player"
    table.play()
    assert table.refused(1, cmd.Play(((8, 3), (6, 1)), 1)) == "not_now"
    assert table.refused(0, cmd.Roll()) == "not_your_turn"


def test_a_roll_that_cannot_be_played_passes_at_once() -> None:
    table = Table(Terms("tabla"), (3, 1), (6, 5))
    table.place(BARRED, 0, phase="roll", dice=None)
    rolled, passed = table.act(cmd.Roll())
    assert isinstance(rolled, ev.Rolled)
    assert isinstance(passed, ev.TurnPlayed)
    assert (passed.side, passed.moves, passed.text) == (0, (), "")
    assert (table.match.phase, table.match.turn, table.match.idle) == ("roll", 1, 1)


def test_an_answer_is_awaited_for_nothing_else() -> None:
    table = Table(Terms("tabla", cube=True), (3, 1))
    for command in (cmd.Take(), cmd.Drop(), cmd.Accept(), cmd.Reject()):
        assert table.refused(0, command) == "not_now"


@pytest.mark.parametrize(
    ("game", "text", "points", "kind"),
    [
        ("tabla", "X=1:1,off:14;O=1:1,off:14", 1, "single"),
        ("tabla", "X=1:1,off:14;O=6:15", 2, "mars"),
        ("tabla", "X=1:1,off:14;O=23:1,6:14", 3, "koks"),
        ("tapa", "X=2:1,off:14;O=6:15", 1, "single"),
        ("tapa", "X=2:1,off:14;O=7:1,6:14", 2, "mars"),
        ("tapa", "X=2:1,off:14;O=22:1,6:14", 3, "koks"),
        ("long-nardy", "X=1:1,off:14;O=2:1,off:14", 1, "single"),
        ("long-nardy", "X=1:1,off:14;O=7:1,6:14", 2, "mars"),
        ("long-nardy", "X=1:1,off:14;O=6:15", 3, "home_mars"),
    ],
)
def test_a_game_ends_with_the_last_checker_off(game: str, text: str, points: int, kind: str) -> None:
    table = Table(Terms(game, length=9, cube=True), (3, 1), (6, 5))
    table.place(text, 1, phase="roll", dice=None, cube=Cube(2, 0))
    table.act(cmd.Roll())
    events = table.play()
    assert kinds(events) == ["TurnPlayed", "GameEnded", "GameStarted"]
    ended = events[1]
    assert isinstance(ended, ev.GameEnded)
    assert (ended.winner, ended.points, ended.kind, ended.how) == (1, points * 2, kind, "played")
    assert table.match.score == (0, points * 2)
    assert (table.match.cube, table.match.last) == (Cube(), None)


def test_the_match_ends_when_its_length_is_reached() -> None:
    table = Table(Terms("tabla", length=3), (3, 1), (6, 5))
    table.place("X=1:1,off:14;O=6:15", 1, phase="roll", dice=None, score=(2, 1))
    table.act(cmd.Roll())
    events = table.play()
    assert kinds(events) == ["TurnPlayed", "GameEnded", "MatchEnded"]
    match = table.match
    assert (match.phase, match.winner, match.score, match.to_act()) == ("over", 1, (2, 3), None)
    assert match.secret == table.dice.secret.hex()
    for command in (cmd.Roll(), cmd.Flag(), cmd.Credit(1), cmd.Sit(ev.Player("x", "x", "x"), "0" * 16, "")):
        assert table.refused(1, command) == "match_over"


def tapa_to_lock(number: int, *rolls: tuple[int, int]) -> Table:
    """Side 0 can pin side 1's mother while its own is pinned."""
    table = Table(Terms("tapa", length=3, cube=True), (6, 1), *rolls)
    game = table.match.position.game
    assert game == games.dice_game("tapa")
    table.place(LOCK_NEXT, 0, phase="roll", dice=None, game_no=number, starter=0, cube=Cube(4, 1), idle=3)
    table.act(cmd.Roll())
    return table


def test_tapa_restarts_a_first_game_with_a_new_opening_roll() -> None:
    table = tapa_to_lock(1, (1, 2), (5, 5), (2, 6))
    events = table.do(0, cmd.Play(((2, 1),), 2))
    assert kinds(events) == ["TurnPlayed", "Restarted", "OpeningRolled", "OpeningRolled"]
    match = table.match
    assert (match.game_no, match.score, match.cube, match.idle) == (1, (0, 0), Cube(), 0)
    assert (match.phase, match.turn, match.starter, match.rolls) == ("move", 1, 1, 4)
    assert match.position == match.dice_game().start(1).rolled((2, 6))


def test_tapa_restarts_a_later_game_with_the_same_starter() -> None:
    table = tapa_to_lock(2, (1, 2))
    events = table.do(0, cmd.Play(((2, 1),), 2))
    assert kinds(events) == ["TurnPlayed", "Restarted"]
    assert (table.match.phase, table.match.turn, table.match.fresh) == ("roll", 0, True)
    assert table.refused(0, cmd.Double()) == "cube_too_early"


@pytest.mark.parametrize(("number", "crawford"), [(1, False), (3, True)])
def test_a_game_in_which_nobody_can_move_is_played_again(number: int, crawford: bool) -> None:
    table = Table(Terms("tabla", length=3, cube=True), (3, 1), (6, 5))
    table.place(
        BARRED, 0, phase="roll", dice=None, idle=STUCK_ROLLS - 1, game_no=number, crawford=crawford, starter=1
    )
    events = table.act(cmd.Roll())
    assert kinds(events) == ["Rolled", "TurnPlayed", "GameEnded", "GameStarted"]
    ended, started = events[2:]
    assert isinstance(ended, ev.GameEnded)
    assert (ended.winner, ended.points, ended.how) == (None, 0, "stuck")
    assert isinstance(started, ev.GameStarted)
    assert (started.number, started.crawford, started.starter) == (number, crawford, 1)
    assert (table.match.score, table.match.phase, table.match.idle) == ((0, 0), "roll", 0)


def test_a_checker_that_moves_ends_the_standstill() -> None:
    table = Table(Terms("tabla"), (3, 1))
    table.force(idle=STUCK_ROLLS - 1)
    table.play()
    assert table.match.idle == 0
