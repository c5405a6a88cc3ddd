"""Rollouts with the cube in play: exact where that can be worked out, and the same with luck and without."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.match.dice_matches import Table
from zaria import games
from zaria.bots.doubling import Stake, rollouts
from zaria.bots.doubling.cubes import Cubes
from zaria.bots.doubling.position_games import PositionGames
from zaria.bots.tables import engine_for
from zaria.games.protocols import Position
from zaria.match.terms import Terms

GAME = games.dice_game("backgammon")
EVERY_PAIR = 1296
"""So many games have each pair of first two rolls once."""
LAST_ROLL = GAME.parse("X=5:1,2:1;O=1:1")
"""Borne off by 19 rolls of 36; the other side bears off in any case."""
TWO_ROLLS = GAME.parse("X=1:3;O=5:1,2:1")
"""Borne off at once by a doublet; else the other side has 19 rolls of 36, and then it is borne off."""
CONTACT = "X=20:2,13:2,8:2,6:4,5:3,3:2;O=21:2,13:3,8:3,6:4,4:3"
RACE = "X=6:4,5:3,4:2,3:2;O=6:4,5:2,4:3,2:1"
NOW = 19 / 36
LATER = 1 / 6 - 5 / 6 * (2 * NOW - 1)
"""The chance to win less that to lose in `TWO_ROLLS`."""
EXACT = 1e-6


def exact(position: Position, stake: Stake) -> rollouts.CubeRollout:
    return rollouts.roll_out(position, stake, EVERY_PAIR, without_luck=False)


@pytest.mark.parametrize("owned", [None, True])
def test_the_last_roll_is_doubled_and_taken_from_an_even_chance_on(*, owned: bool | None) -> None:
    rollout = exact(LAST_ROLL, Stake(is_owner=owned, value=2))
    assert rollout.no_double.equity == pytest.approx(2 * NOW - 1, abs=EXACT)
    assert rollout.double_take.equity == pytest.approx(2 * (2 * NOW - 1), abs=EXACT)
    assert rollout.gain.equity == pytest.approx(2 * NOW - 1, abs=EXACT)
    assert (rollout.double_drop, rollout.action, rollout.unit) == (1.0, "double_take", 2.0)
    assert rollout.no_double.error == pytest.approx(((1 - (2 * NOW - 1) ** 2) / 1295) ** 0.5, abs=EXACT)


def test_the_other_side_doubles_when_it_may() -> None:
    """It has an even chance at least, and is doubled in while the cube is its own or nobody's."""
    centred = exact(TWO_ROLLS, Stake())
    owned = exact(TWO_ROLLS, Stake(is_owner=True))
    one_roll = 1 / 6 - 5 / 6 * 2 * (2 * NOW - 1)
    assert centred.no_double.equity == pytest.approx(one_roll, abs=EXACT)
    assert centred.double_take.equity == pytest.approx(2 * one_roll, abs=EXACT)
    assert owned.no_double.equity == pytest.approx(LATER, abs=EXACT)
    assert owned.double_take.equity == pytest.approx(2 * one_roll, abs=EXACT)


def test_in_a_match_the_last_cube_is_not_turned_again() -> None:
    """At two points to go for both a cube at 2 is dead: it decides the match."""
    stake = Stake(away=(2, 2))
    rollout = exact(TWO_ROLLS, stake)
    assert rollout.double_take.equity == pytest.approx(stake.scaled((1 + LATER) / 2), abs=EXACT)


def test_with_a_point_to_go_it_is_the_rollout_without_a_cube() -> None:
    rollout = exact(TWO_ROLLS, Stake(away=(1, 1)))
    cubeless = engine_for(GAME).rollout(TWO_ROLLS, EVERY_PAIR)
    assert rollout.no_double.equity == pytest.approx(2 * cubeless.chances.win - 1, abs=EXACT)
    assert rollout.gain == (0.0, 0.0)
    assert rollout.no_double.equity == pytest.approx(LATER, abs=EXACT)


@pytest.mark.parametrize(
    ("text", "part", "stake"),
    [(CONTACT, 0.35, Stake()), (CONTACT, 0.35, Stake(away=(5, 3))), (RACE, 0.5, Stake(jacoby=True))],
    ids=["money", "match", "jacoby"],
)
def test_the_mean_stays_without_luck_and_the_error_shrinks(text: str, part: float, stake: Stake) -> None:
    position = GAME.parse(text)
    plain = rollouts.roll_out(position, stake, 648, seed=5, without_luck=False)
    reduced = rollouts.roll_out(position, stake, 36, seed=5)
    for name in ("no_double", "double_take"):
        estimate, without = getattr(plain, name), getattr(reduced, name)
        joint_error = (estimate.error**2 + without.error**2) ** 0.5
        assert abs(estimate.equity - without.equity) < 4 * joint_error, name
        assert without.error * 36**0.5 < part * estimate.error * 648**0.5, name


def test_far_from_the_end_of_a_match_it_is_as_for_money() -> None:
    money = rollouts.roll_out(GAME.parse(RACE), Stake(), 36, seed=2)
    match = rollouts.roll_out(GAME.parse(RACE), Stake(away=(21, 21)), 36, seed=2)
    assert match.no_double.equity == pytest.approx(money.no_double.equity, abs=0.03)
    assert match.double_take.equity == pytest.approx(money.double_take.equity, abs=0.05)


