"""A position with its context, as the IDs of other programs hold it: cube, score, dice, offers.

Games of hitting only. Side 0 is gnubg's player 0 and XGID's O, side 1 is gnubg's player 1 and XGID's X,
whom both draw below.
"""

from typing import Literal, NamedTuple

from zaria.games.protocols import DiceGame, InvalidPositionError, Position
from zaria.games.tables.board import CHECKERS
from zaria.match.events import BrokenHistoryError
from zaria.match.match import Match
from zaria.match.scoring import for_points, is_crawford

Checkers = tuple[int, ...]
"""A side's checkers by its own points: 0 is borne off, 25 the bar."""

NO_DICE = (0, 0)


class MatchPosition(NamedTuple):
    """The state of a game within its match.

    `checkers` are those of side 0 and of side 1; identifiers name only those on the board, of which those
    missing of fifteen are taken to be off. `turn` is on roll, with `dice` to play (zeros: not rolled
    yet) or, when `offered` is "double" or "resign", waiting for the other's answer; `resigned` is the number
    of points offered. `cube` is the cube's value and `owner` the side that may turn it (None: both). `length`
    0 is a single game. `most` is the highest value of the cube.
    """

    checkers: tuple[Checkers, Checkers]
    turn: int = 1
    dice: tuple[int, int] = NO_DICE
    cube: int = 1
    owner: int | None = None
    offered: Literal["", "double", "resign"] = ""
    resigned: int = 0
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    over: bool = False

    def position(self, game: DiceGame) -> Position:
        """The position, with its roll if there is one, as one of `game`, in which checkers hit.

        Raises `InvalidPositionError`.
        """
        if not game.contact.hits:
            raise InvalidPositionError(f"other programs have no name for positions of {game.id}")
        own_checkers, other_checkers = self.checkers[self.turn], self.checkers[1 - self.turn]
        position = game.parse(f"X={_side(own_checkers)};O={_side(other_checkers)}", self.turn)
        return position.rolled(self.dice) if self.dice[0] else position


def of_position(position: Position) -> MatchPosition:
    """A position without a match; raises `InvalidPositionError` where checkers do not hit."""
    if not position.game.contact.hits:
        raise InvalidPositionError(f"other programs have no name for positions of {position.game.id}")
    dice = NO_DICE
    if position.duty is not None:
        stage = position.duty.stages[0]
        dice = max(stage), min(stage)
    return MatchPosition((position.counts(0), position.counts(1)), position.turn, dice)


def of_match(match: Match) -> MatchPosition:
    """The present position of a match; raises `InvalidPositionError`."""
    try:
        alone = of_position(match.dice_position())
    except BrokenHistoryError as error:
        raise InvalidPositionError("other programs have no such name for positions without dice") from error
    terms = match.terms
    dice = (max(match.dice), min(match.dice)) if match.dice is not None and match.phase == "move" else NO_DICE
    length = 0 if for_points(match) else terms.length
    return alone._replace(
        turn=match.turn,
        dice=dice,
        cube=match.cube.value,
        owner=match.cube.owner,
        offered=match.phase if match.phase in ("double", "resign") else "",
        resigned=match.offer if match.phase == "resign" else 0,
        score=match.score if length else (0, 0),
        length=length,
        crawford=match.crawford or (match.phase == "open" and is_crawford(match, match.score)),
        jacoby=terms.jacoby,
        beavers=terms.beaver,
        over=match.phase == "over",
    )


def log2(value: int) -> int:
    """The cube's value as a power of two; raises `InvalidPositionError` for 3, 5, …"""
    if value < 1 or value & (value - 1):
        raise InvalidPositionError(f"other programs know no cube at {value}")
    return value.bit_length() - 1


def filled(side: list[int]) -> Checkers:
    """All fifteen checkers of a side: those not on the board are off; raises `InvalidPositionError`."""
    if sum(side[1:]) > CHECKERS:
        raise InvalidPositionError(
            f"a side has {CHECKERS} checkers, not {sum(side[1:])} on the board and 0 off"
        )
    return CHECKERS - sum(side[1:]), *side[1:]


def _side(checkers: Checkers) -> str:
    names = {25: "bar", 0: "off"}
    return ",".join(
        f"{names.get(point, point)}:{count}" for point, count in enumerate(checkers) if count and point
    )
