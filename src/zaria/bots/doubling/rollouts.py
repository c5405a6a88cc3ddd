"""Rollouts with the cube in play: what each action of the cube is worth, by games played from a position.

from zaria.bots.doubling import rollouts
rollout = rollouts.of_match(match, games=216, seed=7)
rollout.action, rollout.gain                    # "double_take", Estimate(equity=0.11, error=0.02)
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from zaria.bots.doubling import efficiency
from zaria.bots.doubling.cube_games import CubeGames
from zaria.bots.doubling.decision import Action
from zaria.bots.doubling.owners import NOBODY
from zaria.bots.doubling.position_games import PositionGames
from zaria.bots.doubling.stake import Stake
from zaria.bots.tables import Engine, engine_for
from zaria.bots.tables.engine import LONGEST
from zaria.bots.tables.rollouts import first_rolls
from zaria.games.protocols import Position
from zaria.match.cube import objection
from zaria.match.match import Match

GAMES = 216
"""Games of a rollout without luck, six for each first roll."""
SEEDS = 2**31 - 2
"""Different games: the dice of one follow from a number from 1 to this."""

Play = Callable[[tuple[int, int], tuple[int, int], int], float]
"""A game with the cube at a level and with an owner, with the first two rolls, and the seed of the others."""


class Estimate(NamedTuple):
    """A mean of games and its standard error, on the scale of `Decision`."""

    equity: float
    error: float


class CubeRollout(NamedTuple):
    """The equities of a decision about the cube by games that were played out.

    They are those of `Decision`, seen by the side that may double; `double_beaver` is the equity after a
    beaver, or the raccoon that answers it, if such are agreed. `gain` is what doubling brings beyond no
    double if the other side answers correctly: both play with the same dice, so that its error is smaller
    than those of the two.
    """

    no_double: Estimate
    double_take: Estimate
    double_drop: float
    double_beaver: Estimate | None
    gain: Estimate
    unit: float
    games: int

    @property
    def doubled(self) -> Estimate:
        """The equity of doubling if the other side answers as is best for it."""
        answers = [self.double_take, Estimate(self.double_drop, 0.0)]
        if self.double_beaver is not None:
            answers.append(self.double_beaver)
        return min(answers)

    @property
    def action(self) -> Action:
        """The correct actions of both sides, if the estimates are right."""
        beaver = self.double_beaver.equity if self.double_beaver else None
        taken = self.double_take.equity
        is_taken = taken <= self.double_drop
        if self.gain.equity <= 0.0:
            return "no_double" if is_taken else "too_good"
        if beaver is not None and beaver < min(taken, self.double_drop):
            return "double_beaver"
        return "double_take" if is_taken else "double_drop"


def of_match(
    match: Match, games: int = GAMES, seed: int = 0, *, rolls: int = LONGEST, without_luck: bool = True
) -> CubeRollout:
    """Roll out the decision of the side on turn, before it rolls or while its double is answered.

    Raises `ValueError` where the rules allow no double, and as `roll_out` does.
    """
    code = objection(match) if match.phase != "double" else None
    if code is not None:
        raise ValueError(f"nobody can double: {code}")
    stake = Stake.of(match, match.turn)
    return roll_out(match.dice_position(), stake, games, seed, rolls=rolls, without_luck=without_luck)


def roll_out(
    position: Position,
    stake: Stake,
    games: int = GAMES,
    seed: int = 0,
    *,
    rolls: int = LONGEST,
    without_luck: bool = True,
    engine: Engine | None = None,
) -> CubeRollout:
    """Play the position out with the cube in play; the dice follow from the seed.

    `stake` is that of the side on roll. In each game both sides double and answer as the model says, by
    chances at 0 plies. A game ends after `rolls` rolls at the latest, with its equity by the model.
    `without_luck` takes the luck of each roll off, by the model's equity: the means stay the same. Raises
    `ValueError` if the cube cannot be turned, where a roll is due or the game is over, for less than one
    game or roll, and for a position of another game than the engine's.
    """
    if games < 1 or rolls < 1:
        raise ValueError(f"no rollout has {games} games of {rolls} rolls")
    if position.duty is not None or position.outcome() is not None:
        raise ValueError("a cube is turned before a roll")
    chain = stake.chain()
    chain.place(0.0, 0, stake.owner)
    if not chain.possible():
        raise ValueError("nobody can double: the cube cannot be turned")
    play = _player(engine or engine_for(position.game), position, stake, rolls, without_luck=without_luck)
    random = Random(seed)
    deals = [(first_rolls(seed % SEEDS, game), random.randint(1, SEEDS)) for game in range(games)]
    owner = NOBODY if stake.is_owner is None else int(not stake.is_owner)
    cubes = [(0, owner), *((count, 1) for count in range(1, _most_offers(stake) + 1))]
    means = [[stake.scaled(play(cube, dice, number)) for dice, number in deals] for cube in cubes]
    return _summed_up(means, stake)


def _most_offers(stake: Stake) -> int:
    """Return how many offers a chain may have at this stake, after which the cube is taken."""
    chain = stake.chain()
    chain.place(0.0, 0, stake.owner)
    count = 1
    while chain.can_counter(count):
        count += 1
    return count


def _player(engine: Engine, position: Position, stake: Stake, rolls: int, *, without_luck: bool) -> Play:
    """Return what plays games of the position out."""
    offers = stake.chain(), stake.flipped().chain()
    at = engine.board_kernel(position)
    if at is None:
        whole = stake.equity_of(1) + stake.flipped().equity_of(-1)
        return partial(
            PositionGames(engine, position, offers, whole).play, rolls=rolls, without_luck=without_luck
        )
    kernel, board = at
    games = CubeGames(
        kernel,
        *offers,
        contact=efficiency.CONTACT,
        races=position.game.contact.shares_road,
        without_mars="mars" not in [kind for _, kind in position.game.classes],
    )
    return partial(games.play, board, rolls=rolls, without_luck=without_luck)


def _summed_up(equities: Sequence[Sequence[float]], stake: Stake) -> CubeRollout:
    """Return the rollout of these equities of games: without a double, and after each chain of offers."""
    no_double, taken = equities[:2]
    dropped = stake.scaled(stake.equity_of(stake.value))
    answered, beaver = taken, None
    if len(equities) > 2:
        beavered = max(equities[2:], key=sum)
        beaver = _estimate(beavered)
        answered = min(taken, beavered, key=sum)
    if sum(answered) > dropped * len(answered):
        answered = [dropped] * len(answered)
    gain = _estimate([double - roll for double, roll in zip(answered, no_double, strict=True)])
    low, high = stake.equity_of(-stake.value), stake.equity_of(stake.value)
    return CubeRollout(
        _estimate(no_double),
        _estimate(taken),
        dropped,
        beaver,
        gain,
        (high - low) / 2,
        len(no_double),
    )


def _estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of values, and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Estimate(mean, (spread / len(values)) ** 0.5)
