"""A position of a tables game: what may be played, what comes of it, what it is worth."""

import threading

import msgspec

from zaria.games.contact import ContactRule
from zaria.games.dice import ROLLS, Roll
from zaria.games.protocols import Duty, IllegalTurnError, Outcome, Tree, checked_roll
from zaria.games.tables import board as boards
from zaria.games.tables import diagram, score, text, turn_duty
from zaria.games.tables.board import BAR, HOME, OFF, PINNED, Board, Side
from zaria.games.tables.kernel import api
from zaria.games.tables.kernel.counts import sides as counted_sides
from zaria.games.tables.kernel.generation import generate, total
from zaria.games.tables.kernel.kernel import Kernel
from zaria.games.tables.kernel.tree import hits_json, tree_json
from zaria.games.tables.rule_history import NOTHING, RuleHistory
from zaria.games.tables.rules import TablesRules
from zaria.games.turn import Moves, Step, Turn


class _Pad(threading.local):
    """Each thread's kernel."""

    def __init__(self) -> None:
        self.kernel = Kernel()


_pad = _Pad()


class _Done(msgspec.Struct, frozen=True, gc=False):
    """A complete turn and the position after it."""

    moves: Moves
    turn: Turn
    after: "Position"


class _Known(msgspec.Struct, gc=False):
    """Lazily computed values of a position. They refer to later positions alone, so never to their owner."""

    sides: tuple[Side, Side] | None = None
    least: tuple[int, int] | None = None
    done: _Done | None = None
    rolled: "tuple[Roll, Position] | None" = None
    tree: bytes | None = None
    effects: bytes | None = None

    def __reduce__(self) -> "tuple[type[_Known], tuple[()]]":
        """Copies start empty: the cached values refer to positions through the whole game."""
        return _Known, ()


