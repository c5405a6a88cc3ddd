"""Draughts of all kinds for the search: men, kings, and how far the men have come."""

from typing import NamedTuple, Protocol

from zaria.bots.squares.alphabeta import WON
from zaria.games.draughts.board import Board
from zaria.games.draughts.kernel import DiagonalKernel
from zaria.games.draughts.orthogonal_kernel import OrthogonalKernel
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.rules import DraughtsRules
from zaria.games.draughts.wide_kernel import DiagonalKernel as WideKernel

Move = tuple[int, int, int, bool, tuple[int, ...]]
"""From, to, captured, crowned, landings: as the kernel lists them."""

MAN = 100
FLYING_KING = 320
SHORT_KING = 150
"""Value of a king that moves one step at a time."""


class Kernel(Protocol):
    """A kernel, which finds the moves of the position that it has loaded."""

    def load(
        self, rules: tuple[int, ...], side: int, own_pieces: tuple[int, int], their_pieces: tuple[int, int]
    ) -> None:
        """Take rules, the side to move, its men and kings, and the other side's men and kings."""

    def moves(self) -> list[Move]:
        """Return the legal moves."""


class DraughtsState(NamedTuple):
    """A position seen by the side to move."""

    side: int
    men: int
    kings: int
    their_men: int
    their_kings: int


class DraughtsSearchGame:
    """One game of draughts with its options; see `alphabeta.SearchGame`. Only for the thread that made it."""

    def __init__(self, game: DraughtsRules) -> None:
        squares = game.options.squares
        self.numbers = game.numbers
        self.kernel = _kernel(game)
        self.giveaway = game.options.giveaway
        self.king = FLYING_KING if game.options.flying else SHORT_KING
        self.last = squares.last_row(0), squares.last_row(1)
        self.rows = [squares.rows(row, 1) for row in range(game.size)]
        self.middle = sum(squares.bits[n - 1] for n in range(1, squares.squares + 1) if _inner(squares, n))

    def state(self, position: DraughtsPosition) -> DraughtsState:
        """The position for the search."""
        side, pieces = position.turn, position.pieces
        return DraughtsState(side, *pieces.side(side), *pieces.side(1 - side))

    def key(self, state: DraughtsState) -> DraughtsState:
        """All of it."""
        return state

    def ended(self, state: DraughtsState) -> int | None:
        """A game ends where the side to move cannot."""
        return None

    def moves(self, state: DraughtsState) -> list[Move]:
        """All moves: captures of most pieces first, then crowning."""
        side, men, kings, their_men, their_kings = state
        self.kernel.load(self.numbers, side, (men, kings), (their_men, their_kings))
        moves = self.kernel.moves()
        if len(moves) > 1:
            moves.sort(key=lambda move: (-move[2].bit_count(), not move[3]))
        return moves

    def after(self, state: DraughtsState, move: Move) -> DraughtsState:
        """The position after a move."""
        side, men, kings, their_men, their_kings = state
        src, dst, taken, crowned, _ = move
        if kings & src:
            kings = kings & ~src | dst
        elif crowned:
            men, kings = men & ~src, kings | dst
        else:
            men = men & ~src | dst
        return DraughtsState(1 - side, their_men & ~taken, their_kings & ~taken, men, kings)

    def stuck(self, state: DraughtsState) -> int:
        """A side that cannot move has lost; in giveaway it has won."""
        return WON if self.giveaway else -WON

    def loud(self, state: DraughtsState) -> tuple[bool, list[Move]]:
        """Captures, which are compulsory."""
        moves = self.moves(state)
        forced = not moves or moves[0][2] != 0
        return forced, moves if forced else []

    def value(self, state: DraughtsState) -> int:
        """The material; the side with more gains by exchanges. In giveaway: the reverse."""
        side, men, kings, their_men, their_kings = state
        own_material = MAN * men.bit_count() + self.king * kings.bit_count()
        their_material = MAN * their_men.bit_count() + self.king * their_kings.bit_count()
        value = own_material - their_material
        value += 200 * value // (own_material + their_material + 1)
        if self.giveaway:
            return -value
        return value + self._placed(side, men, kings) - self._placed(1 - side, their_men, their_kings)

    def _placed(self, side: int, men: int, kings: int) -> int:
        """Men on the way, men that guard the row where the others are crowned, and the middle."""
        ahead = self.rows if side else self.rows[::-1]
        value = sum(2 * steps * (men & row).bit_count() for steps, row in enumerate(ahead))
        value += 7 * (men & self.last[1 - side]).bit_count()
        return value + 3 * ((men | kings) & self.middle).bit_count()


def _kernel(game: DraughtsRules) -> Kernel:
    """Return a kernel that finds the moves of the game."""
    if game.options.orthogonal:
        return OrthogonalKernel()
    return WideKernel() if game.options.is_wide else DiagonalKernel()


def _inner(squares: Board, number: int) -> bool:
    """Is a square near the middle of the board?"""
    edge = squares.size // 4
    row, column = (number - 1) // squares.wide, squares.column(number)
    return edge <= row < squares.size - edge and edge <= column < squares.size - edge
