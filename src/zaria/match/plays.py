"""The play that belongs to the game of a match."""

from typing import Final

from zaria.games.protocols import GameKind
from zaria.match.board_play.play import BoardPlay
from zaria.match.dice_play.play import DicePlay
from zaria.match.match import Match
from zaria.match.play import Play

DICE: Final = DicePlay()
BOARD: Final = BoardPlay()

_PLAYS: dict[GameKind, Play] = {DICE.kind: DICE, BOARD.kind: BOARD}


def play_of(match: Match) -> Play:
    """The play of the game of `match`."""
    return _PLAYS[match.game.kind]
