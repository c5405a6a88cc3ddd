"""A modest opponent, which takes the turn with the best position after it."""

from zaria.bots.heuristic import estimate
from zaria.bots.player import ThinkRequest, Thought
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.match import cube
from zaria.match.match import Match
from zaria.match.scoring import classes, points_needed
from zaria.match.terms import SESSION

_DOUBLES_FROM = 0.70
_BEAVERS_FROM = 0.56
_TAKES_FROM = 0.25


class HeuristicPlayer:
    """A player without search and learning: sound play for a first opponent."""

    id = "plain"
    name = "Plain"

    def think(self, position: Position, request: ThinkRequest) -> Thought[Turn]:
        """Return a turn, without search."""
        return Thought(self.turn(position))

    def turn(self, position: Position) -> Turn:
        """Return the turn with the best position after it, the first of equals."""
        side = position.turn
        return max(position.turns(), key=lambda turn: estimate.evaluate(position.play(turn), side))

    def doubles(self, match: Match, side: int) -> bool:
        """Double when well ahead, unless the points at stake already decide the match."""
        if _enough(match, side, match.cube.value):
            return False
        return estimate.chance(match.dice_position(), side) >= _DOUBLES_FROM

    def takes(self, match: Match, side: int) -> bool:
        """Take with a chance in four, or when dropping would lose the match at once."""
        if _enough(match, 1 - side, cube.at_stake(match)):
            return True
        return estimate.chance(match.dice_position(), side) >= _TAKES_FROM

    def beavers(self, match: Match, side: int) -> bool:
        """Beaver with the better chances, unless the points on offer already decide the match."""
        if _enough(match, side, match.proposed[-1]):
            return False
        return estimate.chance(match.dice_position(), side) >= _BEAVERS_FROM

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Accept the probable points of the game, or any that win the match."""
        single = match.terms.length == 1 and match.terms.stakes is not None
        for_points = single or match.terms.length == SESSION
        needed = points_needed(match.score, side, match.terms.length)
        if not for_points and points * match.cube.value >= needed:
            return True
        most = classes(match)[-1][0]
        return points >= min(most, estimate.likely_points(match.dice_position(), side))


def _enough(match: Match, side: int, points: int) -> bool:
    """Return whether `side` wins a match to points with so many."""
    return match.terms.length > 1 and points >= points_needed(match.score, side, match.terms.length)
