"""Draughts of all kinds behind `zaria.bots.squares.engine.SquaresEngine`."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from zaria.bots.squares.draughts import weights as files
from zaria.bots.squares.draughts.kinds import search_modules
from zaria.bots.squares.draughts.search.endings import Endings, Material
from zaria.bots.squares.draughts.search.root import Search, kernel_is_compiled
from zaria.bots.squares.engine import Limits, Variation, foreign, some
from zaria.games.board_games import BoardPosition
from zaria.games.draughts.board import Board
from zaria.games.draughts.draws import SAFETY_PLIES
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.rules import DraughtsRules

ENOUGH = 300_000 if kernel_is_compiled() else 3_000
"""Positions searched without limits."""
DEEPEST = 96
"""A depth beyond any search."""
THREE_KINGS: list[Material] = [(0, 3, 0, 1), (0, 1, 0, 3)]
SMALL, LARGE = 32, 50
"""The squares of boards whose endings of four kings are solved, and the most on which those of men are."""
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
            weights = files.shipped(files.weights_of(game.id), options)
        self.game = game
        self.weights = weights
        self._idle: list[Search] = []
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Solve the endings; takes half a second, the first time."""
        endings_for(self.game.options)

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
        search: Search = search_modules(self.game.options).root.Search()
        self.set_up(search)
        return search

    def set_up(self, search: Search) -> None:
        """Set the board of the game, its weights and its rules."""
        options, squares = self.game.options, self.game.options.squares
        road = 0 if options.orthogonal else diagonal(squares)
        search.evaluator.set_board(
            squares.size, squares.wide, squares.whole, road, middle(squares), 2 * options.men
        )
        search.evaluator.set_weights(self.weights.values)
        set_rules(search, options)

    def _load(self, search: Search, position: DraughtsPosition, seconds: float | None = None) -> None:
        """Set up a position for a search of so many seconds; None: without a limit."""
        turn, pieces = position.turn, position.pieces
        search.load(self.game.numbers, turn, pieces.side(turn), pieces.side(1 - turn))
        search.count(*position.tally)
        search.remember([(*was.side(side), *was.side(1 - side), side) for side, was in position.seen])
        search.set_runs(position.runs[turn], position.runs[1 - turn])
        search.ready()
        search.drop_endings()
        if sum(side.bit_count() for side in pieces.all) <= FEW_AT_ROOT and self._has_endings(seconds):
            search.set_endings(endings_for(self.game.options), FEW)

    def _has_endings(self, seconds: float | None) -> bool:
        """Return whether the endings are solved, or there is time to solve them."""
        return _key(self.game.options) in _ENDINGS or seconds is None or seconds >= RECKONING

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
    search.set_exceptions(rules.one_each, options.king_moves)


_EndingsKey = tuple[tuple[int, ...], bool, bool]
_ENDINGS: dict[_EndingsKey, Endings] = {}


def endings_for(options: DraughtsOptions) -> Endings:
    """The endings of three pieces and, on boards of `SMALL` squares, of three kings against one.

    On boards of more than `LARGE` squares they are those of kings alone. They are solved on first use, and
    kept. Where moves in a row with one king are limited beside men, none are solved in which a side has a
    king and a man, or may get them: the limit is not known there.
    """
    endings: Endings | None = _ENDINGS.get(_key(options))
    if endings is None:
        squares = options.squares
        endings = search_modules(options).endings.Endings(
            options.numbers,
            squares.bits,
            squares.wide,
            giveaway=options.giveaway,
            one_each=options.draw_rules.one_each,
        )
        order = materials(3) + (THREE_KINGS if squares.squares == SMALL else [])
        if squares.squares > LARGE:
            order = [material for material in order if not material[0] and not material[2]]
        if options.king_moves:
            order = [material for material in order if not _is_limited(material)]
        endings.solve_all(order)
        _ENDINGS[_key(options)] = endings
    return endings


def _key(options: DraughtsOptions) -> _EndingsKey:
    """Return what endings depend on."""
    return options.numbers, options.giveaway, options.orthogonal


def _is_limited(material: Material) -> bool:
    """Can a side come to have a man and a king?"""
    men, kings, their_men, their_kings = material
    return (men > 0 and men + kings > 1) or (their_men > 0 and their_men + their_kings > 1)


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
        if squares.column(number) == squares.size - 1 - (number - 1) // squares.wide
    )


def middle(squares: Board) -> int:
    """The squares that are not near an edge."""
    edge = squares.size // 4
    inner = range(edge, squares.size - edge)
    return sum(
        square
        for number, square in enumerate(squares.bits, 1)
        if (number - 1) // squares.wide in inner and squares.column(number) in inner
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
