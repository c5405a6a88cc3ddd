"""A position of a tables game: what may be played, what comes of it, what it is worth."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from zaria.games.game import IllegalTurn, Outcome, Roll, checked_roll
from zaria.games.tables import board as boards
from zaria.games.tables import diagram, score, text
from zaria.games.tables.board import OFF, PINNED, Board
from zaria.games.tables.kernel import Kernel
from zaria.games.tables.turn import Step, Turn

if TYPE_CHECKING:
    from zaria.games.tables.game import TablesGame

Moves: TypeAlias = "tuple[tuple[int, int], ...] | list[tuple[int, int]]"
"""Steps as (src, die), in the mover's own numbers."""

_OPENINGS_KEPT = (21, 55, 62)
"""Opening rolls of the first player that the fivestars head list asks about."""


class _Pad(threading.local):
    """Each thread's kernel."""

    def __init__(self) -> None:
        self.kernel = Kernel()


_pad = _Pad()


class _Side(NamedTuple):
    """One side's checkers, counted; see the methods of `Position` with the same names."""

    counts: tuple[int, ...]
    pinned: tuple[int, ...]
    pips: int


class _Done(NamedTuple):
    """A turn that was found complete, and the board after it."""

    roll: Roll
    moves: Moves
    turn: Turn
    board: Board


