"""Draughts of all kinds behind `zaria.bots.squares.engine.SquaresEngine`."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.search.endings import Endings, Material
from zaria.bots.squares.draughts.search.root import Search, kernel_is_compiled
from zaria.bots.squares.engine import Limits, Variation, foreign, some
from zaria.games.board_games import BoardPosition
from zaria.games.draughts.board import Board, board
from zaria.games.draughts.draws import SAFETY_PLIES
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.rules import DraughtsRules

ENOUGH = 300_000 if kernel_is_compiled() else 3_000
"""Positions searched without limits."""
DEEPEST = 96
"""A depth beyond any search."""
THREE_KINGS: list[Material] = [(0, 3, 0, 1), (0, 1, 0, 3)]
_KEPT = 4
"""Scratch pads kept for the next search; each takes ten megabytes."""

OPENING = 8
"""Moves of both sides in which play is varied."""
VARIETY = 6
"""The noise in the opening, in hundredths of a man."""
FEW_AT_ROOT = 8
"""Pieces on the board from which on endings are looked up."""
FEW = 4
"""Pieces in the largest of them."""
RECKONING = 1.0
"""Time limit from which a question may solve the endings: that takes half of it, once."""

Found = tuple[int, int, int, bool]
"""From, to, captured, crowned."""


class DraughtsEngine:
    """One game of draughts; see `SquaresEngine`."""

    name = "alpha-beta"

    def __init__(self, game: DraughtsRules, weights: files.Weights | None = None) -> None:
        """`weights` are those that come with the package unless others are given."""
        options = game.options
        if weights is None:
            name = files.weights_of(game.id)
            weights = files.shipped(name, options.size, flying=options.flying, giveaway=options.giveaway)
        self.game = game
        self.weights = weights
        self._idle: list[Search] = []
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Solve the endings; takes half a second, the first time."""
        endings_for(self.game.numbers, giveaway=self.game.options.giveaway)

    def lines(
        self, position: BoardPosition, limits: Limits, most: int = 1, pad: Search | None = None
    ) -> list[Variation]:
        """The best moves, the best first; see `SquaresEngine.lines`. `pad` is a scratch pad to use."""
        if not isinstance(position, DraughtsPosition) or position.game != self.game:
            raise foreign(position, self.game.id)
        limits, most = limits.within(), some(most)
        with self._search() if pad is None else nullcontext(pad) as search:
            began, seconds = time.monotonic(), limits.seconds
            self._load(search, position, seconds)
            if seconds is not None:
                seconds = max(seconds / 2, seconds - (time.monotonic() - began))
            with _clock(search, seconds):
                nodes, deepest = limits.bounds(ENOUGH, DEEPEST)
                noise = _noise(position, limits)
                by_time = limits.seconds is not None and limits.nodes is None and limits.depth is None
                keeps = by_time and noise == 0  # bounded by positions the same question has the same answer
                count = search.search(nodes, deepest, most, noise, limits.seed, keeps=keeps)
            ranked = [search.line(k) for k in range(count)]
        ranked.sort(key=lambda line: -line[0])
        variations = []
        for value, depth, moves in ranked:
            line = self._legal_line(position, moves)
            variations.append(Variation(line[0], value, depth, line))
        return variations

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1, a draw being half a win."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value / self.weights.scale))))

    # --

    @contextmanager
    def _search(self) -> Iterator[Search]:
        """Lend a scratch pad to this caller alone."""
        with self._lock:
            search = self._idle.pop() if self._idle else None
        if search is None:
            search = self.pad()
        try:
            yield search
        finally:
            with self._lock:
                if len(self._idle) < _KEPT:
                    self._idle.append(search)

    def pad(self) -> Search:
        """A scratch pad of one's own, with the game and its weights."""
        options, squares = self.game.options, board(self.game.size)
        search = Search()
        search.evaluator.set_board(
            squares.size, squares.whole, diagonal(squares), middle(squares), 2 * options.men
        )
        search.evaluator.set_weights(self.weights.values)
        set_rules(search, options)
        return search

    def _load(self, search: Search, position: DraughtsPosition, seconds: float | None = None) -> None:
        """Set up a position for a search of so many seconds; None: without a limit."""
        turn, pieces = position.turn, position.pieces
        search.load(self.game.numbers, turn, pieces.side(turn), pieces.side(1 - turn))
        search.count(*position.tally)
        search.remember([(*was.side(side), *was.side(1 - side), side) for side, was in position.seen])
        search.ready()
        search.drop_endings()
        if sum(side.bit_count() for side in pieces.all) <= FEW_AT_ROOT and self._has_endings(seconds):
            search.set_endings(endings_for(self.game.numbers, giveaway=self.game.options.giveaway), FEW)

    def _has_endings(self, seconds: float | None) -> bool:
        """Return whether the endings are solved, or there is time to solve them."""
        at_hand = (self.game.numbers, self.game.options.giveaway) in _ENDINGS
        return at_hand or seconds is None or seconds >= RECKONING

    def _legal_line(self, position: DraughtsPosition, moves: list[Found]) -> tuple[str, ...]:
        """Moves as text, as far as they go on being legal (a win may come first)."""
        names, line = position.game.names, []
        for src, dst, taken, crowned in moves:
            for way in position.legal_moves():
                if (
                    (way.path[0], way.path[-1]) == (names[src], names[dst])
                    and bool(way.promotion) == crowned
                    and sorted(way.captures) == sorted(names[bit] for bit in names if bit & taken)
                ):
                    line.append(way.move)
                    position = position.move(way.move)
                    break
            else:
                break
        return tuple(line)