class Position(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Immutable and hashable. `turn` is the side on roll, `board` the kernel's 26 ints seen by that side.

    `duty` is what it has to play before it, or the other side, may roll. All points are in a side's own
    numbers: its checkers run from 24 to 1; 25 is the bar, 0 is off. The methods are those of
    `zaria.games.protocols.Position`.
    """

    game: TablesRules
    turn: int
    board: Board
    past: RuleHistory = NOTHING
    duty: Duty | None = None
    _known: _Known = msgspec.field(default_factory=_Known)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Position{self._key()!r}"

    def _key(self) -> "tuple[TablesRules, int, Board, RuleHistory, Duty | None]":
        return self.game, self.turn, self.board, self.past, self.duty

    def to_text(self) -> str:
        """The position in our own text form, the side on roll first: `X=24:2,13:5;O=bar:1,6:5`."""
        return text.write(self.game.options, self.board, self.past.from_side(self.turn), self.duty)

    def __str__(self) -> str:
        return diagram.draw(self.counts(self.turn), self.counts(1 - self.turn), self.game.options)

    # -- what may be played

    def rolled(self, roll: Roll) -> "Position":
        """The same position with that roll to be played.

        Raises `InvalidRollError`, or `IllegalTurnError` under a duty.
        """
        cache = self._known
        if cache.rolled is not None and cache.rolled[0] == roll:
            return cache.rolled[1]  # usually the chosen roll is played next
        if self.duty is not None:
            raise IllegalTurnError("what is due must be played before the next roll")
        past, options = self.past, self.game.options
        due = turn_duty.of_roll(options, checked_roll(roll), past.rolls[self.turn] if past.rolls else 0)
        seen = _Known(cache.sides, cache.least)
        after = Position(self.game, self.turn, self.board, past.counting(self.turn), due, seen)
        cache.rolled = roll, after
        return after

    def turns(self, roll: Roll | None = None) -> list[Turn]:
        """One legal turn for each position that can be reached; none: the empty turn is played."""
        if roll is not None:
            return self.rolled(roll).turns()
        kernel = self._kernel()
        generate(kernel, *self._kernel_dice())
        return [turn_of(steps) for steps in api.steps(kernel)]

    def tree(self, roll: Roll | None = None) -> Tree:
        """Every way to play step by step, for a board that knows no rules."""
        return _decode_tree(self.tree_json(roll))

    def tree_json(self, roll: Roll | None = None) -> bytes:
        """The tree as JSON, which is how it is sent to a board."""
        if roll is not None:
            return self.rolled(roll).tree_json()
        tree = self._known.tree
        if tree is None:
            kernel = self._kernel()
            tree = self._known.tree = tree_json(kernel, *self._kernel_dice())
            self._known.effects = _effects_json(self.game.contact, kernel)
        return tree

    def effects_json(self, roll: Roll | None = None) -> bytes | None:
        """The effects of the steps of the tree as JSON; None where there are none."""
        ready = self if roll is None else self.rolled(roll)
        ready.tree_json()
        return ready._known.effects

    def steps(self, played: Moves = ()) -> list[Step]:
        """The steps of the duty that may come after those played; none when the turn is complete.

        Raises `IllegalTurnError` when the steps played cannot be completed to a legal turn.
        """
        tree = self.tree()
        node = 0
        for move in played:
            onward = {(src, die): to for src, die, to in tree[node]}
            if tuple(move) not in onward:
                raise IllegalTurnError(f"no legal turn of {self._dice()} goes through {move[0]} by {move[1]}")
            node = onward[move[0], move[1]]
        steps = []
        for src, die, _ in tree[node]:
            moves = [*played, (src, die)]
            steps.append(_STEPS[self._followed(moves)[1][-1]])
        return steps

    def complete(self, moves: Moves) -> Turn:
        """The turn of the duty made of these steps; raises `IllegalTurnError` for any other.

        No steps are a legal turn only when nothing can be played.
        """
        done = self._known.done
        if done is not None and done.moves == moves:
            return done.turn  # usually the chosen turn is played next
        d1, d2, times = self._kernel_dice()
        kernel = self._kernel()
        completed = api.completes(kernel, d1, d2, moves, times)
        if completed is None:
            raise IllegalTurnError(f"not a complete legal turn of {self._dice()}")
        board, steps = completed
        turn, after = turn_of(steps), self._after(board, moves)
        after._known.sides = self._in_order(counted_sides(kernel))
        self._known.done = _Done(tuple(moves), turn, after)
        return turn

    def play(self, turn: Turn) -> "Position":
        """The position after a turn of the duty; raises `IllegalTurnError` for impossible steps.

        Whether the turn makes full use of the dice is `complete`'s business.
        """
        done = self._known.done
        if done is not None and done.turn is turn:
            return done.after
        return self._after(self._followed(turn.moves)[0], turn.moves)

    def results(self, roll: Roll | None = None) -> list["Position"]:
        """The positions after each of `turns`, in the same order, without making the turns."""
        if roll is not None:
            return self.rolled(roll).results()
        kernel = self._kernel()
        generate(kernel, *self._kernel_dice())
        if not self.game.plain:
            return self._ends_of_stage(api.boards(kernel), api.moves(kernel))
        game, opponent, past = self.game, 1 - self.turn, self._later_past(())
        return [Position(game, opponent, board, past) for board in api.boards(kernel)]

    def total(self) -> int:
        """The distinct legal turns of all 21 rolls together, a pass counting one.

        Where doublets are ladders their first stages are counted.
        """
        if self.duty is not None:
            raise IllegalTurnError("what is due must be played before the next roll")
        if self.game.options.ladder == _KERNELS_DOUBLET:
            return total(self._kernel())
        return sum(max(1, len(self.turns(roll))) for roll in ROLLS)

    # -- what it is worth

    def outcome(self) -> Outcome | None:
        """The outcome, None while the game goes on.

        Where the second player makes the last turn (paritet) it goes on until that turn is made.
        """
        if self.game.options.mothers == "win":
            ended = self._ended_by_mothers()
            if ended is not None:
                return ended
        sides = self._sides()
        own_done, other_done = not sides[self.turn][3], not sides[1 - self.turn][3]
        if not (other_done or own_done):
            return None
        starter = self.past.starter
        if starter is not None:
            if own_done and other_done:
                return score.DRAW
            if starter != self.turn and other_done:
                return None
        finisher = self.turn if own_done else 1 - self.turn
        winner = 1 - finisher if self.game.options.misere else finisher
        return score.outcome(self.game.options, winner, self.counts(1 - finisher))

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here with `side` on roll: nobody has won, and no roll is left to play."""
        return self.turn == side and self.outcome() is None and self.duty is None and not self.locked()

    def locked(self) -> bool:
        """Must the game start again: are (in tapa) both sides' last checkers on 24 pinned?"""
        return self.game.options.mothers == "restart" and self._both_mothers_pinned()

    def is_race(self) -> bool:
        """Have the sides passed each other or, where both run the same way round, the first half?"""
        rearmost = [side[3] for side in self._sides()]
        return max(rearmost) <= _HALF if self.game.parallel else sum(rearmost) < BAR

    def unavoidable(self, side: int) -> int:
        """The least points `side` is bound to lose if it loses, before the cube; see `score`."""
        least = self._known.least
        if least is None:
            sides = self._sides()
            early = sides[0][3] > HOME and sides[1][3] > HOME  # for most of a game, and seen at once
            least = (1, 1) if early else (self._bound_to_lose(0), self._bound_to_lose(1))
            self._known.least = least
        return least[side]

    def counts(self, side: int) -> tuple[int, ...]:
        """The side's checkers, own numbers: borne off, on points 1 to 24 (pinned too), on the bar."""
        return self._sides()[side][0]

    def pinned(self, side: int) -> tuple[int, ...]:
        """The points, in its own numbers, where a checker of the side is pinned."""
        return self._sides()[side][1]

    def pips(self, side: int) -> int:
        """The pips that the side has left."""
        return self._sides()[side][2]

    # --

    def _kernel(self) -> Kernel:
        kernel, due = _pad.kernel, self.duty
        if due is None:
            kernel.load_position(self.game.kernel_rules, self.board, self.past.opened)
        else:
            kernel.load_position(self.game.kernel_rules, self.board, self.past.opened, due.heads, due.base)
        return kernel

    def _kernel_dice(self) -> tuple[int, int, int]:
        """The dice of the stage as the kernel takes them."""
        if self.duty is None:
            raise IllegalTurnError("there is no roll to be played")
        return turn_duty.kernel_dice(self.duty.stages[0])

    def _dice(self) -> str:
        return turn_duty.written(self.duty.stages[0]) if self.duty else ""

    def _sides(self) -> tuple[Side, Side]:
        """Counted on first use: a table's view needs them several times."""
        sides = self._known.sides
        if sides is None:
            sides = self._known.sides = self._in_order(counted_sides(self._kernel()))
        return sides

    def _in_order(self, sides: tuple[Side, Side]) -> tuple[Side, Side]:
        """Both sides by their numbers, given that on roll first."""
        return (sides[1], sides[0]) if self.turn else sides

    def _bound_to_lose(self, side: int) -> int:
        options, due = self.game.options, self.duty
        behind, ahead = (1 - side, side) if options.misere else (side, 1 - side)
        trailing, leading = self._sides()[behind], self._sides()[ahead]
        if score.unsettled(options, trailing, leading):
            return 1
        moves_due = (
            sum(map(len, due.stages)) if due is not None and not due.own_roll and self.turn == behind else 0
        )
        chances = score.Chances(
            on_roll=self.turn == behind, last_turn=self.past.starter == ahead, moves_first=moves_due
        )
        return score.unavoidable(options, trailing, leading, chances)

    def _both_mothers_pinned(self) -> bool:
        return self.board[24] <= -PINNED and self.board[1] >= PINNED

    def _ended_by_mothers(self) -> Outcome | None:
        """The outcome of a game that pinned mothers have ended."""
        if self._both_mothers_pinned():
            return score.TIE
        if self.board[1] >= PINNED and self.board[24] <= 0:
            return Outcome(self.turn, *score.MOTHER)
        if self.board[24] <= -PINNED and self.board[1] >= 0:
            return Outcome(1 - self.turn, *score.MOTHER)
        return None

    def _followed(self, moves: Moves) -> tuple[Board, list[int]]:
        done = api.apply_turn(self._kernel(), moves)
        if done is None:
            raise IllegalTurnError("a step is not possible")
        return done

    def _ends_of_stage(self, ends: list[Board], turns: list[list[tuple[int, int]]]) -> list["Position"]:
        """The positions after all legal turns of a stage: what follows is asked once for turns alike.

        Of legal turns those of the same length leave the same dice.
        """
        game, options = self.game, self.game.options
        positions: list[Position] = []
        following: dict[tuple[int, int], Position] = {}
        for board, moves in zip(ends, turns, strict=True):
            if options.mothers != "off" or boards.others_off(board):
                positions.append(self._after(board, moves))
                continue
            alike = len(moves), sum([src == _HEAD for src, _ in moves]) if options.head else 0
            like = following.get(alike)
            if like is None:
                like = following[alike] = self._after(board, moves)
            seen = board if like.turn != self.turn else boards.flipped(options, board)
            positions.append(Position(game, like.turn, seen, like.past, like.duty))
        return positions

    def _after(self, board: Board, moves: Moves) -> "Position":
        """The position after a turn that led to this board, as the other side sees it."""
        game, due = self.game, self.duty
        past = self._later_past(moves)
        if game.plain:
            return Position(game, 1 - self.turn, board, past)
        if due is None:
            raise IllegalTurnError("a turn is of a roll: see `rolled`")
        handed_over = Position(game, 1 - self.turn, board, past)
        if boards.others_off(board) or handed_over.locked():
            return handed_over  # a turn that ends the game counts as the whole roll
        remaining = turn_duty.left_over(due.stages[0], moves)
        heads = sum(src == _HEAD for src, _ in moves) if game.options.head else 0
        onward = turn_duty.onward(game.options, due, remaining, heads)
        if not onward.hands_over:
            return Position(game, self.turn, boards.flipped(game.options, board), past, onward.duty)
        return handed_over if onward.duty is None else Position(game, 1 - self.turn, board, past, onward.duty)

    def _later_past(self, moves: Moves) -> RuleHistory:
        """The rule history after the stage, or after these steps without a duty."""
        dice = self.duty.stages[0] if self.duty is not None else [die for _, die in moves]
        return self.past.opening(self.game.options, self.board, dice)


def _effects_json(contact: ContactRule, kernel: Kernel) -> bytes | None:
    """The `Effects` of the tree just written, None where there are none."""
    if not contact.exposes:
        return None
    hits = hits_json(kernel)
    if hits == _NO_STEPS:
        return None
    return (b'{"pin":%b}' if contact.pins else b'{"hit":%b}') % hits


_NO_STEPS = b"[]"
_decode_tree = msgspec.json.Decoder(list[list[tuple[int, int, int]]]).decode

_KERNELS_DOUBLET = 4
"""Moves of a doublet where the kernel goes through all rolls by itself."""
_HEAD = 24
_HALF = 12
"""The last point of the second half of the way."""

_STEPS = [
    Step(src, die, max(src - die, OFF), hit) for hit in (False, True) for src in range(32) for die in range(8)
]
"""The steps as `api.steps` numbers them; most of them there are not."""


def turn_of(steps: list[int]) -> Turn:
    """The turn of steps as the kernel numbers them."""
    return Turn(tuple([_STEPS[step] for step in steps]))
