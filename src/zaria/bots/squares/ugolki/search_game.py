"""Ugolki for the search: who has less far to go, and who is late to leave home."""

from functools import cache
from typing import NamedTuple

from zaria.bots.squares.alphabeta import WON
from zaria.games.ugolki.geometry import HOUSES, KERNEL, house
from zaria.games.ugolki.position import FORTY, UgolkiPosition

Move = tuple[int, int]
"""A man and where it ends, as bits."""

WIDTH = 14
"""Moves looked at in a position, those that gain most way first."""
_LATE = 10
"""Cost of a man still at home, for each move made."""


class UgolkiState(NamedTuple):
    """A position seen by the side to move: men, moves made, and the way its men and the others have to go."""

    side: int
    own_men: int
    their_men: int
    own_moves: int
    their_moves: int
    way: int
    their_way: int


class UgolkiSearchGame:
    """Ugolki with houses of one kind; see `alphabeta.SearchGame`."""

    def __init__(self, kind: str) -> None:
        self.houses = house(kind, 0), house(kind, 1)
        self.ways = ways(kind, 0), ways(kind, 1)

    def state(self, position: UgolkiPosition) -> UgolkiState:
        """The position for the search."""
        side = position.turn
        own_men, their_men = position.men[side], position.men[1 - side]
        way, their_way = self._way(side, own_men), self._way(1 - side, their_men)
        return UgolkiState(
            side, own_men, their_men, position.moves_made[side], position.moves_made[1 - side], way, their_way
        )

    def key(self, state: UgolkiState) -> UgolkiState:
        """The whole evaluation: the side that has made more moves is nearer to its fortieth."""
        return state

    def ended(self, state: UgolkiState) -> int | None:
        """Won or lost by what the other side just did."""
        if state.their_men == self.houses[state.side]:
            return -WON
        if state.their_moves >= FORTY and state.their_men & self.houses[1 - state.side]:
            return WON
        return None

    def moves(self, state: UgolkiState) -> list[Move]:
        """Some moves that gain most way."""
        way = self.ways[state.side]
        moves = KERNEL.moves(state.own_men, state.their_men)
        moves.sort(key=lambda move: way[move[1]] - way[move[0]])
        return moves[:WIDTH]

    def after(self, state: UgolkiState, move: Move) -> UgolkiState:
        """The position after a move."""
        man, end = move
        side, own_men, their_men, own_moves, their_moves, way, their_way = state
        gone = self.ways[side][end] - self.ways[side][man]
        return UgolkiState(
            1 - side, their_men, own_men ^ man ^ end, their_moves, own_moves + 1, their_way, way + gone
        )

    def stuck(self, state: UgolkiState) -> int:
        """A side that is passed over has not lost for that."""
        return self.value(state)

    def loud(self, state: UgolkiState) -> tuple[bool, list[Move]]:
        """No move has to be seen through."""
        return False, []

    def value(self, state: UgolkiState) -> int:
        """The other side's way to go less mine, with what lateness costs."""
        late = self._late(1 - state.side, state.their_men, state.their_moves)
        return state.their_way - state.way + late - self._late(state.side, state.own_men, state.own_moves)

    def _late(self, side: int, men: int, moves_made: int) -> int:
        """The cost of men still at home; higher as the fortieth move comes nearer."""
        return _LATE * moves_made * (men & self.houses[side]).bit_count()

    def _way(self, side: int, men: int) -> int:
        return sum(length for square, length in self.ways[side].items() if square & men)


@cache
def ways(kind: str, side: int) -> dict[int, int]:
    """Return how far each square is from the side's goal, 20 a step and more for stragglers.

    Within the goal the squares next to the corner are best, so that the others stay free to be reached.
    """
    files, ranks = HOUSES[kind]
    distances = {}
    for number in range(64):
        rank, file = divmod(number if side else 63 - number, 8)
        steps = max(0, file - files + 1) + max(0, rank - ranks + 1)
        distances[1 << number] = 20 * steps + 3 * steps * steps + 2 * (file + rank)
    return distances
