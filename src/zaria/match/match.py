"""The state of a match: what all its events so far amount to."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from zaria.games.board_games import BoardGame, BoardMove, BoardPosition
from zaria.games.effects import Effects
from zaria.games.protocols import DiceGame, Position
from zaria.match.clock.clock import Clock
from zaria.match.events import BrokenHistoryError, Dice2, Move, Player
from zaria.match.terms import SESSION, Terms
from zaria.match.versions import RULES_VERSION

Phase = Literal["open", "between", "roll", "move", "double", "resign", "over"]
"""The input that a match awaits.

open: players. between: the rest of the same command (a game has ended, or its opening roll is to
come); never the state after a whole command. roll: the side on turn may roll, double or resign.
move: it has rolled, or plays a game without dice. double, resign: the other side answers an offer.
over: nothing.
"""


class Cube(msgspec.Struct, frozen=True, gc=False):
    """The doubling cube: its value, and the side that may turn it (None: both)."""

    value: int = 1
    owner: int | None = None


class Last(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The last turn played in this game (on squares: without `moves`).

    `effects` are those of the moves, None where they only moved their checkers.
    """

    side: int
    moves: tuple[Move, ...]
    text: str
    effects: Effects | None = None


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of the last finished game; the fields are those of `events.GameEnded`."""

    winner: int | None
    points: int
    kind: str
    how: str
    why: str = ""


class DrawOffers(msgspec.Struct, frozen=True, gc=False):
    """Draw offers: the side whose offer stands, and which sides have offered since their last move."""

    offer: int | None = None
    offered: tuple[bool, bool] = (False, False)


class TakebackRequests(msgspec.Struct, frozen=True, gc=False):
    """Requests to take a turn back: who waits for an answer, and what was requested before.

    `requested`: the last turn of the game was asked for already. `declined` counts by side, in this game.
    """

    waiting: int | None = None
    requested: bool = False
    declined: tuple[int, int] = (0, 0)


class ResultOffer(msgspec.Struct, frozen=True, gc=False):
    """An offer to end the game as won by `side` for `points` (before the cube), if nobody answers.

    The day for it runs from `since` (ms since the epoch); the time before `stood` is not given back any more.
    """

    side: int
    points: int
    since: int
    stood: int = 0


class ResultOffers(msgspec.Struct, frozen=True, gc=False):
    """Offers of a result: the one that waits, and those before it.

    `offered`: there was one since the last act of play. `declined` counts by the side that offered, in this
    game.
    """

    waiting: ResultOffer | None = None
    offered: bool = False
    declined: tuple[int, int] = (0, 0)


class LastMove(msgspec.Struct, frozen=True, gc=False):
    """The last move of a game on squares, and where it was made."""

    before: BoardPosition
    move: str

    def board_move(self) -> BoardMove:
        """Find the move among the legal ones: its route and captures."""
        return next(move for move in self.before.legal_moves() if move.move == self.move)


class TakebackPoint(msgspec.Struct, frozen=True, gc=False):
    """A turn that can be taken back: how the match stood before it (without a past), and what was played.

    `moves` are those of a game with dice, `move` that of a game on squares.
    """

    before: "Match"
    moves: tuple[Move, ...]
    move: str


class Match(msgspec.Struct, frozen=True, gc=False):
    """One match. Immutable; only `evolve` makes new ones.

    * version: that of the rules it was opened under; terms: with what these left unsaid;
    * game: what was agreed; where games rotate the one that is played is `position.game`;
    * position: where the game stands; `dice_position` and `board_position` narrow it to a kind of game;
    * turn: the side on turn, also while the other one answers its offer;
    * dice: the roll that is being played, by either side; rolls: the number of the last
      roll of the match; stage: how many stages of the roll are played;
    * start_number: that of the starting position, if it was drawn for this match;
    * fresh: this game has seen no roll yet;
    * proposed: the values of the cube that were offered and not answered yet, in order;
    * acted: the sides that have acted in this game (in a money session alone), or by the day in the match;
    * offer: the points of the resignation on offer; refused: the most that were refused in this turn;
      resumes: the phase that follows a refusal;
    * idle: how many rolls in a row moved no checker;
    * until: when a table that is open is cancelled if not both have come (None: it waits for ever);
    * draw_offers, last_move: of games on squares alone;
    * past: the turns of this game that can be taken back, in order: all in training, the last one in a
      casual match; backs: how many were; requests: those to take one back with consent;
    * results: offers of a result, in a game by the day that is decided in fact;
    * secret: the dice secret; revealed when the match ends.
    """

    id: str
    terms: Terms
    seal: str
    game: DiceGame | BoardGame
    position: Position | BoardPosition
    version: int = RULES_VERSION
    phase: Phase = "open"
    players: tuple[Player | None, Player | None] = (None, None)
    seeds: tuple[str | None, str | None] = (None, None)
    until: int | None = None
    game_no: int = 0
    crawford: bool = False
    crawford_done: bool = False
    starter: int | None = None
    start_number: int | None = None
    turn: int = 0
    dice: Dice2 | None = None
    rolls: int = 0
    fresh: bool = True
    cube: Cube = Cube()
    proposed: tuple[int, ...] = ()
    stage: int = 0
    score: tuple[int, int] = (0, 0)
    clock: Clock | None = None
    acted: tuple[bool, bool] = (False, False)
    offer: int = 0
    refused: int = 0
    resumes: Phase = "roll"
    idle: int = 0
    last: Last | None = None
    draw_offers: DrawOffers = DrawOffers()
    last_move: LastMove | None = None
    result: Result | None = None
    winner: int | None = None
    secret: str | None = None
    past: tuple[TakebackPoint, ...] = ()
    backs: int = 0
    requests: TakebackRequests = TakebackRequests()
    results: ResultOffers = ResultOffers()

    def to_act(self) -> int | None:
        """The side whose action is awaited, or None."""
        if self.phase in ("roll", "move"):
            return self.turn
        if self.phase == "double":
            return 1 - self.turn if len(self.proposed) % 2 else self.turn
        return 1 - self.turn if self.phase == "resign" else None

    def acting_side(self) -> int:
        """The side that acts, or acted last: for it plays who sits for both on one device."""
        acts = self.to_act()
        return self.turn if acts is None else acts

    def both_seeds(self) -> tuple[str, str]:
        """The seeds of a match that has begun."""
        first, second = self.seeds
        if first is None or second is None:
            raise ValueError("both players must be seated")
        return first, second

    def drawn_starts(self) -> int:
        """The number of starting positions among which one is drawn for the game; 0: none is drawn."""
        return self.game.drawn_starts if self.game.is_board and not self.terms.position else 0

    def next_terms(self) -> Terms:
        """The terms of another match, with the sides changed: see `Terms.renewed`.

        A starting position that was drawn here is that of the other match, too; after such a pair of games
        another one is drawn.
        """
        terms = self.terms.renewed()
        return terms if self.start_number is None else replace(terms, same_start=self.start_number)

    def dice_game(self) -> DiceGame:
        """The agreed game with dice; raises `BrokenHistoryError` in a match of a board game."""
        game = self.game
        if game.is_board:
            raise BrokenHistoryError("this game is played without dice")
        return game

    def board_game(self) -> BoardGame:
        """The agreed board game; raises `BrokenHistoryError` in a match of a game with dice."""
        game = self.game
        if not game.is_board:
            raise BrokenHistoryError("this game is not played on squares")
        return game

    def dice_position(self) -> Position:
        """The position of a game with dice; raises `BrokenHistoryError` in a board game."""
        position = self.position
        if position.game.is_board:
            raise BrokenHistoryError("this game is played without dice")
        return position

    def board_position(self) -> BoardPosition:
        """The position of a board game; raises `BrokenHistoryError` in a game with dice."""
        position = self.position
        if not position.game.is_board:
            raise BrokenHistoryError("this game is not played on squares")
        return position

    def least_resignation(self, side: int) -> int:
        """The fewest points `side` may resign now, before the cube.

        More than the game can cost when it may not resign again this turn.
        """
        # By the Jacoby rule nothing counts more than one point until a player has turned the cube.
        small = self.terms.jacoby and self.cube.owner is None
        floor = 1 if small else self.dice_position().unavoidable(side)
        return max(floor, self.refused + 1) if self.refused and side == self.turn else floor

    def may_finish(self, side: int) -> bool:
        """Return whether `side` may end the money session now: it has not acted since the last game."""
        playing = self.phase in ("roll", "move", "double", "resign")
        return self.terms.length == SESSION and playing and self.game_no > 1 and not self.acted[side]
