"""Playing rolls by an evaluator, and looking ahead; compiled with `playing.pxd`.

`EvaluatorKernel.stack` holds boards, 26 cells each; here they go by their number `at`.
"""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel

if not cython.compiled:
    from zaria.bots.tables.pruning import is_home_race
    from zaria.bots.tables.pruning_sizes import FEWEST
    from zaria.games.tables.board import HOME
    from zaria.games.tables.kernel.generation import generate

REST_LADDER = 1
REST_ANY = 2
BEAM = 3
"""Results of a ladder's stage whose later stages are looked at."""
KEPT = 48
TRIED = 47
"""Places in the stack: of the best results of a stage, and of the one that is played on."""
UNSEEN = 1500.0
"""The worth of a result that was not evaluated: more to the other side than any that was."""


def keep_view(evaluator: EvaluatorKernel, at: int) -> None:
    for k in range(26):
        evaluator.stack[at * 26 + k] = evaluator.features.view[k]


def lay_view(evaluator: EvaluatorKernel, at: int) -> None:
    for k in range(26):
        evaluator.features.view[k] = evaluator.stack[at * 26 + k]


def lay_board(evaluator: EvaluatorKernel, at: int) -> None:
    """Give the kernel a board of the stack."""
    for k in range(26):
        evaluator.kernel.b[k] = evaluator.stack[at * 26 + k]


def flip(evaluator: EvaluatorKernel, at: int) -> None:
    """Turn a board of the stack round."""
    for k in range(26):
        evaluator.features.view[evaluator.kernel.facing[k]] = -evaluator.stack[at * 26 + k]
    for k in range(26):
        evaluator.stack[at * 26 + k] = evaluator.features.view[k]


def row_view(evaluator: EvaluatorKernel, row: int) -> None:
    """Lay out a result as the other side, which rolls next, sees it."""
    evaluator.features.take_result(evaluator.kernel, row)


def steps_of(evaluator: EvaluatorKernel, row: int) -> int:
    """Return how many steps lead to a result."""
    path = evaluator.kernel.paths[row]
    count = 0
    while path > 0:
        count += 1
        path >>= 9
    return count


def play(evaluator: EvaluatorKernel, at: int, d1: int, d2: int) -> int:
    """Play a roll (d1 >= d2) from board `at` of the stack by the best turns, as they look at once.

    The board is then that after the turn; returns 1 if it is seen by the other side, who is to roll, and
    0 if the same side rolls again. What the roller leaves to the other side is played too.
    """
    evaluator.kernel.base = True
    evaluator.kernel.gone = 0
    return climb(evaluator, at, d1, d2, d1 == d2 and evaluator.ladder > 0)


def climb(evaluator: EvaluatorKernel, at: int, d1: int, d2: int, laddered: bool) -> int:
    """The same from the stage of d1 on in a ladder; kernel.base says if that is the first."""
    times = evaluator.ladder if laddered else 4
    last = HOME if laddered else d1
    is_first = evaluator.kernel.base
    full = True
    played = 0
    die = d1
    while die <= last:
        if laddered and die < last and evaluator.wide and evaluator.noise == 0.0:
            played = choose(evaluator, at, die, times)
        else:
            played = step(evaluator, at, die, die if laddered else d2, times)
        if evaluator.done:
            flip(evaluator, at)
            return 1
        full = played == (times if d1 == d2 else 2)
        evaluator.kernel.base = False
        if not full:
            break
        die += 1
    if not full and (
        evaluator.rest == REST_ANY
        or (evaluator.rest == REST_LADDER and laddered and (die > d1 or not is_first))
    ):
        flip(evaluator, at)
        evaluator.viewer = 1 - evaluator.viewer
        leave(evaluator, at, d1, d2, die, times - played, played, laddered)
        evaluator.viewer = 1 - evaluator.viewer
        evaluator.seen = False
        if evaluator.done:
            flip(evaluator, at)
            return 0
        return 1
    if full and evaluator.again and d1 == d2:
        return 0
    flip(evaluator, at)
    return 1


def leave(
    evaluator: EvaluatorKernel,
    at: int,
    d1: int,
    d2: int,
    die: int,
    remaining: int,
    played: int,
    laddered: bool,
) -> None:
    """Have the side that sees board `at` play the rest of the other side's roll."""
    evaluator.kernel.base = False
    evaluator.kernel.gone = 0
    if d1 != d2:
        if played == 0:
            step(evaluator, at, d1, d2, 4)
        else:
            step(evaluator, at, d1 + d2 - evaluator.used, d1 + d2 - evaluator.used, 1)
        return
    if remaining > 0:
        step(evaluator, at, die, die, remaining)
    if laddered:
        for later in range(die + 1, HOME + 1):
            if not evaluator.done:
                step(evaluator, at, later, later, evaluator.ladder)


