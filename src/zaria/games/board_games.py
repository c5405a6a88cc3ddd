"""The protocols of board games: draughts, ugolki and chess.

They have no dice, so a position is whole without anything rolled, and a game goes on by

    position.legal_moves()      every legal move, as a board needs it
    position.move(move.move)    the position after one of them
    position.outcome()          how the game ended; `reason` says by which rule

Side 0 is light, side 1 is dark. Squares are named as the game names them: "c3", or "32" where they are
numbered. Drawing rules are automatic. They end a game, but `legal_moves` and `move` look at the pieces alone:
what counts moves (perft) and what is replayed from elsewhere goes on past them.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple, Protocol, Self

from zaria.games.protocols import AnyRules, Choices, InvalidPositionError, Option, Outcome, agreed

LIGHT, DARK = 0, 1
WIN = "single"
DRAW = Outcome(None, 0, "draw")
"""Nobody won; neither side gets a point of a match from it."""


class BoardMove(NamedTuple):
    """One legal move, as a board needs it.

    * move: the notation that is sent, stored and replayed, unique among the legal moves of a position;
    * path: the squares from the origin over every landing to the end;
    * captures: the squares of captured pieces in the order they are taken;
    * promotion: "" or what the piece turns into: "K" in draughts, "q", "r", "b" or "n" in chess.
    """

    move: str
    path: tuple[str, ...]
    captures: tuple[str, ...] = ()
    promotion: str = ""


class Counter(NamedTuple):
    """A rule that ends the game when `now`, in moves, reaches `of`. `name` is a reason; see `reason`."""

    name: str
    now: int
    of: int


class BoardPosition(Protocol):
    """Immutable and hashable."""

    @property
    def game(self) -> "BoardRules":
        """The rules of the game it is a position of."""

    @property
    def turn(self) -> int:
        """The side to move."""

    @property
    def plies(self) -> int:
        """Moves made by either side since the start."""

    def legal_moves(self) -> Sequence[BoardMove]:
        """All legal moves. Captures that differ only in the way round to the same end are one."""

    def move(self, text: str) -> Self:
        """The position after the legal move written so (`BoardMove.move`); raises `IllegalTurnError`."""

    def notation(self, text: str) -> str:
        """The same legal move as books of the game write it in this position; raises `IllegalTurnError`."""

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here: nobody has won. The text says who moves, so `side` is 0."""

    def outcome(self) -> Outcome | None:
        """The outcome (a win counts one point, see `DRAW`), None while the game goes on."""

    def reason(self) -> str:
        """By which rule the game ended, "" while it goes on.

        Wins: "no_pieces", "blocked", "mate", "house", "late_house". Draws: "stalemate", "material", "fifty",
        "repetition", "quiet", the endings of draughts: "r1" to "r4" (Russian), "one_king" (English),
        "three_one", "two_one", "kings" (international), "one_each" (Turkish), "lone_king" (elsewhere).
        """

    def counters(self) -> tuple[Counter, ...]:
        """The rules that are counting moves towards an end just now."""

    def board(self) -> str:
        """One character a square from the far left as light sees it, rows joined by "/".

        An empty square is "."; capitals are kings in draughts (w W b B) and light pieces in chess.
        """

    def to_text(self) -> str:
        """The position written (the FEN of its game); `BoardGame.parse` reads it."""

    def perft(self, depth: int, *, routes: bool = False) -> int:
        """Sequences of that many legal moves, whatever the drawing rules say.

        With `routes` captures that differ only in the way round are counted one by one.
        """


class BoardRules(AnyRules, Protocol):
    """The rules of a game without dice, as its positions hold them."""

    @property
    def kind(self) -> Literal["board"]:
        """A board."""

    @property
    def is_board(self) -> Literal[True]:
        """Yes."""

    @property
    def size(self) -> int:
        """Squares along an edge of the board: 8, 10 or 12."""

    @property
    def coordinates(self) -> str:
        """The names of squares; see `square_name`."""

    @property
    def light_below(self) -> bool:
        """Is the board shown to onlookers with the light side below?"""

    @property
    def first(self) -> int:
        """The side that begins."""


class BoardGame(BoardRules, Protocol):
    """A game without dice. Stateless: everything that changes is in its positions."""

    @property
    def rotation(self) -> tuple["BoardGame", ...]:
        """The games of a match: this one."""

    def nth(self, number: int) -> "BoardGame":
        """The game played as game `number` of a match: this one."""

    def start(self) -> BoardPosition:
        """The starting position."""

    def parse(self, text: str) -> BoardPosition:
        """The position written in `text`; raises `InvalidPositionError`."""

    def first_position(self, text: str, side: int = 0) -> BoardPosition:
        """The position a game begins from: that in `text`, or the start where it is "".

        The text says who moves, whatever the `side`. Raises `InvalidPositionError`.
        """

    @property
    def drawn_starts(self) -> int:
        """The number of starting positions, one of which is drawn for a game; 0: nothing is drawn."""

    def drawn_start(self, number: int) -> BoardPosition:
        """The starting position with this number, from 0; raises `InvalidPositionError` for no such."""


LETTERED = ("letters", "plain")
"""The `coordinates` of boards whose squares are named by letters."""


def square_name(game: BoardRules, row: int, column: int) -> str:
    """The name of a square that is played on, `row` and `column` from the far left as light sees it.

    "letters": file and rank (c3); "plain": the same on a board of one colour; "numbers": dark squares row by
    row from the far left (32). A board in a mirror, whose dark corner is at the right, is numbered in the
    same way ("mirror") or from light's right hand ("mirror-light").
    """
    if game.coordinates in LETTERED:
        return f"{'abcdefghij'[column]}{game.size - row}"
    number = (row * game.size + column) // 2 + 1
    return str(game.size * game.size // 2 + 1 - number if game.coordinates == "mirror-light" else number)


class CommonRules:
    """The rules that all board games share: a match is one game without a cube, a win counts one point."""

    __slots__ = ()
    id: str
    choices: Choices
    kind: ClassVar[Literal["board"]] = "board"
    is_board: ClassVar[Literal[True]] = True
    one_game = True
    classes = ((1, WIN),)
    cube = False
    rated_turns = 8
    light_below = True

    @property
    def drawn_starts(self) -> int:
        """The number of starting positions from which one is drawn: none."""
        return 0

    def drawn_start(self, number: int) -> BoardPosition:
        """Raise `InvalidPositionError`: nothing is drawn."""
        raise InvalidPositionError(f"{self.id} has no starting positions with numbers")

    @property
    def rotation(self) -> tuple[Self, ...]:
        """The games of a match: this one."""
        return (self,)

    def nth(self, number: int) -> Self:
        """The game played as game `number` of a match: this one."""
        return self

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `InvalidOptionsError` for others."""
        return agreed(self.id, self.choices, options)


def walk(position: BoardPosition, depth: int) -> int:
    """`BoardPosition.perft` for a game without a faster way to count: move by move."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(walk(position.move(move.move), depth - 1) for move in moves)
