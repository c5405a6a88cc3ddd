"""The rules of a tables game as an evaluator takes them."""

from functools import cache

from zaria.bots.tables.bearoff import BearOff, BearOffSolver
from zaria.bots.tables.evaluator import EvaluatorKernel, EvaluatorRules
from zaria.games.protocols import DiceRules
from zaria.games.tables.options import TablesOptions

_SCORINGS = ("tabla", "tabla12", "tapa", "gulbara", "nardy", "fivestars")
_RESTS = ("none", "ladder", "any")
_PLAIN, _LADDER, _AGAIN = 0, 1, 2


def options_of(game: DiceRules) -> TablesOptions:
    """The options of a game with dice, all of which are tables games."""
    options = game.options
    assert isinstance(options, TablesOptions)
    return options


def evaluator(game: DiceRules) -> EvaluatorKernel:
    """An evaluator of this game, without nets and tables yet."""
    kernel = EvaluatorKernel()
    options = options_of(game)
    more = EvaluatorRules(
        ladder=ladder(options),
        rest=_RESTS.index(options.rest),
        again=int(options.roll_again),
        scoring=_SCORINGS.index(options.scoring),
        misere=int(options.misere),
    )
    kernel.set_rules(options.kernel_rules, more, points(game))
    return kernel


def ladder(options: TablesOptions) -> int:
    """The moves of each stage of a ladder, 0 where a doublet is four moves."""
    return options.ladder if options.doublets == "ladder" else 0


def points(game: DiceRules) -> tuple[float, float, float]:
    """The points of a single win, mars and koks (or home mars); a missing class as the one below."""
    worth = {kind: float(value) for value, kind in game.classes}
    mars = worth.get("mars", worth["single"])
    return worth["single"], mars, worth.get("koks", worth.get("home_mars", mars))


def bear_off(game: DiceRules) -> BearOff | None:
    """The table of bearing off for this game's doublets; None where who finishes loses.

    Computed on first use, in about a tenth of a second.
    """
    options = options_of(game)
    if options.misere:
        return None
    moves = ladder(options)
    return _solved(_LADDER if moves else _AGAIN if options.roll_again else _PLAIN, moves or 4)


@cache
def _solved(kind: int, moves: int) -> BearOff:
    return BearOffSolver(kind, moves).solve()
