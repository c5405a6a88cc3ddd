"""The measure of strength is true: luck comes out even, swapped sides cancel, losses add up.

The judges are asked, never part of the product; without them their part is skipped.
"""

import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tools.bench.strength import benchmark, cubed, differences, errors, gnubg, rows, sage
from tools.bench.strength.away import given_away
from tools.bench.strength.games import Dice, Ended, Mean, Tally, game, series
from tools.bench.strength.players import AtLevel, Blind, ByHand, OurLuck, Ours, Player

from tests.support.requirements import missing
from zaria import games
from zaria.bots.tables import Engine
from zaria.games.dice import ROLL_CHANCES, ROLLS
from zaria.games.protocols import Position

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BACKGAMMON = games.dice_game("backgammon")


def judge(ply: int = 0) -> gnubg.Gnubg:
    try:
        return gnubg.Gnubg(ply)
    except gnubg.MissingEngineError as error:
        missing("gnubg", str(error))


def positions(player: Player, seed: int) -> list[Position]:
    """All positions before a roll in a game that the player plays against itself."""
    dice, position = Dice(seed, 0), BACKGAMMON.start()
    positions: list[Position] = []
    while position.outcome() is None:
        positions.append(position)
        position = player.play(position.rolled(dice.roll(opening=False)))
    return positions


def test_a_mean_has_its_standard_error() -> None:
    mean = Mean()
    for value in (1.0, 2.0, 3.0, 6.0):
        mean.add(value)
    assert mean.value == 3.0
    assert mean.error == pytest.approx(math.sqrt(14 / 3 / 4))


def test_points_are_the_first_players() -> None:
    tally = Tally()
    tally.add(Ended(2, 0.5, 60, True), Ended(-1, 0.25, 50, True))
    assert (tally.games, tally.wins, tally.losses, tally.doubled) == (2, 2, 0, 1)
    assert tally.points.value == 1.5
    assert tally.earned.value == 0.125


def test_a_pair_of_games_has_the_same_dice_and_other_pairs_have_others() -> None:
    def rolls(pair: int) -> list[tuple[int, int]]:
        dice = Dice(3, pair)
        return [dice.roll(opening=not number) for number in range(40)]

    assert rolls(1) == rolls(1) != rolls(2)
    assert all(high != low for high, low in (rolls(pair)[0] for pair in range(40)))


def test_swapped_sides_cancel_between_equals() -> None:
    tally = series(BACKGAMMON, ByHand(), ByHand(), 6, 1.0)
    assert (tally.games, tally.points.value, tally.points.error) == (6, 0.0, 0.0)


@pytest.mark.parametrize("name", ["tapa", "gulbara", "long-nardy-5s", "indiyka"])
def test_every_kind_of_game_ends(name: str) -> None:
    ended = game(games.dice_game(name), ByHand(), Blind(1), Dice(1, 1))
    assert ended.is_finished
    assert ended.points == ended.earned


def test_a_judge_plays_whole_games_and_beats_chance() -> None:
    tally = series(BACKGAMMON, judge(), Blind(2), 10, 1.0)
    assert tally.broken_off == 0
    assert tally.wins == 10


def test_the_judges_best_turn_is_the_one_it_values_most() -> None:
    static = judge()
    for position in positions(static, 5):
        for roll in ROLLS[::4]:
            rolled = position.rolled(roll)
            played = static.after(static.play(rolled))
            assert played == pytest.approx(static.best(gnubg.seen(position), roll), abs=1e-4)


def test_luck_comes_out_even() -> None:
    """Over all rolls its mean is nought, from the first move to the last checkers."""
    luck = gnubg.Luck() if judge() else None
    assert luck is not None
    for position in positions(judge(), 6)[::7]:
        weighted_luck = [chance * luck.of(position, roll, False) for roll, chance in ROLL_CHANCES]
        assert sum(weighted_luck) == pytest.approx(0, abs=2e-4)
    opening = [luck.of(BACKGAMMON.start(), roll, True) for roll in ROLLS if roll[0] != roll[1]]
    assert sum(opening) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", ["tapa", "long-nardy"])
def test_luck_in_our_own_eyes_comes_out_even(name: str) -> None:
    """Looking a ply ahead is the mean over what the dice may bring."""
    rules = games.dice_game(name)
    luck, static = OurLuck(Engine(rules)), ByHand()
    dice, position = Dice(2, 1), rules.start()
    for stage in range(12):
        if not stage % 4:
            weighted_luck = [chance * luck.of(position, roll, False) for roll, chance in ROLL_CHANCES]
            assert sum(weighted_luck) == pytest.approx(0, abs=1e-5)
            assert max(weighted_luck) > 0
        position = static.play(position.rolled(dice.roll(opening=False)))


