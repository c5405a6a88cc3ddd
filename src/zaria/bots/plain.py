"""A modest opponent: it looks at where each of its turns would leave the table and takes the best."""

from zaria.bots import outlook
from zaria.bots.table import Table
from zaria.games.game import Roll
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn
from zaria.match.match import Match

_DOUBLES_FROM = 0.70
_TAKES_FROM = 0.25


class Plain:
    """One look ahead, no search and no learning: sound play for a first opponent."""

    id = "plain"
    name = "Plain"

    def turn(self, position: Position, roll: Roll) -> Turn:
        """The turn after which the table looks best (the first such, so that it can be foretold)."""
        worth = outlook.STYLES[position.game.options.contact]
        side = position.turn
        return max(
            position.turns(roll),
            key=lambda turn: worth(Table.of(position.play(turn), side)),
        )

    def doubles(self, match: Match, side: int) -> bool:
        """Double when well ahead, unless the points at stake already decide the match."""
        needed = match.terms.length - match.score[side]
        if match.terms.length > 1 and match.cube.value >= needed:
            return False
        return outlook.chance(match.position, side) >= _DOUBLES_FROM

    def takes(self, match: Match, side: int) -> bool:
        """Take with a chance in four, or when dropping would lose the match at once."""
        to_lose = match.terms.length - match.score[1 - side]
        if match.terms.length > 1 and match.cube.value >= to_lose:
            return True
        return outlook.chance(match.position, side) >= _TAKES_FROM

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Accept what the game will probably bring, or whatever wins the match."""
        needed = match.terms.length - match.score[side]
        return points * match.cube.value >= needed or points >= outlook.likely_points(match.position, side)
