"""The results of a stage with their outputs and equities, without positions; compiled with `ranking.pxd`."""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel

if not cython.compiled:
    from zaria.bots.tables.evaluator import ROWS
    from zaria.bots.tables.net import whole, zeros
    from zaria.games.tables.kernel.generation import check_roll, generate


class StageResults:
    """All results of one stage, for the side that plays it; one thread's, and valid until the next `rank`.

    They are in the order in which the kernel finds them, which is that of `Position.turns`.
    """

    def __init__(self, evaluator: EvaluatorKernel) -> None:
        self.evaluator = evaluator
        self.count = 0
        if not cython.compiled:
            self.chances = zeros(5 * ROWS)
            self.paths = whole(ROWS)
            self.boards = whole(26 * ROWS)

    def rank(
        self,
        board: tuple[int, ...],
        history: tuple[int, int, bool],
        dice: tuple[int, int, int],
        *,
        whole: bool,
    ) -> bool:
        """Evaluate the results of a stage at 0 plies; return whether there are any.

        `board` is seen by the side on roll, `history` is `opened`, `heads` and `base` as in
        `Kernel.load_position`, `dice` is two dice and times as in `generate`. With `whole` a stage whose dice
        cannot all be played counts as without results. Raises `OverflowError` for more results than there is
        room for.
        """
        kernel = self.evaluator.kernel
        for k in range(26):
            kernel.b[k] = board[k]
        kernel.opened, kernel.gone, kernel.base = history
        d1, d2, times = dice
        self.count = generate(kernel, d1, d2, times)
        kernel.opened = 0  # what is played by evaluations alone knows no opening roll
        check_roll(kernel)
        if whole and kernel.rank != kernel.full:
            self.count = 0
        self.evaluate_rows()
        return self.count > 0

    def evaluate_rows(self) -> None:
        evaluator = self.evaluator
        kernel = evaluator.kernel
        evaluator.net.forget()
        evaluator.compare_with_board()
        for row in range(self.count):
            evaluator.features.take_result(kernel, row)
            for k in range(26):
                self.boards[row * 26 + k] = evaluator.features.view[k]
            evaluator.evaluate()
            self.chances[row * 5] = 1.0 - evaluator.o[0]
            for k in range(1, 3):
                self.chances[row * 5 + k] = evaluator.o[k + 2]
                self.chances[row * 5 + k + 2] = evaluator.o[k]
            self.paths[row] = kernel.paths[row]

    def copied(self) -> "StageResults":
        """Return the results apart from those that the next `rank` replaces."""
        copy = StageResults(self.evaluator)
        copy.count = self.count
        for row in range(self.count):
            copy.paths[row] = self.paths[row]
            for k in range(5):
                copy.chances[row * 5 + k] = self.chances[row * 5 + k]
            for k in range(26):
                copy.boards[row * 26 + k] = self.boards[row * 26 + k]
        return copy

    def equities(self) -> list[float]:
        """Return the equity of each result in points, rounded as by `OutcomeProbabilities.equity`.

        `EvaluatorKernel.equity` takes differences of outputs, which are no doubles.
        """
        return [self.equity(row) for row in range(self.count)]

    def equity(self, row: int) -> float:
        k = row * 5
        points = self.evaluator.points
        return (
            points[0] * (2.0 * self.chances[k] - 1.0)
            + (points[1] - points[0]) * (self.chances[k + 1] - self.chances[k + 3])
            + (points[2] - points[1]) * (self.chances[k + 2] - self.chances[k + 4])
        )

    def outputs(self, row: int) -> tuple[float, float, float, float, float]:
        """Return the outputs of a result for the side that played it."""
        k = row * 5
        return (
            self.chances[k],
            self.chances[k + 1],
            self.chances[k + 2],
            self.chances[k + 3],
            self.chances[k + 4],
        )

    def steps(self, row: int) -> list[int]:
        """Return the steps to a result, numbered as by `kernel.api.steps`."""
        path = self.paths[row]
        steps = []
        while path > 0:
            steps.append(path & 511)
            path >>= 9
        steps.reverse()
        return steps

    def board(self, row: int) -> tuple[int, ...]:
        """Return the board of a result as the side sees it that is next."""
        return tuple([self.boards[row * 26 + k] for k in range(26)])