def test_open_sage_sees_the_board_as_we_do() -> None:
    """It plays level with gnubg: were a side or a point mistaken, it would lose almost every game."""
    try:
        player = sage.Sage()
    except gnubg.MissingEngineError as error:
        pytest.skip(str(error))  # 90 MB with numpy: for the benchmarks alone
    tally = series(BACKGAMMON, player, judge(), 6, 1.0, luck=gnubg.Luck())
    assert abs(tally.earned.value) < 0.3


def test_a_yardstick_finds_no_fault_with_who_made_it(tmp_path: Path) -> None:
    deep, yardstick = judge(2), benchmark.make(2, 1, lambda count: None)
    benchmark.save(yardstick, tmp_path / "kept")
    cases = benchmark.load(tmp_path / "kept")
    assert cases == yardstick
    assert sum(benchmark.losses(cases, _careful(deep))) == pytest.approx(0, abs=1e-6)
    static = benchmark.losses(cases, judge().play)
    assert static == pytest.approx([case.static for case in cases])
    assert benchmark.rates(cases, static)["all"].loss == pytest.approx(1000 * sum(static) / 2)


def test_an_engine_that_plays_as_it_is_judged_gives_nothing_away() -> None:
    """In a game of ladders, where the rest of a roll is another turn; less by hand than blindly."""
    rules = games.dice_game("chelebi")
    engine_player = Ours(Engine(rules))
    assert given_away(rules, engine_player, engine_player, 2, 1.0).value == pytest.approx(0, abs=1e-6)
    by_hand = given_away(rules, engine_player, ByHand(), 6, 1.0, seed=1)
    blind = given_away(rules, engine_player, Blind(1), 6, 1.0, seed=1)
    assert (by_hand.count, blind.count) == (6, 6)
    assert 0.1 < by_hand.value < blind.value / 3


def test_with_the_cube_swapped_sides_cancel_between_equals() -> None:
    """The side with better dice wins much in one game of a pair and loses it in the other."""
    result = cubed.series("chelebi", cubed.PLAIN, 12, 1.0)
    assert (result.count, result.value, result.error) == (6, 0.0, 0.0)
    assert cubed.series("chelebi", "level5", 16, 30.0).value > 0


def test_gnubg_loses_nothing_to_itself() -> None:
    report = errors.grade(judge(), 1, 0.0, 1, lambda report: None, points=1)
    assert len(report.matches) == 1
    assert report.same.value == 0.0
    assert report.player.count + report.gnubg.count == report.same.count > 9


def test_gnubg_sees_the_errors_of_a_beginner() -> None:
    report = errors.grade(AtLevel(1, "0", 0.1), 1, 0.0, 1, lambda report: None, points=1)
    assert report.player.value > report.gnubg.value + 10


def test_gnubg_gains_nothing_on_itself() -> None:
    comparison = differences.compare(judge(2), 5, 1.0, 1, lambda comparison: None)
    assert (comparison.gains.count, comparison.differing, comparison.gains.value) == (5, 0, 0.0)


def test_chance_gains_nothing_on_gnubg() -> None:
    judge()
    comparison = differences.compare(Blind(1), 5, 1.0, 1, lambda comparison: None)
    assert comparison.differing > 2
    assert comparison.gains.value < -10


def test_rows_name_every_game_with_dice_once() -> None:
    names = [row.name for row in rows.every(rows.Request())]
    assert len(names) == len(set(names))
    assert set(games.names()) - set(names) == {"three-games", "tavli"}


def _careful(deep: gnubg.Gnubg) -> Callable[[Position], Position]:
    """Plays what gnubg at 2 plies likes best of all turns."""
    return lambda rolled: max(rolled.results(), key=deep.after)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--only", "foo"], "no row foo; there are gnubg, "),
        (["--only", "generations"], "--net NEW --old OLD"),
        (["--only", "tapa", "--games", "-3"], "--games: a number above 0, not -3"),
        (["errors", "--matches", "x"], "--matches: a number above 0, not x"),
        (["errors", "--level", "level9"], "invalid choice: 'level9'"),
    ],
)
def test_what_cannot_be_measured_is_reported_in_a_line(words: list[str], reason: str) -> None:
    program = [sys.executable, "-m", "tools.bench.strength"]
    done = subprocess.run([*program, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode > 0
    assert done.stdout == ""
    assert reason in done.stderr.splitlines()[-1]
