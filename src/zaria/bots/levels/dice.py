"""The levels in games with dice: one engine, and lapses on top of what it finds."""

import random
from collections.abc import Sequence

from zaria import games
from zaria.bots import doubling
from zaria.bots.levels.lapses import believed, hidden, misjudged, seed, seen
from zaria.bots.levels.skill import NAMES, PREFIX, Skill, skill
from zaria.bots.player import ThinkRequest, Thought
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import Candidate, Engine, engine_for
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.match.match import Match

CLOSE = 0.04
"""Points by which a turn may be worse than the best and still have to be weighed against it."""
MANY = 5
"""So many turns to be weighed are as hard as it gets."""
HASTE = ((0.05, 0), (0.5, 1))
"""(seconds, ply): with less time than that the search goes no deeper."""
ENDING = 1
"""Plies that are looked before a resignation is answered: without them a mars that is saved by any roll
seems to be worth something still. It takes a few milliseconds."""
LADDER = 3.0
"""So many times as long it takes to look ahead from a stage after which more of the roll is due."""


class DiceLevel:
    """One of the five levels; see `Bot`. It overlooks and misjudges, but it never throws dice away."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.id = f"{PREFIX}{level}"
        self.name = f"Zaria ({NAMES[level]})"

    def think(self, position: Position, request: ThinkRequest) -> Thought[Turn]:
        """The best of the turns it sees, as it judges them at the score."""
        engine = engine_for(position.game)
        able = skill(position.game, self.level)
        equity_of = None if request.match is None else doubling.equity_of(request.match, position.turn)
        found = engine.ranked(position, equity_of=equity_of)
        if len(found) == 1:
            return Thought(found[0].turn)
        seconds = request.seconds
        if seconds is not None and position.duty is not None and len(position.duty.stages) > 1:
            seconds /= LADDER
        ply = reach(engine, able.ply, seconds)
        if ply:
            found = engine.ranked(position, ply, equity_of=equity_of)
        return Thought(_pick(found, able, random.Random(request.seed)), doubt(found))

    def doubles(self, match: Match, side: int) -> bool:
        """Return whether to double, as it judges its chances."""
        return doubling.doubles(match, self._chances(match))

    def takes(self, match: Match, side: int) -> bool:
        """Return whether to take, as it judges its chances."""
        return doubling.takes(match, self._chances(match))

    def beavers(self, match: Match, side: int) -> bool:
        """Return whether to raise in answer, as it judges its chances."""
        return doubling.beavers(match, self._chances(match))

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Return whether the points are worth as much as playing on, by full strength at every level.

        Who has won the game is asked, and would not understand a mistake.
        """
        return doubling.accepts_resignation(match, _chances_on_turn(match, ENDING), points)

    def _chances(self, match: Match) -> OutcomeProbabilities:
        """The chances of the side on turn as the level believes them."""
        able = skill(match.dice_position().game, self.level)
        chances = _chances_on_turn(match, min(1, able.ply))
        # Another opinion than that of the turn before, but the same whether it doubles or is doubled.
        return believed(chances, random.Random(seed(match) ^ self.level).gauss(0.0, able.cube))


def _chances_on_turn(match: Match, ply: int) -> OutcomeProbabilities:
    """The chances of the side on turn, looking ahead so far if possible."""
    engine = engine_for(match.dice_position().game)
    chances = engine.evaluate(match.dice_position(), reach(engine, ply))
    return chances if match.dice_position().turn == match.turn else chances.flipped()


def reach(engine: Engine, ply: int, seconds: float | None = None) -> int:
    """The possible depth: the heuristic is too slow for more than depth 0."""
    if engine.name == "plain":
        return 0
    if seconds is not None:
        ply = min([ply, *[most for limit, most in HASTE if seconds < limit]])
    return ply


def engine(game: str, level: int) -> tuple[str, int]:
    """Return the engine of a level in a game, and the plies it looks ahead."""
    evaluator = engine_for(games.dice_game(game))
    return evaluator.name, reach(evaluator, skill(evaluator.game, level).ply)


def slow(game: str, level: int | None) -> bool:
    """Return whether a program (None: of no level) looks ahead further than a ply."""
    return level is not None and skill(games.dice_game(game), level).ply > 1


def doubt(found: Sequence[Candidate]) -> float:
    """Return how many of the turns have to be weighed against each other: 0 for one, 1 for many."""
    close = sum(one.equity >= found[0].equity - CLOSE for one in found[: MANY + 1])
    return min(1.0, (close - 1) / MANY)


def _pick(found: Sequence[Candidate], able: Skill, chance: random.Random) -> Turn:
    """One of them, for whom they are worth what they seem to be."""
    if not (able.noise or able.overlook):
        return found[0].turn
    depths = {id(one): hidden(one.turn) for one in found}
    eyed = seen(found, lambda one: depths[id(one)], able.overlook, chance)
    values = [misjudged(one.equity, depths[id(one)], able.noise, chance) for one in eyed]
    return eyed[values.index(max(values))].turn
