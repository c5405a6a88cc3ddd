"""The claims of courses, computed by our engine: when a course is built, and whenever it is checked."""

from collections.abc import Mapping

from zaria.bots import doubling, squares, tables
from zaria.bots.analysis.engines import evaluator_name
from zaria.bots.doubling import Stake, efficiency
from zaria.bots.squares import Limits
from zaria.courses.course import CourseBoard, CourseClaim
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position

PLIES, DEEPER_PLIES = 2, 3
NODES, DEEPER_NODES = 800_000, 3_200_000
"""Positions that are searched on squares."""
LEAST_GAP, LEAST_GAP_ON_SQUARES = 0.05, 0.20
"""The least loss of the second answer, in points and in chance to win."""
SWAYED = 0.005
"""The greatest difference between a loss and the same computed anew: another processor rounds otherwise."""
DIGITS = 4


def computed(board: CourseBoard, *, plies: int = PLIES, nodes: int = NODES) -> CourseClaim:
    """Return the claim of a board by our engine, which looks ahead or searches so far."""
    before = board.position.before
    if before.game.is_board:
        return _of_moves(board, before, nodes)
    values = _of_turns(before, plies) if board.question == "turn" else _of_acts(board, before, plies)
    engine = evaluator_name(tables.engine_for(before.game), before.game)
    return CourseClaim(board.id, engine, _losses(values), plies=plies)


def fault(board: CourseBoard, claim: CourseClaim, *, shipped: CourseClaim | None = None) -> str:
    """Return what a claim says against its board, "" if nothing.

    The best answer must be the board's, and ahead of the second; with `shipped`, its losses must be those.
    """
    best = next(iter(claim.losses))
    if best != board.best:
        return f"{best} is better than {board.best}"
    least = LEAST_GAP_ON_SQUARES if board.question == "move" else LEAST_GAP
    if claim.gap < least:
        return f"{best} is only {claim.gap:.3f} ahead"
    if shipped is None:
        return ""
    if shipped.losses.keys() != claim.losses.keys():
        return "the legal answers are others"
    swayed = [answer for answer, loss in claim.losses.items() if abs(loss - shipped.losses[answer]) > SWAYED]
    return f"{swayed[0]} loses {claim.losses[swayed[0]]:.4f}" if swayed else ""


def _of_turns(before: Position, plies: int) -> dict[str, float]:
    """Return the equity of each legal turn, all looked at equally far."""
    engine = tables.engine_for(before.game)
    values = {}
    for turn, after in zip(before.turns(), before.results(), strict=True):
        chances = engine.evaluate(after, plies)
        own = chances if after.turn == before.turn else chances.flipped()
        values[str(turn)] = own.equity(before.game.classes)
    return values


def _of_acts(board: CourseBoard, before: Position, plies: int) -> dict[str, float]:
    """Return the equity of both answers about a cube in the middle, for money."""
    points = tuple(points for points, _ in before.game.classes)
    stake = Stake(value=1, is_owner=None, points=points, away=None, game=before.game.id)
    chances = tables.engine_for(before.game).evaluate(before, plies)
    decision = doubling.decide(chances, stake, efficiency.of(before))
    if board.question == "double":
        return {"double": decision.doubled, "wait": decision.no_double}
    return {"take": -decision.double_take, "drop": -decision.double_drop}


def _of_moves(board: CourseBoard, before: BoardPosition, nodes: int) -> CourseClaim:
    engine = squares.engine_for(before.game)
    lines = engine.lines(before, Limits(nodes=nodes), len(before.legal_moves()))
    values = {line.move: engine.chance(line.value) for line in lines}
    return CourseClaim(board.id, engine.name, _losses(values), nodes=nodes, line=lines[0].moves)


def _losses(values: Mapping[str, float]) -> dict[str, float]:
    best = max(values.values())
    losses = {answer: round(best - value, DIGITS) for answer, value in values.items()}
    return dict(sorted(losses.items(), key=lambda loss: loss[1]))
