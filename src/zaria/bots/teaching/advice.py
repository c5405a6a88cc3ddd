"""Hints, reviews and opinions: one decision of a match, graded as an analysis would."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from zaria.bots import doubling
from zaria.bots.analysis import cube
from zaria.bots.analysis.board import Board
from zaria.bots.analysis.engines import evaluator_name, on_squares, with_dice
from zaria.bots.analysis.grading import DIGITS, SHOWN, Situation, grade
from zaria.bots.analysis.marks import CHANCE, POINTS
from zaria.bots.analysis.settings import LESSON
from zaria.bots.analysis.shape import Choice, Decision, Kind, Mark, Odds, Unit
from zaria.bots.analysis.table import TableRecorder
from zaria.bots.analysis.turns import choices, odds
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.teaching.reasons import Reason, on_board, with_pieces
from zaria.games.protocols import GameKind
from zaria.games.turn import Turn
from zaria.match import events as ev
from zaria.match.cube import objection
from zaria.match.evolve import evolve
from zaria.match.match import Match, TakebackPoint
from zaria.match.plays import play_of

_CUBE_PLY = LESSON.plies[-1]
"""The depth at which a decision about the cube is judged."""


class NoAdviceError(ValueError):
    """The match has no decision for advice."""


class Advice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A decision: the best choices and, once it is made, the played one with its loss and the reasons.

    `unit` and the fields of `choices` are those of an analysis; `back` is the number of turns that could be
    taken back at that time. An opinion has the `value` of the position for the side on roll, in the same
    unit, and in a game with dice its `chances`.
    """

    kind: Kind
    unit: Unit
    engine: str
    back: int
    choices: tuple[Choice, ...]
    loss: float = 0.0
    mark: Mark = ""
    ways: int = 1
    reasons: tuple[Reason, ...] = ()
    value: float | None = None
    chances: Odds | None = None


def hint(match: Match) -> Advice:
    """Return the best choices of the side to act; raises `NoAdviceError`.

    The decision is a turn or a move, to double or not, or to take or not.
    """
    return _HINTS[play_of(match).kind](match)


def review(match: Match) -> Advice:
    """Return the loss of the last turn that could be taken back; raises `NoAdviceError`."""
    if not match.past:
        raise NoAdviceError("nothing was played")
    return _REVIEWS[play_of(match).kind](match, match.past[-1])


def opinion(match: Match) -> Advice:
    """Return the value of the position, and its best choices; raises `NoAdviceError`.

    In a game with dice these are the best turns of a roll and, before a roll, the decision about the cube.
    """
    if match.position.outcome() is not None:
        raise NoAdviceError("the game is over")
    return _OPINIONS[play_of(match).kind](match)


def _dice_hint(match: Match) -> Advice:
    if match.phase != "move":
        return _with_cube(match)
    turns = match.dice_position().turns()
    if not turns:
        raise NoAdviceError("nothing can be played")
    decision, engine = _turn_graded(match, turns[0].moves)
    return _unplayed(_advice(match, decision, engine, "points"))


def _board_hint(match: Match) -> Advice:
    if match.phase != "move":
        raise NoAdviceError("nobody is to move")
    decision, engine = _move_graded(match, match.board_position().legal_moves()[0].move)
    return _unplayed(_advice(match, decision, engine, "chance"))


def _dice_review(match: Match, past: TakebackPoint) -> Advice:
    decision, engine = _turn_graded(past.before, past.moves)
    reasons = on_board(past.before.dice_position(), decision) if decision.loss else ()
    return _advice(match, decision, engine, "points", reasons)


def _board_review(match: Match, past: TakebackPoint) -> Advice:
    decision, engine = _move_graded(past.before, past.move)
    reasons = with_pieces(decision, past.before.terms.game) if decision.loss else ()
    return _advice(match, decision, engine, "chance", reasons)


_HINTS: dict[GameKind, Callable[[Match], Advice]] = {"dice": _dice_hint, "board": _board_hint}
_REVIEWS: dict[GameKind, Callable[[Match, TakebackPoint], Advice]] = {
    "dice": _dice_review,
    "board": _board_review,
}


