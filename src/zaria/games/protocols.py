"""The protocols that every game implements, its results and its errors.

A roll is played in stages: a plain one is a single stage, a doublet may be a ladder of several. What a side
has to play before anything is rolled is its `Duty`. So a game goes on by

    position.rolled(roll)       the same side, with that roll as its duty
    position.complete(moves)    the turn made of these steps, if it is a legal one of the first stage
    position.play(turn)         the next stage, the other side with the rest of the roll, or nothing due
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from zaria.games.contact import ContactRule
from zaria.games.dice import Roll
from zaria.games.turn import Moves, Step, Turn

Dice: TypeAlias = tuple[int, ...]
"""The dice of one stage: two different ones, or one to four equal ones."""

Option: TypeAlias = str | int | bool
"""The value of something a table may agree on."""

GameKind: TypeAlias = Literal["dice", "board"]
"""The means of play, and the one thing by which the code tells games apart.

Tables of code that depends on it use this key, a condition asks `AnyRules.is_board`. Pages and programs have
older words for it: `match.view.FAMILIES` and `family_of` of the API."""

Choices: TypeAlias = tuple[tuple[str, tuple[Option, ...]], ...]
"""Options of a table: names, each with its possible values, the default first."""

Tree: TypeAlias = list[list[tuple[int, int, int]]]
"""All ways to play a stage step by step; see `Position.tree`."""


class Duty(NamedTuple):
    """The dice that the side on roll must play before it rolls.

    * stages: the dice of each stage; the first is played now;
    * own_roll: they are from the side's own roll, and an unplayable rest may pass to the other side. Else
    they are the rest of the other side's roll: an unplayable rest of a stage is lost, and the later stages
    follow;
    * base: the first stage is the roll itself, no later stage of a ladder and no rest. Only then do the rules
      of first turns apply;
    * heads: checkers that left the head in earlier stages of this turn, where the game counts them.
    """

    stages: tuple[Dice, ...]
    own_roll: bool = True
    base: bool = True
    heads: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """The result of a game.

    `points` is the class of the win, before the cube. `kind` names it: "single", "mars" (a double win),
    "koks" (a triple win) or "home_mars" (long nardy: none borne off, but all gathered home). In a "draw"
    nobody won, and each side gets the points.
    """

    winner: int | None
    points: int
    kind: str


class UnknownGameError(LookupError):
    """No game has this identifier."""


class InvalidOptionsError(ValueError):
    """A game has no such option, or the option does not take this value."""


class InvalidPositionError(ValueError):
    """A text is no position of this game."""


class InvalidRollError(ValueError):
    """Not a roll of two dice."""


class IllegalTurnError(ValueError):
    """Steps that are not a complete legal turn, or a turn when none, or another, is due."""


class Position(Protocol):
    """Immutable and hashable. All points are in a side's own numbers: 25 is the bar (or hand), 0 is off."""

    @property
    def game(self) -> "DiceRules":
        """The rules of the game it is a position of."""

    @property
    def turn(self) -> int:
        """The side that plays its duty or, without one, is to roll."""

    @property
    def duty(self) -> Duty | None:
        """The duty of that side."""

    def rolled(self, roll: Roll) -> "Position":
        """The same position with that roll to be played.

        Raises `InvalidRollError`, or `IllegalTurnError` under a duty.
        """

    def turns(self, roll: Roll | None = None) -> list[Turn]:
        """One legal turn for each position that can be reached; none: the empty turn is played.

        Here and below they are turns of the roll given or, without one, of the duty's first stage; without
        either `IllegalTurnError` is raised.
        """

    def results(self, roll: Roll | None = None) -> Sequence["Position"]:
        """The positions after each of `turns`, in the same order."""

    def tree(self, roll: Roll | None = None) -> Tree:
        """Every way to play step by step, for a board that knows no rules.

        Node i is the list of steps that may come next, each (src, die, node it leads to), all of which can
        still be completed to a legal turn; node 0 is the start, a node without steps a complete turn. `[[]]`:
        nothing can be played.
        """

    def tree_json(self, roll: Roll | None = None) -> bytes:
        """The tree as JSON, which is how it is sent to a board."""

    def effects_json(self, roll: Roll | None = None) -> bytes | None:
        """The `Effects` of the steps of the tree as JSON; None where there are none."""

    def steps(self, played: Moves = ()) -> list[Step]:
        """The steps of the duty that may come after those played; none when the turn is complete.

        Raises `IllegalTurnError` when the steps played cannot be completed to a legal turn.
        """

    def complete(self, moves: Moves) -> Turn:
        """The turn of the duty made of these steps; raises `IllegalTurnError` for any other.

        No steps are a legal turn only when nothing can be played.
        """

    def play(self, turn: Turn) -> "Position":
        """The position after a turn of the duty; raises `IllegalTurnError` for impossible steps.

        Whether the turn makes full use of the dice is `complete`'s business. Without a duty it works only
        where the turn always passes to the other side.
        """

    def outcome(self) -> Outcome | None:
        """The outcome, None while the game goes on."""

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here with `side` on roll: nobody has won, and no roll is left to play."""

    def locked(self) -> bool:
        """Must the game start again?"""

    def is_race(self) -> bool:
        """Can the sides no longer stand in each other's way? A game that is a race stays one to its end."""

    def unavoidable(self, side: int) -> int:
        """The least points `side` is bound to lose if it loses, before the cube."""

    def counts(self, side: int) -> tuple[int, ...]:
        """The side's checkers: borne off, on points 1 to 24 (pinned ones too), on the bar or in hand."""

    def pinned(self, side: int) -> tuple[int, ...]:
        """The points where a checker of the side is pinned."""

    def pips(self, side: int) -> int:
        """The pips that the side has left."""

    def to_text(self) -> str:
        """The position written, the side on roll first; `DiceGame.parse` reads it."""

    def total(self) -> int:
        """The distinct legal turns of all 21 rolls together, a pass counting one."""


