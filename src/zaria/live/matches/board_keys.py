"""Boards of running matches, by which the club's engine recognises a question about one of them.

A key is the board alone: another cube, score or side to move makes no other question of it. Boards with the
sides exchanged are the same, and so are those that differ only by a reflection that the rules do not see.
"""

from zaria import games
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.games.registry import CHESS_GAMES
from zaria.live.matches.live_match import LiveMatch

BoardKey = str

FREE_TURNS = 2
"""So many turns of a game every opening book has; from then on its boards are its players' own."""

_OTHER_SIDE = str.maketrans("wbWB", "bwBW")


def board_key(position: Position | BoardPosition) -> BoardKey:
    """Return the key of the board of a position."""
    if position.game.is_board:
        return min(_same_boards(position.game.id, position.board()))
    return "/".join(sorted(" ".join(map(str, position.counts(side))) for side in (0, 1)))


def answer_boards(position: Position | BoardPosition) -> frozenset[BoardKey]:
    """Return the boards that an answer about a position judges: its own, and those after the next move.

    In a game with dice the latter are those of a roll; a position before its roll has none.
    """
    if position.game.is_board:
        following = [board_key(position.move(way.move)) for way in position.legal_moves()]
        return frozenset([board_key(position), *following])
    results = position.results() if position.duty is not None else ()
    return frozenset([board_key(position), *map(board_key, results)])


def guarded_boards(live_match: LiveMatch) -> frozenset[BoardKey]:
    """Return the board of a running match, and those that its present roll or move can lead to."""
    match = live_match.match
    if match.phase in ("open", "between", "over") or len(live_match.log) < FREE_TURNS:
        return frozenset()
    return answer_boards(match.position)


def shares_boards(game: str, rated_game: str) -> bool:
    """Return whether advice about `game` helps in `rated_game`: games with dice share most positions."""
    return game == rated_game or not (games.get(game).is_board or games.get(rated_game).is_board)


def _same_boards(game: str, board: str) -> list[str]:
    """Return the board, with the sides exchanged, and both reflected where that makes no other question."""
    rows = board.split("/")
    if game in CHESS_GAMES:
        views = [rows, [row.swapcase() for row in reversed(rows)]]
        views += [[row[::-1] for row in view] for view in views]
        return ["/".join(view) for view in views]
    boards = [board, board[::-1].translate(_OTHER_SIDE)]
    if game == "ugolki":  # files and ranks exchanged
        boards += ["/".join(reversed(["".join(file) for file in zip(*rows[::-1], strict=True)]))]
        boards += [boards[-1][::-1].translate(_OTHER_SIDE)]
    return boards
