"""Positions of ugolki; see `zaria.games.board_games.BoardPosition`."""

import re
from dataclasses import dataclass

from zaria.games.board_games import DRAW, WIN, BoardMove, Counter
from zaria.games.protocols import IllegalTurnError, Outcome
from zaria.games.ugolki import text
from zaria.games.ugolki.geometry import BITS, KERNEL, each, house, name, routes
from zaria.games.ugolki.rules import UgolkiRules

FORTY = 40
"""The own move from which on a side may have no man in its own house."""
QUIET = 200
"""Moves of each side after which `safety_draw` ends the game."""
THIRD = 3

_MOVE = re.compile(r"([a-h][1-8])-([a-h][1-8])", re.ASCII)


@dataclass(frozen=True, slots=True)
class UgolkiPosition:
    """The men (light, dark), as bits; see `squares`.

    * moves_made: the moves that each side has made;
    * past: the positions before this one, kept with `safety_draw` only.
    """

    game: UgolkiRules
    turn: int
    men: tuple[int, int]
    moves_made: tuple[int, int] = (0, 0)
    past: tuple[tuple[int, int, int], ...] = ()

    @property
    def plies(self) -> int:
        """Moves made by either side since the start."""
        return sum(self.moves_made)

    def legal_moves(self) -> list[BoardMove]:
        """All legal moves: for each man every square where it may end, over a shortest way there."""
        both = self.men[0] | self.men[1]
        moves = []
        for man in each(self.men[self.turn]):
            for end, route in routes(man, both ^ man).items():
                moves.append(BoardMove(f"{name(man)}-{name(end)}", tuple([name(square) for square in route])))
        return sorted(moves)

    def move(self, text: str) -> "UgolkiPosition":
        """The position after the move, such as "c3-e3"; raises `IllegalTurnError`.

        The turn stays with the same side where the other cannot move.
        """
        man, end = self._legal(text)
        men, moves_made = list(self.men), list(self.moves_made)
        men[self.turn] ^= man | end
        moves_made[self.turn] += 1
        opponent = 1 - self.turn
        turn = self.turn if KERNEL.passes(men[opponent], men[self.turn]) else opponent
        past = (*self.past, self._key()) if self.game.options.safety_draw else ()
        return UgolkiPosition(self.game, turn, (men[0], men[1]), (moves_made[0], moves_made[1]), past)

    def notation(self, text: str) -> str:
        """The legal move as it is: "c3-e3"; raises `IllegalTurnError`."""
        self._legal(text)
        return text

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here: nobody has won. The text says who moves, so `side` is 0."""
        return side == 0 and self.outcome() is None

    def outcome(self) -> Outcome | None:
        """A win by a house filled or a house not left in time, a draw by `safety_draw`."""
        winner, reason = self._ended()
        if not reason:
            return None
        return DRAW if winner is None else Outcome(winner, 1, WIN)

    def reason(self) -> str:
        """ "house", "late_house", "repetition" or "quiet"; "" while the game goes on."""
        return self._ended()[1]

    def counters(self) -> tuple[Counter, ...]:
        """Return how near the mover is to its 40th move with men at home, and both sides to a safety draw."""
        counters = []
        moves_made = self.moves_made[self.turn]
        if moves_made < FORTY and self._at_home(self.turn):
            counters.append(Counter("late_house", moves_made, FORTY))
        if self.game.options.safety_draw:
            counters.append(Counter("quiet", min(self.moves_made), QUIET))
            if self._times() > 1:
                counters.append(Counter("repetition", self._times(), THIRD))
        return tuple(counters)

    def board(self) -> str:
        """One character a square from the eighth rank down: "w", "b" or "."."""
        return text.diagram(self.men)

    def to_text(self) -> str:
        """The position written; `UgolkiGame.parse` reads it."""
        return text.write(text.Written(self.turn, self.men, self.moves_made))

    def perft(self, depth: int, *, routes: bool = False) -> int:
        """Sequences of that many legal moves; a move is a man and where it ends, whatever the way."""
        return KERNEL.perft(self.men[self.turn], self.men[1 - self.turn], depth)

    def _legal(self, move: str) -> tuple[int, int]:
        """The man and where it ends; raises `IllegalTurnError`."""
        match = _MOVE.fullmatch(move)
        if match is None:
            raise IllegalTurnError(f"a move is written c3-e3, not {move[:20]!r}")
        man, end = BITS[match[1]], BITS[match[2]]
        both = self.men[0] | self.men[1]
        if not man & self.men[self.turn]:
            raise IllegalTurnError(f"there is no man of the side to move on {match[1]}")
        if not end & KERNEL.ends(man, both ^ man):
            raise IllegalTurnError(f"the man on {match[1]} cannot reach {match[2]}")
        return man, end

    def _ended(self) -> tuple[int | None, str]:
        """The winner, if any, and by which rule the game ended."""
        kind = self.game.options.house
        for side in (0, 1):
            if self.men[side] == house(kind, 1 - side):
                return side, "house"
        for side in (0, 1):
            if self.moves_made[side] >= FORTY and self._at_home(side):
                return 1 - side, "late_house"
        if self.game.options.safety_draw:
            if self._times() >= THIRD:
                return None, "repetition"
            if min(self.moves_made) >= QUIET:
                return None, "quiet"
        return None, ""

    def _at_home(self, side: int) -> int:
        """The men of a side in its own house."""
        return self.men[side] & house(self.game.options.house, side)

    def _key(self) -> tuple[int, int, int]:
        return (*self.men, self.turn)

    def _times(self) -> int:
        """Return how often this position has been on the board, this time included."""
        return 1 + self.past.count(self._key())