def step(evaluator: EvaluatorKernel, at: int, d1: int, d2: int, times: int) -> int:
    """Play one stage from board `at` by what looks best; returns the number of steps."""
    lay_board(evaluator, at)
    heads = evaluator.kernel.b[24]
    n = generate(evaluator.kernel, d1, d2, times)
    evaluator.done = False
    evaluator.seen = False
    evaluator.used = 0
    evaluator.rows = n
    evaluator.judged = n
    if n == 0:
        return 0
    best = 0 if n == 1 else best_of(evaluator, n)
    for k in range(26):
        evaluator.stack[at * 26 + k] = evaluator.kernel.out[best * 26 + k]
    played = steps_of(evaluator, best)
    if played == 1:
        evaluator.used = evaluator.kernel.paths[best] & 7
    if evaluator.kernel.head and heads > evaluator.stack[at * 26 + 24]:
        evaluator.kernel.gone += heads - evaluator.stack[at * 26 + 24]
    row_view(evaluator, best)
    evaluator.features.count()
    evaluator.done = evaluator.features.rear[1] == 0 or evaluator.locked()
    return played


def choose(evaluator: EvaluatorKernel, at: int, die: int, times: int) -> int:
    """Play one stage of a ladder by what looks best once those after it are played, too; see `step`."""
    gone = evaluator.kernel.gone
    heads = evaluator.stack[at * 26 + 24]
    played = step(evaluator, at, die, die, times)
    if evaluator.done or played < times or evaluator.rows < 2:
        return played
    count = BEAM if evaluator.judged > BEAM else evaluator.judged
    for i in range(count):
        keep_best(evaluator, KEPT + i)
    evaluator.wide = False
    best = 0
    most = -1000.0
    for i in range(count):
        copy(evaluator, KEPT + i, TRIED)
        leave_head(evaluator, gone, heads, TRIED)
        value = after_ladder(evaluator, die + 1)
        if value > most:
            most = value
            best = i
    evaluator.wide = True
    evaluator.seen = False
    copy(evaluator, KEPT + best, at)
    leave_head(evaluator, gone, heads, at)
    evaluator.done = ended(evaluator, at)
    return played


def keep_best(evaluator: EvaluatorKernel, to: int) -> None:
    """Copy the result that looks best and was not copied yet."""
    best = 0
    for row in range(evaluator.rows):
        if evaluator.worth[row] < evaluator.worth[best]:
            best = row
    evaluator.worth[best] = 2000.0
    for k in range(26):
        evaluator.stack[to * 26 + k] = evaluator.kernel.out[best * 26 + k]


def after_ladder(evaluator: EvaluatorKernel, die: int) -> float:
    """Return the equity of the board tried for the side that plays the ladder on from that die."""
    if ended(evaluator, TRIED):
        return -evaluator.evaluate_counted()
    evaluator.kernel.base = False
    turned = climb(evaluator, TRIED, die, die, True)
    lay_view(evaluator, TRIED)
    evaluator.net.forget()  # several results may lead to one board: it must be worth the same each time
    if turned:
        return -evaluator.evaluate()
    evaluator.viewer = 1 - evaluator.viewer
    value = evaluator.evaluate()
    evaluator.viewer = 1 - evaluator.viewer
    return value


def ended(evaluator: EvaluatorKernel, at: int) -> bool:
    """Is the game over with that board, seen by who played last? The other side's view is counted."""
    for k in range(26):
        evaluator.features.view[evaluator.kernel.facing[k]] = -evaluator.stack[at * 26 + k]
    evaluator.features.count()
    return evaluator.features.rear[1] == 0 or evaluator.locked()


def leave_head(evaluator: EvaluatorKernel, gone: int, heads: int, at: int) -> None:
    """Note how many have left the head in this roll."""
    evaluator.kernel.gone = gone
    if evaluator.kernel.head and heads > evaluator.stack[at * 26 + 24]:
        evaluator.kernel.gone += heads - evaluator.stack[at * 26 + 24]


def copy(evaluator: EvaluatorKernel, at: int, to: int) -> None:
    """Copy a board of the stack."""
    for k in range(26):
        evaluator.stack[to * 26 + k] = evaluator.stack[at * 26 + k]


def best_of(evaluator: EvaluatorKernel, n: int) -> int:
    """The result that looks worst to the other side, of those worth a look; its outputs are then `best`."""
    count = n
    if evaluator.prunes and n >= FEWEST and evaluator.noise == 0.0 and is_pruned(evaluator):
        count = evaluator.pruning.keep(evaluator.kernel, n, BEAM if evaluator.wide else 1)
    if count < n:
        for row in range(n):
            evaluator.worth[row] = UNSEEN
    best = evaluator.pruning.kept_rows[0] if count < n else 0
    least = 1000.0
    evaluator.compare_with_board()
    for i in range(count):
        row = evaluator.pruning.kept_rows[i] if count < n else i
        row_view(evaluator, row)
        value = evaluator.evaluate()
        if evaluator.noise > 0.0:
            value += evaluator.noise * (chance(evaluator) - 0.5)
        evaluator.worth[row] = value
        if value < least:
            least = value
            best = row
            for k in range(5):
                evaluator.best[k] = evaluator.o[k]
    evaluator.judged = count
    evaluator.seen = evaluator.noise == 0.0 and least < 1000.0
    return best


