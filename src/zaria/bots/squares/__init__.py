"""Programs that play on a board of squares: draughts, ugolki and chess.

>>> from zaria import games
>>> from zaria.bots.squares import Limits, Modest, engine_for
>>> position = games.get("chess").parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
>>> Modest().move(position)
'a1a8'
>>> engine_for(position.game).lines(position, Limits(nodes=1000), most=2)[0].move
'a1a8'
"""

from zaria.bots.squares.engine import Limits, Line, SquaresEngine, engine_for
from zaria.bots.squares.modest import Modest
from zaria.bots.squares.search import SURE

__all__ = ["SURE", "Limits", "Line", "Modest", "SquaresEngine", "engine_for"]