@dataclass(frozen=True, slots=True)
class Position:
    """Immutable and hashable. `turn` is the side on roll, `board` the kernel's 26 ints seen by that side.

    `opened` is the first player's opening roll (62 for 6-2) while the second player's first turn depends on
    it, else 0. All points are in a side's own numbers: its checkers run from 24 to 1; 25 is the bar, 0 is
    off.
    """

    game: "TablesGame"
    turn: int
    board: Board
    opened: int = 0
    _sides: tuple[_Side, _Side] | None = field(default=None, init=False, repr=False, compare=False)
    _least: tuple[int, int] | None = field(default=None, init=False, repr=False, compare=False)
    _done: _Done | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def parse(cls, game: "TablesGame", source: str, turn: int = 0) -> "Position":
        """The position written in `source`, with side `turn` on roll; raises `BadPosition`.

        Read are our own text (see `text`), and for games of hitting the 26 characters of an XGID board
        (capitals are the side on roll) and a 14-character gnubg Position ID.
        """
        board, opened = text.read(game.options, source)
        return cls(game, turn, board, opened)

    def text(self) -> str:
        """The position in our own text form, the side on roll first: `X=24:2,13:5;O=bar:1,6:5`."""
        return text.write(self.game.options, self.board, self.opened)

    def __str__(self) -> str:
        return diagram.draw(self.counts(self.turn), self.counts(1 - self.turn), self.game.options)

    # -- what may be played

    def turns(self, roll: Roll) -> list[Turn]:
        """One legal turn of a roll for each position that can be reached; none: the turn passes."""
        kernel = self._kernel()
        kernel.generate(*checked_roll(roll))
        return [_turn(moves, self._followed(moves)[1]) for moves in kernel.moves()]

    def tree(self, roll: Roll) -> list[list[tuple[int, int, int]]]:
        """Every way to play a roll step by step, for a board that knows no rules.

        Node i is the list of steps that may come next, each (src, die, node it leads to), all of which can
        still be completed to a legal turn; node 0 is the start, a node without steps a complete turn. `[[]]`:
        must pass.
        """
        return _decode_tree(self.tree_json(roll))

    def tree_json(self, roll: Roll) -> bytes:
        """The tree as JSON, which is how it is sent to a board."""
        return self._kernel().tree(*checked_roll(roll))

    def steps(self, roll: Roll, played: Moves = ()) -> list[Step]:
        """The steps that may come after those played; none when the turn is complete.

        Raises `IllegalTurn` when the steps played cannot be completed to a legal turn.
        """
        tree = self.tree(roll)
        node = 0
        for move in played:
            onward = {(src, die): to for src, die, to in tree[node]}
            if tuple(move) not in onward:
                raise IllegalTurn(f"no legal turn of {roll[0]}-{roll[1]} goes through {move[0]} by {move[1]}")
            node = onward[move[0], move[1]]
        found = []
        for src, die, _ in tree[node]:
            moves = [*played, (src, die)]
            found.append(_turn(moves, self._followed(moves)[1]).steps[-1])
        return found

    def complete(self, roll: Roll, moves: Moves) -> Turn:
        """The turn made of these steps; raises `IllegalTurn` unless it is a complete legal one.

        No steps are a legal turn only when the roll leaves none.
        """
        done = self._done
        if done is not None and done.moves == moves and done.roll == roll:
            return done.turn  # whoever decides on a turn plays it next
        if not self._kernel().completes(*checked_roll(roll), list(moves)):
            raise IllegalTurn(f"not a complete legal turn of {roll[0]}-{roll[1]}")
        board, hits = self._followed(moves)
        turn = _turn(moves, hits)
        object.__setattr__(self, "_done", _Done(roll, tuple(moves), turn, board))
        return turn

    def play(self, turn: Turn) -> "Position":
        """The position after a turn, the other side on roll; raises `IllegalTurn` for impossible steps.

        Whether the turn makes full use of a roll is `complete`'s business.
        """
        done = self._done
        board = done.board if done is not None and done.turn is turn else self._followed(turn.moves)[0]
        return Position(self.game, 1 - self.turn, board, self._opening([step.die for step in turn.steps]))

    def results(self, roll: Roll) -> list["Position"]:
        """The positions after each of `turns(roll)`, in the same order, without making the turns."""
        kernel = self._kernel()
        kernel.generate(*checked_roll(roll))
        game, other, opened = self.game, 1 - self.turn, self._opening(roll)
        return [Position(game, other, board, opened) for board in kernel.boards()]

    def total(self) -> int:
        """The distinct legal turns of all 21 rolls together, a pass counting one."""
        return self._kernel().total()

    # -- what it is worth

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        if boards.others_off(self.board):
            winner = 1 - self.turn
        elif boards.own_off(self.board):
            winner = self.turn
        else:
            return None
        return score.outcome(self.game.options, winner, self.counts(1 - winner))

    def locked(self) -> bool:
        """Must the game start again: are (in tapa) both sides' last checkers on 24 pinned?"""
        return self.game.options.mothers and self.board[24] <= -PINNED and self.board[1] >= PINNED

    def unavoidable(self, side: int) -> int:
        """The least points `side` is bound to lose if it loses, before the cube; see `score`."""
        least = self._least
        if least is None:
            least = self._bound_to_lose(0), self._bound_to_lose(1)
            object.__setattr__(self, "_least", least)
        return least[side]

    def counts(self, side: int) -> tuple[int, ...]:
        """The side's checkers, own numbers: borne off, on points 1 to 24 (pinned too), on the bar."""
        return self._side(side).counts

    def pinned(self, side: int) -> tuple[int, ...]:
        """The points, in its own numbers, where a checker of the side is pinned."""
        return self._side(side).pinned

    def pips(self, side: int) -> int:
        """What the side's checkers have left to run."""
        return self._side(side).pips

    # --

    def _kernel(self) -> Kernel:
        kernel = _pad.kernel
        kernel.load(self.game.options.numbers, self.board, self.opened)
        return kernel

    def _side(self, side: int) -> _Side:
        """Counted when first asked for: whoever shows a table asks several times."""
        sides = self._sides
        if sides is None:
            mover = _counted(self.board)
            other = _counted(boards.flipped(self.game.options, self.board))
            sides = (other, mover) if self.turn else (mover, other)
            object.__setattr__(self, "_sides", sides)
        return sides[side]

    def _bound_to_lose(self, side: int) -> int:
        if self.pinned(1 - side):
            return 1
        return score.unavoidable(
            self.game.options, self.counts(side), self.counts(1 - side), side == self.turn
        )

    def _followed(self, moves: Moves) -> tuple[Board, list[int]]:
        done = self._kernel().follow(list(moves))
        if done is None:
            raise IllegalTurn("a step is not possible")
        return done

    def _opening(self, dice: Sequence[int]) -> int:
        """The opening roll to remember once these dice are played."""
        if self.game.options.head_list != "fivestars" or self != self.game.start(self.turn) or not dice:
            return 0
        opened = max(dice) * 10 + min(dice)
        return opened if opened in _OPENINGS_KEPT else 0


_decode_tree = msgspec.json.Decoder(list[list[tuple[int, int, int]]]).decode


def _turn(moves: Moves, hits: Sequence[int]) -> Turn:
    """The turn of these steps, which hit or not."""
    return Turn(
        tuple(
            [
                Step(src, die, max(src - die, OFF), bool(hit))
                for (src, die), hit in zip(moves, hits, strict=True)
            ]
        )
    )


def _counted(board: Board) -> _Side:
    men = boards.counts(board)
    return _Side(men, boards.pinned(board), sum(map(mul, men, range(26))))