def is_pruned(evaluator: EvaluatorKernel) -> bool:
    """Are the results of the roll pruned? Not where the table of bearing off judges them."""
    if evaluator.misere:
        return True
    return not is_home_race(evaluator.kernel)


def chance(evaluator: EvaluatorKernel) -> float:
    """A random number, 0 to 1."""
    evaluator.seed = evaluator.seed * 48271 % 2147483647
    return evaluator.seed / 2147483647.0


def die(evaluator: EvaluatorKernel) -> int:
    evaluator.seed = evaluator.seed * 48271 % 2147483647
    return evaluator.seed // 7 % 6 + 1


def look(evaluator: EvaluatorKernel, at: int, ply: int) -> float:
    """The equity of board `at` of the stack, after so many plies, for who is to roll; outputs in `o`."""
    if ply == 0:
        lay_view(evaluator, at)
        return evaluator.evaluate()
    lay_view(evaluator, at)
    evaluator.features.count()
    if evaluator.features.rear[0] == 0 or evaluator.features.rear[1] == 0 or evaluator.locked():
        return evaluator.evaluate_counted()
    for k in range(5):
        evaluator.sum[ply * 5 + k] = 0.0
    for d1 in range(1, 7):
        for d2 in range(1, d1 + 1):
            weight = 1.0 / 36.0 if d1 == d2 else 2.0 / 36.0
            for k in range(26):
                evaluator.stack[(at + 1) * 26 + k] = evaluator.stack[at * 26 + k]
            turned = play(evaluator, at + 1, d1, d2)
            if ply == 1 and turned and evaluator.seen:
                for k in range(5):
                    evaluator.o[k] = evaluator.best[k]
            else:
                look(evaluator, at + 1, ply - 1)
            if turned:
                turn_outputs(evaluator)
            for k in range(5):
                evaluator.sum[ply * 5 + k] += weight * evaluator.o[k]
    for k in range(5):
        evaluator.o[k] = evaluator.sum[ply * 5 + k]
    return evaluator.equity()


def turn_outputs(evaluator: EvaluatorKernel) -> None:
    """The outputs as the other side sees them."""
    evaluator.o[0] = 1.0 - evaluator.o[0]
    for k in range(1, 3):
        swap = evaluator.o[k]
        evaluator.o[k] = evaluator.o[k + 2]
        evaluator.o[k + 2] = swap


def begin(evaluator: EvaluatorKernel, board: tuple[int, ...]) -> None:
    """Take a board, misled by nothing and with no view to compare with: what follows is what it always is."""
    for k in range(26):
        evaluator.stack[k] = board[k]
    evaluator.noise = 0.0
    evaluator.priced = False
    evaluator.net.forget()


def chances(
    evaluator: EvaluatorKernel, board: tuple[int, ...], ply: int = 0
) -> tuple[float, float, float, float, float]:
    """Return what a board promises the side that is to roll and sees it, looking so many plies ahead."""
    begin(evaluator, board)
    with cython.nogil:
        look(evaluator, 0, ply)
    return evaluator.o[0], evaluator.o[1], evaluator.o[2], evaluator.o[3], evaluator.o[4]


def all_chances(
    evaluator: EvaluatorKernel, boards: list[tuple[int, ...]], ply: int = 0
) -> list[tuple[float, float, float, float, float]]:
    """The same for many boards, at once."""
    return [chances(evaluator, board, ply) for board in boards]


def play_turn(
    evaluator: EvaluatorKernel, board: tuple[int, ...], d1: int, d2: int
) -> tuple[tuple[int, ...], bool]:
    """The board after a roll (d1 >= d2) is played as looks best, and whether the other side sees it."""
    begin(evaluator, board)
    turned = play(evaluator, 0, d1, d2)
    return tuple([evaluator.stack[k] for k in range(26)]), turned == 1


def climb_ladder(
    evaluator: EvaluatorKernel, board: tuple[int, ...], die: int, heads: int
) -> tuple[tuple[int, ...], bool]:
    """The same where a ladder is to be gone on with from its stage of `die`."""
    begin(evaluator, board)
    evaluator.kernel.base = False
    evaluator.kernel.gone = heads
    turned = climb(evaluator, 0, die, die, True)
    return tuple([evaluator.stack[k] for k in range(26)]), turned == 1


def play_rest(
    evaluator: EvaluatorKernel, board: tuple[int, ...], stages: list[tuple[int, int, int]], heads: int
) -> tuple[tuple[int, ...], bool]:
    """The board after the rest of the other side's roll is played, seen by the side that played it.

    Stages are dice and times, as the rules' kernel takes them. The second value tells if that ended it.
    """
    begin(evaluator, board)
    evaluator.kernel.base = False
    evaluator.kernel.gone = heads
    evaluator.done = False
    for d1, d2, times in stages:
        if not evaluator.done:
            step(evaluator, 0, d1, d2, times)
    return tuple([evaluator.stack[k] for k in range(26)]), evaluator.done
