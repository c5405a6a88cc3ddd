"""The memory of one search of draughts; compiled with `state.pxd`."""

from zaria.games.draughts.kernel import zeros

from .endings import Endings
from .evaluator import DraughtsEvaluator

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import (
        ENTRIES,
        LINES,
        MOST_PIECES,
        MOVES,
        NEVER,
        PAST,
        PLIES,
    )
    from zaria.bots.squares.draughts.uncompiled import Node

    from .interpreted_kind import FROM_TO, Kernel


class SearchState:
    """The position, the limits, and all that a search notes on its way."""

    def __init__(self) -> None:
        self.allocate()
        self.rules = Kernel()
        self.evaluator = DraughtsEvaluator()
        self.endings: Endings
        self.few = 0
        self.root = Node(0, 0, 0, 0, 0)
        self.main_road = 0
        self.counts_endings = False
        self.crowning_restarts = False
        self.one_each = False
        self.king_moves = 0
        self.quiet_end = NEVER
        self.past = 0
        self.giveaway = False
        self.nodes = 0
        self.most_nodes = 0
        self.seed = 0
        self.noise = 0
        self.deepest = 0
        self.wanted = 0
        self.stop = False
        self.age = self.first_age = 0
        self.keeps = False
        self.ranked = 0
        self.root_best = 0
        self.root_moves = 0
        self.barring = False

    def allocate(self) -> None:
        """Make room for the arrays where the source is interpreted."""
        if not cython.compiled:  # else they are arrays of zeros from the beginning
            self.keys = zeros(ENTRIES)
            self.entries = zeros(ENTRIES)
            self.order = zeros(MOVES)
            self.score = zeros(MOVES)
            self.killers = zeros(2 * PLIES)
            self.history = zeros(2 * FROM_TO)
            self.path = zeros(PAST + PLIES)
            self.ending = zeros(PLIES)
            self.road = zeros(PLIES)
            self.quiet = zeros(PLIES)
            self.own_king = zeros(PLIES)
            self.their_king = zeros(PLIES)
            self.own_run = zeros(PLIES)
            self.their_run = zeros(PLIES)
            self.ending_limit = zeros(MOST_PIECES)
            self.ending_kings = zeros(MOST_PIECES)
            self.ending_of_both = zeros(MOST_PIECES)
            self.line_src = zeros(PLIES * PLIES)
            self.line_dst = zeros(PLIES * PLIES)
            self.line_cap = zeros(PLIES * PLIES)
            self.line_crown = zeros(PLIES * PLIES)
            self.length = zeros(PLIES)
            self.barred = zeros(MOVES)
            self.lost = zeros(MOVES)
            self.found_value = zeros(2 * LINES)
            self.found_depth = zeros(2 * LINES)
            self.found_length = zeros(2 * LINES)
            self.found_move = zeros(2 * LINES)
            self.found_src = zeros(2 * LINES * PLIES)
            self.found_dst = zeros(2 * LINES * PLIES)
            self.found_cap = zeros(2 * LINES * PLIES)
            self.found_crown = zeros(2 * LINES * PLIES)

    def reset(self, keeps: bool) -> None:
        """Forget what was found in other positions, but not the table if this search and the last keep it."""
        self.age += 1
        if not (keeps and self.keeps):
            self.first_age = self.age
        self.keeps = keeps
        if self.age > 0xFFFF:
            self.age = self.first_age = 1
            for i in range(ENTRIES):
                self.entries[i] = 0
        for i in range(2 * PLIES):
            self.killers[i] = 0
        for i in range(2 * FROM_TO):
            self.history[i] = 0
        self.nodes = 0
        self.ranked = 0
        self.found_depth[LINES] = 0
