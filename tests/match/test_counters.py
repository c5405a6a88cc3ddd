"""Answers to a double: the beaver, the raccoon; raises by one, automatic doubles and the Jacoby rule."""

import pytest

from tests.support.match.dice_matches import Loaded, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.clock import INTERMISSION
from zaria.match.evolve import evolve
from zaria.match.match import Cube
from zaria.match.terms import ClockTerms, Terms
from zaria.match.view import view

BOTH = Terms("tabla", length=9, cube=True, beaver=True, raccoon=True)
MARS_NEXT = "X=1:1,off:14;O=6:15"


def doubled(terms: Terms = BOTH, **fields: object) -> Table:
    """Side 0 has offered the cube."""
    table = Table(terms, (1, 3))
    table.play()
    table.force(**fields)
    table.do(0, cmd.Double())
    return table


def test_a_beaver_is_an_offer_that_the_doubler_answers() -> None:
    table = doubled()
    (beavered,) = table.do(1, cmd.Beaver())
    assert beavered == ev.Beavered(at=table.now, side=1, value=4)
    match = table.match
    assert (match.phase, match.turn, match.to_act(), match.proposed) == ("double", 0, 0, (2, 4))
    assert match.cube == Cube()
    table.do(0, cmd.Take())
    match = table.match
    assert (match.phase, match.to_act(), match.cube, match.proposed) == ("roll", 0, Cube(4, 1), ())


def test_a_raccoon_answers_a_beaver_and_the_beaverer_keeps_the_cube() -> None:
    table = doubled()
    table.do(1, cmd.Beaver())
    (raccooned,) = table.do(0, cmd.Raccoon())
    assert raccooned == ev.Raccooned(at=table.now, side=0, value=8)
    match = table.match
    assert (match.phase, match.to_act(), match.proposed) == ("double", 1, (2, 4, 8))
    table.do(1, cmd.Take())
    assert (table.match.to_act(), table.match.cube) == (0, Cube(8, 1))


@pytest.mark.parametrize(
    ("answers", "winner", "points"),
    [
        ([cmd.Drop()], 0, 1),
        ([cmd.Beaver(), cmd.Drop()], 1, 2),
        ([cmd.Beaver(), cmd.Raccoon(), cmd.Drop()], 0, 4),
    ],
)
@pytest.mark.parametrize("cube", [Cube(), Cube(2, 0)])
def test_a_player_who_declines_loses_what_was_agreed_before(
    answers: list[cmd.Command], winner: int, points: int, cube: Cube
) -> None:
    table = doubled(cube=cube)
    for answer in answers[:-1]:
        table.act(answer)
    dropped, ended = table.act(answers[-1])[:2]
    assert dropped == ev.Dropped(at=table.now, side=1 - winner)
    assert isinstance(ended, ev.GameEnded)
    assert (ended.winner, ended.points, ended.how) == (winner, points * cube.value, "dropped")
    assert (table.match.proposed, table.match.cube) == ((), Cube())


@pytest.mark.parametrize(
    ("beaver", "raccoon", "codes"),
    [
        (False, False, ("no_beaver", "not_now")),
        (True, False, ("", "no_raccoon")),
        (True, True, ("", "")),
    ],
)
def test_only_what_was_agreed(beaver: bool, raccoon: bool, codes: tuple[str, str]) -> None:
    table = doubled(Terms("tabla", cube=True, beaver=beaver, raccoon=raccoon))
    assert view(table.match).can_beaver is beaver
    assert table.refused(1, cmd.Beaver()) == codes[0]
    if beaver:
        table.do(1, cmd.Beaver())
        assert view(table.match).can_beaver is raccoon
    assert table.refused(table.match.to_act(), cmd.Raccoon()) == codes[1]


def test_each_answer_has_its_moment_and_its_side() -> None:
    """A command out of turn is refused, and changes nothing."""
    table = Table(BOTH, (1, 3))
    table.play()
    assert table.refused(0, cmd.Beaver()) == "not_now"
    assert table.refused(1, cmd.Beaver()) == "not_your_turn"
    table.do(0, cmd.Double())
    assert table.refused(0, cmd.Beaver()) == "not_your_turn"
    assert table.refused(1, cmd.Raccoon()) == "not_now"
    table.do(1, cmd.Beaver())
    before = table.match
    assert table.refused(1, cmd.Raccoon()) == "not_your_turn"
    assert table.refused(1, cmd.Take()) == "not_your_turn"
    assert table.refused(0, cmd.Beaver()) == "not_now"
    command: cmd.Command
    for command in (cmd.Roll(), cmd.Double(), cmd.Resign(1), cmd.Accept(), cmd.Reject()):
        assert table.refused(0, command) == "not_now"
    table.do(0, cmd.Raccoon())
    for command in (cmd.Beaver(), cmd.Raccoon(), cmd.Double(), cmd.Roll()):
        assert table.refused(1, command) == "not_now"
    assert before.proposed == (2, 4)


@pytest.mark.parametrize(("value", "code"), [(8, ""), (16, "cube_max"), (32, "cube_max")])
def test_nothing_goes_beyond_64(value: int, code: str) -> None:
    table = doubled(Terms("tabla", cube=True, beaver=True, raccoon=True), cube=Cube(value, 0))
    if value < 32:
        table.do(1, cmd.Beaver())
        assert table.refused(0, cmd.Raccoon()) == code
    else:
        assert table.refused(1, cmd.Beaver()) == code
    assert view(table.match).can_beaver is (code == "")


