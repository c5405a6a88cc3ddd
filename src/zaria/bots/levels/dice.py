"""The levels in games with dice: one engine, and lapses in the choice among its candidates."""

import random
from collections.abc import Sequence

from zaria import games
from zaria.bots import doubling
from zaria.bots.levels.lapses import believed, hidden, misjudged, seed, seen
from zaria.bots.levels.skill import MASTER, NAMES, PREFIX, Skill, skill
from zaria.bots.player import Effort, ThinkRequest, Thought
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import Candidate, Engine, engine_for
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.match.match import Match

CLOSE = 0.04
"""A turn that loses at most so many points against the best makes the choice harder."""
MANY = 5
"""With so many close turns beside the best a choice is as hard as possible."""
HASTE = ((0.012, 0), (0.1, 1))
"""(seconds, ply): the greatest depth of a search with less time than that.

The longest of 50 turns of each game took 3 to 9 ms at a ply, and 28 to 134 ms at two.
"""
ENDING = 1
"""Plies of lookahead before an answer to a resignation, which take a few milliseconds.

Without them a mars that any roll saves would still seem to be worth something.
"""
LADDER = 2.0
"""Factor of the time for lookahead from a stage that is not the last of its roll.

The longest of 50 such turns took 12 to 28 ms at a ply, and 54 to 221 ms at two.
"""


class DiceLevel:
    """One of the five levels; see `Bot`.

    It overlooks and misjudges turns, but never wastes dice on purpose.
    """

    def __init__(self, level: int) -> None:
        self.level = level
        self.id = f"{PREFIX}{level}"
        self.name = f"Zaria ({NAMES[level]})"

    def think(self, position: Position, request: ThinkRequest) -> Thought[Turn]:
        """Return the turn that seems best to the level at the score."""
        engine = engine_for(position.game)
        able = skill(position.game, self.level)
        equity_of = None if request.match is None else doubling.equity_of(request.match, position.turn)
        candidates = engine.ranked(position, equity_of=equity_of)
        if len(candidates) == 1:
            return Thought(candidates[0].turn)
        seconds = request.seconds
        if seconds is not None and position.duty is not None and len(position.duty.stages) > 1:
            seconds /= LADDER
        ply = reach(engine, able.ply, seconds)
        if ply:
            candidates = engine.ranked(position, ply, equity_of=equity_of)
        return Thought(pick(candidates, able, random.Random(request.seed)), doubt(candidates))

    def doubles(self, match: Match, side: int) -> bool:
        """Return whether to double, by the chances that the level believes in."""
        return doubling.doubles(match, self._chances(match))

    def takes(self, match: Match, side: int) -> bool:
        """Return whether to take, by the chances that the level believes in."""
        return doubling.takes(match, self._chances(match))

    def beavers(self, match: Match, side: int) -> bool:
        """Return whether to double again in answer, by the chances that the level believes in."""
        return doubling.beavers(match, self._chances(match))

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Return whether the points are worth as much as playing on.

        Every level answers at full strength: the opponent gives the game up, and would not understand a
        mistake.
        """
        return doubling.accepts_resignation(match, _chances_on_turn(match, ENDING), points)

    def _chances(self, match: Match) -> OutcomeProbabilities:
        """Return the chances of the side on turn with the error of the level."""
        able = skill(match.dice_position().game, self.level)
        chances = _chances_on_turn(match, min(1, able.ply))
        # The error changes from turn to turn, but is the same for the double and for its answer.
        return believed(chances, random.Random(seed(match) ^ self.level).gauss(0.0, able.cube))


class WithoutLevel(DiceLevel):
    """The program of the games of pure luck, in which all levels would play nearly alike.

    It doubles as the master does.
    """

    def __init__(self) -> None:
        super().__init__(MASTER)
        self.id = "zaria"
        self.name = "Zaria"


def _chances_on_turn(match: Match, ply: int) -> OutcomeProbabilities:
    """Return the chances of the side on turn with `ply` plies of lookahead, if the engine can."""
    engine = engine_for(match.dice_position().game)
    chances = engine.evaluate(match.dice_position(), reach(engine, ply))
    return chances if match.dice_position().turn == match.turn else chances.flipped()


def reach(engine: Engine, ply: int, seconds: float | None = None) -> int:
    """Return the depth that engine and time allow: heuristics are too slow for more than depth 0.

    An exact engine needs no more.
    """
    if engine.name in ("plain", "exact"):
        return 0
    if seconds is not None:
        ply = min([ply, *[most for limit, most in HASTE if seconds < limit]])
    return ply


def engine(game: str, level: float) -> tuple[str, int]:
    """Return the engine of a level in a game, and the plies it looks ahead."""
    evaluator = engine_for(games.dice_game(game))
    return evaluator.name, reach(evaluator, skill(evaluator.game, int(level)).ply)


def effort(game: str, level: float | None) -> Effort:
    """Return the effort of a program (None: of no level): short if it looks ahead further than a ply."""
    looks_ahead = level is not None and skill(games.dice_game(game), int(level)).ply > 1
    return "short" if looks_ahead else "quick"


def doubt(candidates: Sequence[Candidate]) -> float:
    """Return how hard the choice is: 0 with one good turn, 1 with many that are close."""
    close = sum(candidate.equity >= candidates[0].equity - CLOSE for candidate in candidates[: MANY + 1])
    return min(1.0, (close - 1) / MANY)


def pick(candidates: Sequence[Candidate], able: Skill, chance: random.Random) -> Turn:
    """Return the candidate that seems best after the oversights and errors of the skill.

    The candidates are all turns, ranked as deeply as the skill looks ahead.
    """
    if not (able.noise or able.overlook):
        return candidates[0].turn
    depths = {id(candidate): hidden(candidate.turn) for candidate in candidates}
    eyed = seen(candidates, lambda candidate: depths[id(candidate)], able.overlook, chance)
    values = [misjudged(candidate.equity, depths[id(candidate)], able.noise, chance) for candidate in eyed]
    return eyed[values.index(max(values))].turn