def set_rules(search: Search, options: DraughtsOptions) -> None:
    """Set the rules by which a game is won and drawn."""
    rules = options.draw_rules
    quiet = rules.quiet
    if rules.safety:
        quiet = min(quiet or SAFETY_PLIES, SAFETY_PLIES)
    search.set_game(options.giveaway, quiet, diagonal(options.squares) if rules.main_road else 0)
    endings = [
        (rule.least, rule.most, rule.kings, rule.of * (2 if rule.both else 1), rule.both)
        for rule in rules.endings
    ]
    search.set_counted_endings(endings, rules.crowning_restarts)


_ENDINGS: dict[tuple[tuple[int, ...], bool], Endings] = {}


def endings_for(numbers: tuple[int, ...], *, giveaway: bool) -> Endings:
    """The endings of three pieces and, on the smaller board, of three kings against one.

    They are solved on first use, and kept.
    """
    endings = _ENDINGS.get((numbers, giveaway))
    if endings is None:
        size = numbers[0]
        endings = Endings(numbers, board(size).bits, giveaway)
        endings.solve_all(materials(3) + (THREE_KINGS if size == 8 else []))
        _ENDINGS[numbers, giveaway] = endings
    return endings


def materials(most: int) -> list[Material]:
    """Return what up to so many pieces may be, those first to which others lead."""
    kinds = [
        (men, kings, their_men, total - men - kings - their_men)
        for total in range(2, most + 1)
        for men in range(total)
        for kings in range(total - men + 1)
        for their_men in range(total - men - kings + 1)
    ]
    possible = [kind for kind in kinds if kind[0] + kind[1] and kind[2] + kind[3] and max(kind) < 4]
    return sorted(possible, key=lambda kind: (sum(kind), kind[0] + kind[2]))


def diagonal(squares: Board) -> int:
    """The long diagonal, from light's left."""
    return sum(
        square
        for number, square in enumerate(squares.bits, 1)
        if squares.column(number) == squares.size - 1 - (number - 1) // (squares.size // 2)
    )


def middle(squares: Board) -> int:
    """The squares that are not near an edge."""
    edge = squares.size // 4
    inner = range(edge, squares.size - edge)
    return sum(
        square
        for number, square in enumerate(squares.bits, 1)
        if (number - 1) // (squares.size // 2) in inner and squares.column(number) in inner
    )


def _noise(position: DraughtsPosition, limits: Limits) -> int:
    """Return how much to misjudge: in the opening a little at least, so that moves as good come in turn.

    Without a seed nothing is varied.
    """
    if limits.seed and position.plies < OPENING:
        return max(limits.noise, VARIETY)
    return limits.noise


@contextmanager
def _clock(search: Search, seconds: float | None) -> Iterator[None]:
    """Halt a search at its limit of time."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, search.halt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