def test_every_answer_has_a_delay_of_its_own_and_the_turn_goes_on_where_it_was() -> None:
    clock = ClockTerms(delay=10_000, bank=60_000)
    table = Table(Terms("tabla", cube=True, beaver=True, raccoon=True, clock=clock), (3, 1))
    table.now += INTERMISSION
    table.play()
    assert table.match.clock is not None
    table.now = table.match.clock.since + 4_000
    table.act(cmd.Double())
    for spent, answer in ((12_000, cmd.Beaver()), (10_000, cmd.Raccoon()), (9_000, cmd.Take())):
        table.now += spent
        table.act(answer)
    done = table.match.clock
    assert done is not None
    assert (done.bank, done.running, done.since) == ((58_000, 60_000), 1, table.now - 4_000)


def test_time_that_runs_out_over_a_beaver_costs_what_the_double_was_worth() -> None:
    clock = ClockTerms(delay=10_000)
    table = doubled(Terms("tabla", length=9, cube=True, beaver=True, clock=clock))
    table.do(1, cmd.Beaver())
    table.now += 10_000
    assert table.refused(0, cmd.Take()) == "time_over"
    table.do(None, cmd.Flag())
    assert table.match.score == (0, 3 * 2)


def test_raises_by_one_go_up_to_64() -> None:
    table = Table(Terms("tabla", cube=True, raises="add"), (1, 3))
    table.play()
    for value in range(2, 65):
        if table.match.phase == "over":
            break
        table.force(cube=Cube(value - 1, table.match.turn))
        (offer,) = table.act(cmd.Double())
        assert isinstance(offer, ev.Doubled)
        assert offer.value == value
        table.act(cmd.Take())
        assert table.match.cube == Cube(value, 1 - table.match.turn)
    table.force(cube=Cube(64, table.match.turn))
    assert table.refused(table.match.turn, cmd.Double()) == "cube_max"


def test_who_declines_a_raise_by_one_loses_what_was_agreed() -> None:
    table = doubled(Terms("tabla", length=9, cube=True, raises="add"), cube=Cube(4, 0))
    assert table.match.proposed == (5,)
    table.do(1, cmd.Drop())
    assert table.match.score == (4, 0)


@pytest.mark.parametrize(("most", "value"), [(0, 1), (1, 2), (2, 4), (3, 8), (6, 8)])
@pytest.mark.parametrize("game", ["tabla", "long-nardy"])
def test_equal_opening_dice_double_the_cube_in_the_middle(game: str, most: int, value: int) -> None:
    table = Table(Terms(game, cube=True, auto_doubles=most), (2, 2), (6, 6), (1, 1), (1, 4))
    assert table.match.cube == Cube(value, None)
    assert table.match.rolls == 4


def test_automatic_doubles_end_with_64_and_begin_anew_with_the_game() -> None:
    terms = Terms("tabla", length=9, cube=True, auto_doubles=6)
    table = Table(terms, *[(n % 6 + 1,) * 2 for n in range(8)], (1, 4))
    assert table.match.cube == Cube(64, None)
    table.play()
    assert table.refused(0, cmd.Double()) == "cube_max"
    table.act(cmd.Resign(1))
    table.force(cube=Cube(2))
    table.act(cmd.Accept())
    assert (table.match.cube, table.match.game_no) == (Cube(), 2)


def test_jacoby_counts_one_until_a_player_has_turned_the_cube() -> None:
    table = Table(Terms("tabla", cube=True, jacoby=True, auto_doubles=1), (2, 2), (3, 1), (6, 5))
    table.place(MARS_NEXT, 1, phase="roll", dice=None)
    assert view(table.match).classes == ((1, "single"),)
    table.act(cmd.Roll())
    ended = table.play()[1]
    assert isinstance(ended, ev.GameEnded)
    assert (ended.points, ended.kind, ended.how) == (2, "single", "played")


def test_jacoby_counts_all_once_the_cube_was_turned() -> None:
    table = Table(Terms("tabla", cube=True, jacoby=True), (3, 1), (6, 5))
    table.place(MARS_NEXT, 1, phase="roll", dice=None)
    table.act(cmd.Double())
    table.act(cmd.Take())
    assert view(table.match).classes == ((1, "single"), (2, "mars"), (3, "koks"))
    table.act(cmd.Roll())
    ended = table.play()[1]
    assert isinstance(ended, ev.GameEnded)
    assert (ended.points, ended.kind) == (4, "mars")


@pytest.mark.parametrize(
    ("game", "version", "cost"), [("backgammon", 2, 1), ("tabla", 1, 1), ("tabla", 2, 3)]
)
def test_jacoby_makes_resigning_cheap_and_mostly_running_out_of_time(
    game: str, version: int, cost: int
) -> None:
    """By the rules of anafeds a single game that is lost on time costs three points, whatever was agreed."""
    terms = Terms(game, cube=True, jacoby=True, clock=ClockTerms(delay=1_000))
    table = Table(terms, (3, 1), version=version)
    table.place("X=19:5,13:10;O=1:2,off:13", 0, phase="roll", dice=None)
    assert view(table.match).resign_min == (1, 1)
    assert [table.refused(0, cmd.Resign(points)) for points in (1, 2, 3)] == ["", "bad_points", "bad_points"]
    table.now += INTERMISSION + 1_000
    ended = table.do(None, cmd.Flag())[1]
    assert isinstance(ended, ev.GameEnded)
    assert ended.points == cost


def test_nobody_doubles_in_the_crawford_game_not_even_the_dice() -> None:
    table = Table(Terms("tabla", length=3, cube=True, auto_doubles=3), dice=Loaded((1, 2)))
    assert table.match.cube == Cube()
    table.force(crawford=True, phase="between", starter=None)
    opening = ev.OpeningRolled(at=table.now, n=2, dice=(4, 4))
    table.events.append(opening)
    assert evolve(table.match, opening).cube == Cube()
