"""Boards of running matches, by which the club's engine recognises a question about one of them.

A key is the board alone: another cube, score or side to move makes no other question of it. Boards with the
sides exchanged are the same.
"""

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.live.matches.live_match import LiveMatch

BoardKey = str

FREE_TURNS = 2
"""So many turns of a game every opening book has; from then on its boards are its players' own."""


def board_key(position: Position | BoardPosition) -> BoardKey:
    """Return the key of the board of a position."""
    if position.game.is_board:
        return position.board()
    return "/".join(sorted(" ".join(map(str, position.counts(side))) for side in (0, 1)))


def guarded_boards(live_match: LiveMatch) -> frozenset[BoardKey]:
    """Return the board of a running match, and those that its present roll or move can lead to."""
    match = live_match.match
    if match.phase in ("open", "between", "over") or len(live_match.log) < FREE_TURNS:
        return frozenset()
    position = match.position
    if position.game.is_board:
        following = [position.move(way.move).board() for way in position.legal_moves()]
        return frozenset([position.board(), *following])
    results = position.results() if match.phase == "move" else ()
    return frozenset([board_key(position), *map(board_key, results)])
