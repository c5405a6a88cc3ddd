"""Static evaluators behind an `Engine`: nets, exact tables (indiyka, hypergammon), or the heuristic."""

import threading
from collections.abc import Sequence
from typing import Protocol

from zaria.bots.heuristic import estimate
from zaria.bots.probabilities import OutcomeProbabilities, mean
from zaria.bots.tables import paritet, playing, rollouts, rules
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.race import RaceTable
from zaria.bots.tables.ranking import StageResults
from zaria.bots.tables.weights import Weights
from zaria.games.dice import ROLL_CHANCES
from zaria.games.protocols import DiceRules, Duty, Outcome, Position
from zaria.games.tables import turn_duty as duties
from zaria.games.tables.board import Board
from zaria.games.tables.position import Position as Table
from zaria.games.turn import Turn

_LOOKED_THROUGH = 32
"""Results of a stage for which the stages after it are played through; others count as the worst of these."""
_WITH_CARE = 5
"""Of these the best, for which that is done with the end of a ladder in view."""
SEEDS = 2**31 - 2
"""Different games that an evaluator can play out: compiled, it knows no others."""


class Evaluator(Protocol):
    """Evaluates positions of one game; safe to use from several threads."""

    @property
    def name(self) -> str:
        """The kind of evaluation: "net", "exact" or "plain"."""

    def evaluate(self, positions: Sequence[Position], ply: int) -> list[OutcomeProbabilities]:
        """Evaluate positions that are not over for the side on turn, looking up to `ply` ahead."""


def certain(ended: Outcome, position: Position) -> OutcomeProbabilities:
    """Return the certain outcome of a finished game for `position.turn`."""
    if ended.winner is None:
        return OutcomeProbabilities(0.0, draw=1.0)
    kind = [points for points, _ in position.game.classes].index(ended.points)
    second, third = float(kind > 0), float(kind > 1)
    if ended.winner == position.turn:
        return OutcomeProbabilities(1.0, second, third)
    return OutcomeProbabilities(0.0, 0.0, 0.0, second, third)


class HeuristicEvaluator:
    """The heuristic evaluator, for games without a net."""

    name = "plain"

    def evaluate(self, positions: Sequence[Position], ply: int) -> list[OutcomeProbabilities]:
        """See `Evaluator`; it never looks ahead."""
        return [self._evaluate_all(position) for position in positions]

    def _evaluate_all(self, position: Position) -> OutcomeProbabilities:
        side = position.turn
        win = estimate.chance(position, side)
        kinds = [points for points, _ in position.game.classes]
        won_kind = kinds.index(estimate.likely_points(position, side))
        lost_kind = kinds.index(estimate.likely_points(position, 1 - side))
        lose = 1 - win
        return OutcomeProbabilities(
            win, win * (won_kind > 0), win * (won_kind > 1), lose * (lost_kind > 0), lose * (lost_kind > 1)
        )


class ExactEvaluator:
    """The exact evaluator of indiyka, which is solved."""

    name = "exact"

    def __init__(self) -> None:
        self._table = RaceTable()

    def evaluate(self, positions: Sequence[Position], ply: int) -> list[OutcomeProbabilities]:
        """See `Evaluator`."""
        return [self._table.chances(position) for position in positions]


