"""The search of draughts as Python uses it: iterative deepening from the root; compiled with `root.pxd`.

A `Search` serves one thread; while it searches it does not hold the lock of the interpreter, and another
thread may call `halt`. Moves are named by their place in the list of the rules' kernel, which is always the
same for the same position. Values are those of `tree`.
"""

from collections.abc import Sequence

from zaria.bots.squares.draughts.search.constants import FIRST, WORD

from .endings import Endings
from .state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import (
        ENOUGH_FOR_ONE,
        FAR,
        LINES,
        MARGIN,
        MOST_PIECES,
        NEVER,
        PAST,
        PLIES,
        SURE,
        WIDEST_MARGIN,
    )
    from zaria.bots.squares.draughts.uncompiled import Budget, Node

    from .interpreted_kind import IS_WIDE
    from .king_runs import drop_moves
    from .table import hash_of
    from .tree import lead_variation, search_node


class Search:
    """One search at a time; see above."""

    def __init__(self) -> None:
        self.state = SearchState()
        self.evaluator = self.state.evaluator

    def set_game(self, giveaway: bool, quiet_end: int, main_road: int) -> None:
        """Set what the rules' kernel does not know.

        That is whether a side without moves wins, the plies without a capture or a move of a man that draw (0
        for none), and the long diagonal where draws depend on it, else 0.
        """
        self.state.giveaway = giveaway
        self.state.quiet_end = quiet_end if quiet_end else NEVER
        self.state.main_road = main_road

    def set_exceptions(self, one_each: bool, king_moves: int) -> None:
        """Set what is particular to one game.

        That is whether one piece of each side draws unless one can be captured, in Turkish draughts, and how
        many moves in a row a side with men may make with the same king, in Frisian draughts (0: any number).
        """
        self.state.one_each = one_each
        self.state.king_moves = king_moves

    def set_counted_endings(
        self, endings: Sequence[tuple[int, int, int, int, bool]], crowning_restarts: bool
    ) -> None:
        """Set the endings that limit moves, and whether a crowning makes another ending of one.

        Each has the least and the most pieces against a lone king, how many of them are kings at least, what
        is counted to a draw, and whether that is moves of both sides.
        """
        self.state.counts_endings = len(endings) > 0
        self.state.crowning_restarts = crowning_restarts
        for pieces in range(MOST_PIECES):
            self.state.ending_limit[pieces] = 0
        for least, most, kings, limit, both in endings:
            for pieces in range(least, min(most, MOST_PIECES - 1) + 1):
                self.state.ending_limit[pieces] = limit
                self.state.ending_kings[pieces] = kings
                self.state.ending_of_both[pieces] = both

    def load(
        self, rules: tuple[int, ...], side: int, own_pieces: tuple[int, int], their_pieces: tuple[int, int]
    ) -> None:
        """Set the rules as numbers, the side to move, its men and kings, the other side's men and kings."""
        self.state.rules.load(rules, side, own_pieces, their_pieces)
        self.state.root = Node(own_pieces[0], own_pieces[1], their_pieces[0], their_pieces[1], side)
        self.state.past = 0
        self.count(0, 0, 0)
        self.set_runs((0, 0), (0, 0))

    def set_endings(self, endings: Endings, few: int) -> None:
        """Set the solved endings, to be probed where there are so few pieces; 0 for not at all."""
        self.state.endings = endings
        self.state.few = few

    def drop_endings(self) -> None:
        """Probe no endings."""
        self.state.few = 0

    def count(self, ending: int, road: int, quiet: int) -> None:
        """Set the counts towards a draw; see `draws.DrawCounters`."""
        self.state.ending[0] = ending
        self.state.road[0] = road
        self.state.quiet[0] = quiet

    def set_runs(self, own_run: tuple[int, int], their_run: tuple[int, int]) -> None:
        """Set the king with which the side to move last moved, how often in a row, and those of the other."""
        self.state.own_king[0], self.state.own_run[0] = own_run
        self.state.their_king[0], self.state.their_run[0] = their_run

    def remember(self, positions: Sequence[tuple[int, int, int, int, int]]) -> None:
        """Set the positions before this one, of which the last may come back.

        Each has men and kings of the side to move, men and kings of the other, and the side to move.
        """
        last = positions[-PAST:]
        self.state.past = len(last)
        for i in range(len(last)):
            men, kings, their_men, their_kings, side = last[i]
            self.state.path[i] = hash_of(Node(men, kings, their_men, their_kings, side))

    def search(
        self, nodes: int, depth: int, lines: int, noise: int, seed: int, *, keeps: bool = False
    ) -> int:
        """Search so many positions, so deep, or until `halt`; returns how many moves are ranked.

        These are `lines` moves where there are so many; `line` returns them. The caller resets `stop` by
        `ready`, before it starts the clock that may call `halt`. With `keeps` the table serves the next
        search that has it too, so that answers depend on earlier questions; not for searches with noise.
        """
        self.state.most_nodes = nodes
        self.state.noise = noise
        self.state.seed = seed * FIRST & WORD
        self.state.deepest = min(depth, PLIES // 2)
        self.state.wanted = min(lines, LINES)
        self.state.reset(keeps)
        with cython.nogil:
            deepen(self.state)
        return self.state.ranked

    def ready(self) -> None:
        """Forget an earlier call of `halt`."""
        self.state.stop = False

    def halt(self) -> None:
        """End the search that is going on, from another thread."""
        self.state.stop = True

    def line(self, k: int) -> tuple[int, int, list[tuple[int, int, int, bool]]]:
        """Return value, depth and variation of the k-th best move: from, to, captured, crowned for each."""
        state = self.state
        moves = []
        for i in range(k * PLIES, k * PLIES + state.found_length[k]):
            moves.append(
                (state.found_src[i], state.found_dst[i], state.found_cap[i], bool(state.found_crown[i]))
            )
        return state.found_value[k], state.found_depth[k], moves


def deepen(state: SearchState) -> None:
    """Search one ply deeper in each iteration."""
    state.root_moves = list_moves(state)
    lines = min(state.wanted, state.root_moves)
    for i in range(state.root_moves):
        state.barred[i] = 0
        state.lost[i] = 0
    if lines == 0:
        return
    for d in range(1, state.deepest + 1):
        for k in range(lines):
            rank(state, d, k)
            if state.stop:
                break
        for i in range(state.root_moves):
            state.barred[i] = 0
        if state.stop and (lines > 1 or state.found_depth[LINES] < d or state.lost[state.found_move[LINES]]):
            break
        finish_iteration(state, 0, lines)
        if state.stop or state.found_value[lines - 1] > SURE or state.found_value[0] < -SURE:
            break
        if state.root_moves == 1 and d >= ENOUGH_FOR_ONE:
            break
    if state.ranked == 0:
        for k in range(lines):
            rank_unsearched(state, k, k, 0, 0)
        finish_iteration(state, 0, lines)
    if state.stop:
        apply_losses(state, lines)


def list_moves(state: SearchState) -> int:
    """List the legal moves of the root; returns how many."""
    root = state.root
    n = state.rules.generate(root.men, root.kings, root.their_men, root.their_kings, root.side, 0)
    if IS_WIDE and state.king_moves:
        n = drop_moves(state, root, 0, 0, n)
    return n


def rank(state: SearchState, depth: int, k: int) -> None:
    """Find the k-th best move by a search so deep that leaves out the better ones."""
    margin = MARGIN
    alpha = -FAR
    beta = FAR
    if depth > 3 and k < state.ranked and -SURE < state.found_value[k] < SURE:
        alpha = state.found_value[k] - margin
        beta = state.found_value[k] + margin
    state.barring = k > 0
    while True:
        state.root_best = -1
        value = search_node(state, state.root, Budget(depth, alpha, beta, 0, 0))
        if state.stop and (state.root_best < 0 or value <= alpha):
            return
        if state.stop or alpha < value < beta:
            record(state, k, value, depth)
            return
        margin *= 4
        if value <= alpha:
            alpha = value - margin if margin < WIDEST_MARGIN else -FAR
        else:
            beta = value + margin if margin < WIDEST_MARGIN else FAR


def record(state: SearchState, k: int, value: int, depth: int) -> None:
    """Enter the k-th best move of this iteration with its variation."""
    at = LINES + k
    state.found_value[at] = value
    state.found_depth[at] = depth
    state.found_move[at] = state.root_best
    state.found_length[at] = state.length[0]
    for i in range(state.length[0]):
        state.found_src[at * PLIES + i] = state.line_src[i]
        state.found_dst[at * PLIES + i] = state.line_dst[i]
        state.found_cap[at * PLIES + i] = state.line_cap[i]
        state.found_crown[at * PLIES + i] = state.line_crown[i]
    state.barred[state.root_best] = 1


def finish_iteration(state: SearchState, first: int, lines: int) -> None:
    """Let the results of this iteration count, from the move `first` on."""
    for k in range(first, lines):
        state.found_value[k] = state.found_value[LINES + k]
        state.found_depth[k] = state.found_depth[LINES + k]
        state.found_length[k] = state.found_length[LINES + k]
        state.found_move[k] = state.found_move[LINES + k]
        for i in range(k * PLIES, k * PLIES + state.found_length[k]):
            state.found_src[i] = state.found_src[LINES * PLIES + i]
            state.found_dst[i] = state.found_dst[LINES * PLIES + i]
            state.found_cap[i] = state.found_cap[LINES * PLIES + i]
            state.found_crown[i] = state.found_crown[LINES * PLIES + i]
    state.ranked = lines


def rank_unsearched(state: SearchState, k: int, move: int, value: int, depth: int) -> None:
    """Enter a move without a search as the k-th best."""
    list_moves(state)
    state.length[1] = 0
    lead_variation(state, 0, move)
    record(state, k, value, depth)


def apply_losses(state: SearchState, lines: int) -> None:
    """Give moves that lose in the unfinished iteration the value of the loss.

    Where all ranked moves lose, the next one that may hold replaces the last, for its value at most.
    """
    value = max(-SURE, min(SURE, state.found_value[lines - 1]))
    holds = 0
    for k in range(lines):
        if state.lost[state.found_move[k]]:
            state.found_value[k] = state.lost[state.found_move[k]]
        else:
            holds += 1
    if holds:
        return
    for i in range(state.root_moves):
        move = state.order[i]
        if not state.lost[move]:
            rank_unsearched(state, lines - 1, move, value, state.found_depth[lines - 1])
            finish_iteration(state, lines - 1, lines)
            return


def kernel_is_compiled() -> bool:
    """Does the compiled search run, or the same source interpreted (some hundred times slower)?"""
    return not __file__.endswith(".py")
