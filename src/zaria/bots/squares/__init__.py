"""Programs that play on a board of squares: draughts, ugolki and chess.

>>> from zaria import games
>>> from zaria.bots.squares import Limits, MaterialPlayer, engine_for
>>> position = games.get("chess").parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
>>> MaterialPlayer().move(position)
'a1a8'
>>> engine_for(position.game).lines(position, Limits(nodes=1000), most=2)[0].move
'a1a8'
"""

from zaria.bots.squares.alphabeta import SURE
from zaria.bots.squares.engine import Limits, SquaresEngine, Variation
from zaria.bots.squares.material_player import MaterialPlayer
from zaria.bots.squares.registry import engine_for

__all__ = ["SURE", "Limits", "MaterialPlayer", "SquaresEngine", "Variation", "engine_for"]