def test_both_branches_have_the_same_dice() -> None:
    """So the gain is known better than either equity."""
    rollout = rollouts.roll_out(GAME.parse(RACE), Stake(), 360, without_luck=False)
    assert rollout.gain.error < (rollout.no_double.error**2 + rollout.double_take.error**2) ** 0.5 * 0.8


def test_one_roll_without_luck_leaves_no_error() -> None:
    """Each game ends with the mean of all rolls, by the model."""
    rollout = rollouts.roll_out(GAME.parse(CONTACT), Stake(away=(7, 5)), 8, rolls=1)
    assert rollout.no_double.error < 1e-5
    assert rollout.double_take.error < 1e-5
    assert (
        rollout.no_double.error < rollouts.roll_out(GAME.parse(CONTACT), Stake(), 8, rolls=3).no_double.error
    )


def test_it_follows_from_the_seed_in_any_thread() -> None:
    def rolled_out(seed: int, turn: int = 0) -> rollouts.CubeRollout:
        return rollouts.roll_out(GAME.parse(CONTACT, turn), Stake(away=(5, 5)), 6, seed)

    with ThreadPoolExecutor(3) as threads:
        again = [
            threads.submit(rolled_out, 3),
            threads.submit(rolled_out, 4),
            threads.submit(rolled_out, 3, 1),
        ]
        same, different, other_side = (future.result() for future in again)
    assert same == rolled_out(3) == other_side
    assert same != different


def test_a_beaver_is_part_of_the_chain() -> None:
    """Three rolls of 36 are not enough to be doubled out, and too few to double."""
    poor = GAME.parse("X=6:1,5:1;O=1:1")
    chance = exact(poor, Stake()).no_double.equity
    rollout = exact(poor, Stake(beaver=True, raccoon=True))
    assert rollout.double_beaver is not None
    assert rollout.double_beaver.equity == pytest.approx(4 * chance, abs=EXACT)
    assert rollout.gain.equity == pytest.approx(3 * chance, abs=EXACT)
    assert rollout.action == "no_double"


@pytest.mark.parametrize("name", ["indiyka", "short-nardy-5s", "gulbara"])
def test_games_are_played_out_by_positions_too(name: str) -> None:
    """In indiyka and with equal turns, the board alone does not say how games go on."""
    game = games.dice_game(name, **({"paritet": True} if name == "short-nardy-5s" else {}))
    position = game.start() if name == "indiyka" else game.parse("X=5:1,2:1;O=1:1")
    rollout = rollouts.roll_out(position, Stake(points=tuple(p for p, _ in game.classes)), 4, rolls=2)
    assert rollout.games == 4
    assert -1 <= rollout.no_double.equity <= 1
    assert rollout.no_double.error < 0.1


def test_positions_and_boards_are_played_alike() -> None:
    stake = Stake()
    offers = stake.chain(), stake.flipped().chain()
    by_positions = PositionGames(engine_for(GAME), TWO_ROLLS, offers, 0.0)
    for first, second in ((7, 3), (1, 3), (1, 35), (35, 0)):
        by_boards = rollouts._player(engine_for(GAME), TWO_ROLLS, stake, 100, without_luck=False)
        equity = by_positions.play((0, 2), (first, second), 1, 100, without_luck=False)
        assert by_boards((0, 2), (first, second), 1) == pytest.approx(equity, abs=EXACT)


def test_what_cannot_be_doubled_is_refused() -> None:
    for terms, fields, code in (
        (Terms("backgammon", length=5), {}, "no_cube"),
        (Terms("backgammon", length=5, cube=True), {"crawford": True}, "crawford"),
        (Terms("backgammon", length=5, cube=True), {"game_no": 2, "fresh": True}, "cube_too_early"),
    ):
        table = Table(terms)
        table.place(CONTACT, 0, phase="roll", dice=None, **fields)
        with pytest.raises(ValueError, match=code):
            rollouts.of_match(table.match)
    for stake in (Stake(cube=False), Stake(64)):
        with pytest.raises(ValueError, match="cannot be turned"):
            rollouts.roll_out(LAST_ROLL, stake)
    with pytest.raises(ValueError, match="before a roll"):
        rollouts.roll_out(LAST_ROLL.rolled((2, 1)), Stake())
    with pytest.raises(ValueError, match="0 games"):
        rollouts.roll_out(LAST_ROLL, Stake(), 0)
    with pytest.raises(ValueError, match="of backgammon"):
        rollouts.roll_out(LAST_ROLL, Stake(), engine=engine_for(games.dice_game("tapa")))


def test_a_match_is_rolled_out_before_the_double_and_after_it() -> None:
    table = Table(Terms("backgammon", length=3, cube=True))
    table.place("X=5:1,2:1;O=1:1", 1, phase="roll", dice=None, fresh=False)
    before = rollouts.of_match(table.match, 36)
    table.force(phase="double", proposed=(2,))
    assert rollouts.of_match(table.match, 36) == before
    assert before.action == "double_take"


def test_the_other_side_sees_the_stake_turned_round() -> None:
    stake = Stake(value=2, is_owner=True, away=(5, 3))
    assert (stake.flipped().is_owner, stake.flipped().away) == (False, (3, 5))
    assert stake.flipped().flipped() == stake
    assert Stake().flipped() == Stake()
    model, opponent = stake.cubes(), stake.flipped().cubes()
    assert isinstance(model, Cubes)
    assert model.values == opponent.values