class AnyRules(Protocol):
    """The rules of a game of either kind, with its options fixed."""

    def __hash__(self) -> int:
        """Of the identifier and the options."""

    @property
    def id(self) -> str:
        """The identifier, such as "long-nardy"."""

    @property
    def title(self) -> str:
        """The English name."""

    @property
    def source(self) -> str:
        """The source of the rules, in one line."""

    @property
    def kind(self) -> GameKind:
        """The means of play: dice or a board of squares."""

    @property
    def is_board(self) -> bool:
        """Is this a board game, without dice?"""

    @property
    def choices(self) -> Choices:
        """The options that a table may agree on."""

    @property
    def one_game(self) -> bool:
        """True if a match is a single game without a cube."""

    @property
    def cube(self) -> bool:
        """May a table agree on the doubling cube?"""

    @property
    def options(self) -> object:
        """The rules, in terms of the game's own kind."""

    @property
    def classes(self) -> tuple[tuple[int, str], ...]:
        """The wins there are, as points and kind, the least first."""

    @property
    def rated_turns(self) -> int:
        """The least turns of each side in a match that counts in full for ratings."""

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `InvalidOptionsError` for others."""


class DiceRules(AnyRules, Protocol):
    """The rules of a game with dice, as its positions hold them."""

    @property
    def kind(self) -> Literal["dice"]:
        """Dice."""

    @property
    def is_board(self) -> Literal[False]:
        """No."""

    @property
    def contact(self) -> ContactRule:
        """The fate of a lone checker."""

    @property
    def parallel(self) -> bool:
        """Do both sides run the same way round?"""

    @property
    def misere(self) -> bool:
        """Does the side that bears all off lose?"""

    @property
    def time_points(self) -> int:
        """The cost of a single game lost on time, before the cube; 0: as in a match."""

    @property
    def opening(self) -> str:
        """The starter plays the opening dice ("play") or rolls anew ("reroll")."""

    @property
    def next_starter(self) -> str:
        """The next game of a match is begun by the "winner" or by whom a new opening "roll" names."""

    @property
    def rotation(self) -> tuple["DiceRules", ...]:
        """The games that a match of this one goes through in turn: mostly itself alone."""

    def nth(self, number: int) -> "DiceRules":
        """The game played as game `number` (from 1) of a match."""


class DiceGame(DiceRules, Protocol):
    """A game with dice. Stateless: everything that changes is in its positions."""

    @property
    def rotation(self) -> tuple["DiceGame", ...]:
        """The games that a match of this one goes through in turn: mostly itself alone."""

    def nth(self, number: int) -> "DiceGame":
        """The game played as game `number` (from 1) of a match."""

    def start(self, side: int = 0) -> Position:
        """The starting position with `side` on roll."""

    def parse(self, text: str, turn: int = 0) -> Position:
        """The position written in `text`, with side `turn` on roll; raises `InvalidPositionError`."""

    def first_position(self, text: str, side: int = 0) -> Position:
        """The position a game begins from: that in `text`, or the start where it is "", with `side` on roll.

        Raises `InvalidPositionError`.
        """


def agreed(game: str, choices: Choices, options: dict[str, Option]) -> dict[str, Option]:
    """All of the choices with these values, the others with their first; raises `InvalidOptionsError`."""
    allowed = dict(choices)
    for name, value in options.items():
        if name not in allowed:
            raise InvalidOptionsError(f"{game} has no option {name!r}")
        if not any(value == choice and type(value) is type(choice) for choice in allowed[name]):
            raise InvalidOptionsError(f"{name} is one of {', '.join(map(str, allowed[name]))}, not {value!r}")
    return {name: options.get(name, values[0]) for name, values in allowed.items()}


def checked_roll(roll: Roll) -> Roll:
    """The roll itself; raises `InvalidRollError` unless it is two dice of 1 to 6."""
    if len(roll) != 2 or not (_is_die(roll[0]) and _is_die(roll[1])):
        raise InvalidRollError(f"a roll is two dice of 1 to 6, not {roll!r}")
    return roll


def _is_die(number: object) -> bool:
    return isinstance(number, int) and 1 <= number <= 6
