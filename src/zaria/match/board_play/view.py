"""The visible state of a board game."""

from zaria.match.board_play.moves import can_abort, can_offer
from zaria.match.match import LastMove, Match
from zaria.match.moment import BoardView, Moment, Trace, clock_view, takeback_view, turns_back
from zaria.match.play import BoardShape, MoveView


def board_view(match: Match) -> BoardView:
    """The board of a game on squares, and what may be said of it."""
    position = match.board_position()
    return BoardView(
        board=position.board(),
        plies=position.plies,
        last=None if match.last_move is None else _trace(match.last_move),
        counters=tuple((counter.name, counter.now, counter.of) for counter in position.counters()),
        draw=match.draw_offers.offer,
        can_offer=(can_offer(match, 0), can_offer(match, 1)),
        can_abort=can_abort(match),
    )


def _trace(last_move: LastMove) -> Trace:
    way = last_move.board_move()
    return Trace(way.path, way.captures)


def moment(match: Match) -> Moment:
    """The visible state that an event of a board game may change."""
    return Moment(
        phase=match.phase,
        turn=match.turn,
        to_act=match.to_act(),
        men=((), ()),
        pins=((), ()),
        pips=(0, 0),
        dice=(),
        thrown=(),
        later=(),
        rest=False,
        stage=0,
        roll_no=0,
        cube=match.cube,
        proposed=(),
        can_double=False,
        can_beaver=False,
        resign=None,
        resign_min=(1, 1),
        clocks=clock_view(match),
        last=match.last,
        squares=board_view(match),
        back=turns_back(match),
        takeback=takeback_view(match),
    )


def board_shape(match: Match) -> BoardShape:
    """The board of a board game."""
    game = match.board_position().game
    squares = game.size, game.coordinates, game.light_below, game.first
    return BoardShape("none", False, *squares, hand=False)


def moves(match: Match) -> list[MoveView] | None:
    """All legal moves of the side to move; None while nobody is to move."""
    if match.phase != "move":
        return None
    return [MoveView(*way) for way in match.board_position().legal_moves()]