def _dice_opinion(match: Match) -> Advice:
    position, equity_of = match.dice_position(), doubling.equity_of(match, match.turn)
    evaluator = with_dice(position.game)
    name = evaluator_name(evaluator, position.game)
    if match.phase != "move":
        chances = evaluator.evaluate(position, _CUBE_PLY)
        decision = _cube_decision(match, chances)
        kind: Kind = "turn" if decision is None else decision.kind
        alternatives = () if decision is None else decision.choices
        whole = Advice(kind=kind, unit="points", engine=name, back=0, choices=alternatives)
        return replace(_unplayed(whole), value=round(equity_of(chances), DIGITS), chances=odds(chances))
    turns = position.turns() or [Turn(())]
    turns_found, _ply = choices(evaluator, equity_of, LESSON, position, turns[0])
    decision = grade("turn", Situation(0, match.game_no, match.turn), turns_found, POINTS, ways=len(turns))
    best = decision.choices[0]
    advice = _unplayed(_advice(match, decision, name, "points"))
    return replace(advice, value=best.equity, chances=best.chances)


def _board_opinion(match: Match) -> Advice:
    board, position = Board(on_squares, LESSON), match.board_position()
    ways = position.legal_moves()
    moves = board.choices(position, ways[0].move)
    if not any(choice.played for choice in moves):
        moves[-1] = replace(moves[-1], played=True)
    decision = grade("turn", Situation(0, match.game_no, match.turn), moves, CHANCE, ways=len(ways))
    advice = _unplayed(_advice(match, decision, _named(board.names), "chance"))
    return replace(advice, value=decision.choices[0].equity)


_OPINIONS: dict[GameKind, Callable[[Match], Advice]] = {"dice": _dice_opinion, "board": _board_opinion}


def _turn_graded(before: Match, moves: tuple[ev.Move, ...]) -> tuple[Decision, str]:
    table = TableRecorder(with_dice, LESSON)
    event = ev.TurnPlayed(at=0, side=before.turn, moves=moves, text="")
    table.add_event(event, before, before, 0)
    return table.decisions[0], _named(table.names)


def _move_graded(before: Match, move: str) -> tuple[Decision, str]:
    board = Board(on_squares, LESSON)
    event = _moved(before, move)
    board.add_event(event, before, evolve(before, event), 0)
    return board.decisions[0], _named(board.names)


def _moved(match: Match, move: str) -> ev.Moved:
    return ev.Moved(at=0, side=match.turn, move=move, text="")


def _with_cube(match: Match) -> Advice:
    """Return whether to double, or to take."""
    evaluator = with_dice(match.dice_position().game)
    decision = None
    if _cube_act(match) is not None:
        decision = _cube_decision(match, evaluator.evaluate(match.dice_position(), _CUBE_PLY))
    if decision is None:
        raise NoAdviceError("there is nothing to decide")
    return _unplayed(_advice(match, decision, evaluator.name, "points"))


def _cube_decision(match: Match, chances: OutcomeProbabilities) -> Decision | None:
    """The decision about the cube with these chances of the side on turn; None where there is none."""
    act = _cube_act(match)
    return None if act is None else cube.acted(match, chances, act, 0)


def _cube_act(match: Match) -> cube.Act | None:
    """Return a possible act with the cube; None if there is no decision about it."""
    if match.phase == "double":
        return ev.Taken(at=0, side=match.to_act() or 0)
    if match.phase == "roll" and match.terms.cube and objection(match) is None:
        return ev.Rolled(at=0, side=match.turn, n=0, dice=(1, 1))
    return None


def _advice(
    match: Match, decision: Decision, engine: str, unit: Unit, reasons: tuple[Reason, ...] = ()
) -> Advice:
    return Advice(
        kind=decision.kind,
        unit=unit,
        engine=engine,
        back=len(match.past),
        choices=decision.choices,
        loss=decision.loss,
        mark=decision.mark,
        ways=decision.ways,
        reasons=reasons,
    )


def _unplayed(advice: Advice) -> Advice:
    """Return the advice before a decision is made."""
    open_ = tuple(replace(choice, played=False) for choice in advice.choices if choice.place <= SHOWN)
    return replace(advice, choices=open_, loss=0.0, mark="")


def _named(names: dict[str, None]) -> str:
    return ", ".join(names)