class NetEvaluator:
    """Nets, and the table of bearing off where both sides are home."""

    name = "net"

    def __init__(self, game: DiceRules, weights: Weights) -> None:
        self.game = game
        self.weights = weights
        self._own = threading.local()
        self.equal_turns = rules.options_of(game).paritet
        self._without_mars = "mars" not in [kind for _, kind in game.classes]

    def prepare(self) -> None:
        """Load everything that the first and the last moves need."""
        self.kernel()

    def evaluate(self, positions: Sequence[Position], ply: int) -> list[OutcomeProbabilities]:
        """See `Evaluator`.

        A position that led to a race at home without the table of bearing off, which takes a second to make,
        is evaluated again with it: its value does not depend on earlier questions.
        """
        tables = [_table(position) for position in positions]
        waiting = [table for table in tables if table.duty is not None]
        if not waiting and not self.equal_turns:
            return self.look([table.board for table in tables], ply)
        evaluator, tabled = self._evaluator(), self._own.tabled
        chances = self._evaluate_all(evaluator, tables, ply)
        if evaluator.wanting and not tabled:
            self._with_table(evaluator)
            chances = self._evaluate_all(evaluator, tables, ply)
        return chances

    def evaluate_board(self, position: Position, ply: int) -> OutcomeProbabilities | None:
        """Evaluate a position, over or not, by its board alone; None where more than the board counts."""
        table = _table(position)
        return None if self.equal_turns or table.duty is not None else self.look([table.board], ply)[0]

    def _evaluate_all(
        self, evaluator: EvaluatorKernel, tables: Sequence[Table], ply: int
    ) -> list[OutcomeProbabilities]:
        chances: dict[int, OutcomeProbabilities] = {}
        if self.equal_turns:
            ends = [i for i, table in enumerate(tables) if paritet.near(table, ply)]
            chances.update({i: self._evaluate_end(evaluator, tables[i], ply) for i in ends})
        ready = [i for i, table in enumerate(tables) if table.duty is None and i not in chances]
        waiting = [i for i, table in enumerate(tables) if table.duty is not None]
        chances.update(
            zip(ready, self._evaluate_now(evaluator, [tables[i] for i in ready], ply), strict=True)
        )
        if waiting:
            chances.update(self._evaluate_duties(evaluator, waiting, tables, ply))
        return [chances[i] for i in range(len(tables))]

    def rank(self, position: Position) -> StageResults | None:
        """Evaluate the results of the stage that is due, valid until this thread's next call.

        Returns None unless the other side rolls after each of them, in a game without equal turns, and
        where nothing can be played. Values differ from those of `evaluate` by rounding alone.
        """
        table = _table(position)
        stage = self._last_stage(table)
        if stage is None:
            return None
        evaluator = self._evaluator()
        results: StageResults = self._own.results
        due = _duty(table)
        history = table.past.opened, due.heads, due.base
        options = table.game.options
        whole = options.rest == "any" or (options.rest == "ladder" and not due.base)
        is_ranked = results.rank(table.board, history, stage, whole=whole)
        if evaluator.wanting and not self._own.tabled:
            self._with_table(evaluator)
            is_ranked = results.rank(table.board, history, stage, whole=whole)
        return results if is_ranked else None

    def _last_stage(self, position: Table) -> tuple[int, int, int] | None:
        """Return the dice of the stage as the kernel takes them, None if its side may have to play on."""
        due = position.duty
        if self.equal_turns or due is None or not due.own_roll or len(due.stages) > 1:
            return None
        d1, d2, times = duties.kernel_dice(due.stages[0])
        return None if position.game.options.roll_again and d1 == d2 else (d1, d2, times)

    def look(self, boards: list[Board], ply: int) -> list[OutcomeProbabilities]:
        """Evaluate boards for the side that is to roll and sees them, looking `ply` ahead; see `evaluate`.

        Games may be over there. Not for games with equal turns.
        """
        evaluator = self._evaluator()
        chances = playing.all_chances(evaluator, boards, ply)
        if evaluator.wanting and not self._own.tabled:
            self._with_table(evaluator)
            chances = playing.all_chances(evaluator, boards, ply)
        return [self.by_class(outputs) for outputs in chances]

    def kernel(self) -> EvaluatorKernel:
        """Return this thread's kernel with all tables, to play boards out."""
        evaluator = self._evaluator()
        self._with_table(evaluator)
        return evaluator

    def board(self, position: Position) -> Board:
        """Return the board of a position, seen by the side on roll."""
        return _table(position).board

    def rollout(
        self, position: Position, games: int, seed: int, *, without_luck: bool
    ) -> tuple[OutcomeProbabilities, float, float]:
        """Means over so many games from a position without a duty: chances, equity, its square."""
        evaluator = self.kernel()
        board = _table(position).board
        means, equity, squares = rollouts.roll_out(
            evaluator, board, games, seed % SEEDS, 2000, without_luck=without_luck
        )
        return self.by_class(means), equity, squares

    def _evaluate_now(
        self, evaluator: EvaluatorKernel, tables: Sequence[Table], ply: int
    ) -> list[OutcomeProbabilities]:
        """Evaluate positions for the side to roll, as if nothing were due."""
        results = [
            self.by_class(outputs)
            for outputs in playing.all_chances(evaluator, [table.board for table in tables], ply)
        ]
        if self.equal_turns:
            return [self._correct(table, chances) for table, chances in zip(tables, results, strict=True)]
        return results

    def _evaluate_end(self, evaluator: EvaluatorKernel, position: Table, ply: int) -> OutcomeProbabilities:
        """The mean over all rolls and their best turns where equal turns are about to end, by the rules.

        The depth is one ply at most: more would take seconds.
        """
        parts = []
        for roll, share in ROLL_CHANCES:
            due = position.rolled(roll)
            ends = due.results() or [due.play(Turn())]
            looks = [self._evaluate_result(evaluator, position.turn, end) for end in ends]
            best = max(range(len(ends)), key=lambda k: looks[k].equity(self.game.classes))
            after, chances = ends[best], looks[best]
            if ply and after.outcome() is None:
                chances = self.evaluate([after], 0)[0].flipped()
            parts.append((share, chances))
        return mean(parts)

    def _evaluate_result(self, evaluator: EvaluatorKernel, side: int, after: Table) -> OutcomeProbabilities:
        """Evaluate a result for the side that reached it, without looking ahead."""
        ended = after.outcome()
        chances = certain(ended, after) if ended is not None else self._evaluate_now(evaluator, [after], 0)[0]
        return chances if after.turn == side else chances.flipped()

    def _evaluate_duties(
        self, evaluator: EvaluatorKernel, waiting: list[int], tables: Sequence[Table], ply: int
    ) -> dict[int, OutcomeProbabilities]:
        """The same once what is due is played, for results of one stage, whose duties are one side's.

        Of very many only those are played through that look best at once to the side that has just played. As
        they are worth more or less than they look, the others are set behind them.
        """
        is_own = _duty(tables[waiting[0]]).own_roll

        def best(seen: dict[int, OutcomeProbabilities], most: int) -> list[int]:
            return sorted(seen, key=lambda i: seen[i].equity(self.game.classes), reverse=is_own)[:most]

        selection = waiting
        if len(waiting) > _LOOKED_THROUGH:
            looks = self._evaluate_now(evaluator, [tables[i] for i in waiting], 0)
            selection = best(dict(zip(waiting, looks, strict=True)), _LOOKED_THROUGH)
        chances: dict[int, OutcomeProbabilities] = {}
        worst = OutcomeProbabilities(0.5)
        if not is_own or len(selection) > _WITH_CARE:
            chances = {i: self._evaluate_duty(evaluator, tables[i], ply, careful=False) for i in selection}
            worst = chances[best(chances, len(chances))[-1]]
            selection = best(chances, _WITH_CARE) if is_own else []
        chances.update({i: self._evaluate_duty(evaluator, tables[i], ply, careful=True) for i in selection})
        return {i: chances.get(i, worst) for i in waiting}

    def by_class(self, outputs: Sequence[float]) -> OutcomeProbabilities:
        """Return the outputs of an evaluation by the game's classes: without mars, koks is the second."""
        win, win2, win3, lose2, lose3 = outputs
        if self._without_mars:
            return OutcomeProbabilities(win, win3, 0.0, lose3)
        return OutcomeProbabilities(win, win2, win3, lose2, lose3)

    def _correct(self, position: Table, chances: OutcomeProbabilities) -> OutcomeProbabilities:
        """The same where turns are equal."""
        table = rules.bear_off(self.game) if self._own.tabled else None
        return paritet.correct(position, chances, table)

    def _evaluate_duty(
        self, evaluator: EvaluatorKernel, position: Table, ply: int, *, careful: bool
    ) -> OutcomeProbabilities:
        """Evaluate a position once its duty is played, by what looks best at once or in the end."""
        due = _duty(position)
        if due.own_roll:
            evaluator.wide = careful
            board, turned = playing.climb_ladder(evaluator, position.board, due.stages[0][0], due.heads)
            evaluator.wide = False
        else:
            stages = [duties.kernel_dice(dice) for dice in due.stages]
            board, turned = playing.play_rest(evaluator, position.board, stages, due.heads)[0], False
        chances = self.by_class(playing.chances(evaluator, board, ply))
        return chances.flipped() if turned else chances

    def _evaluator(self) -> EvaluatorKernel:
        evaluator: EvaluatorKernel | None = getattr(self._own, "evaluator", None)
        if evaluator is None:
            evaluator = self._own.evaluator = rules.evaluator(self.game)
            net = self.weights.net()
            evaluator.set_net(net)
            pruning = self.weights.pruning_net(net)
            if pruning is not None:
                evaluator.set_pruning(pruning)
            self._own.results = StageResults(evaluator)
            self._own.tabled = False
        return evaluator

    def _with_table(self, evaluator: EvaluatorKernel) -> None:
        if not self._own.tabled:
            self._own.tabled = True
            table = rules.bear_off(self.game)
            if table is not None:
                evaluator.set_table(table)


def _table(position: Position) -> Table:
    """Return a position of a tables game as one: games with dice have no others."""
    assert isinstance(position, Table)
    return position


def _duty(position: Table) -> Duty:
    """Return the duty of a position that has one."""
    assert position.duty is not None
    return position.duty
