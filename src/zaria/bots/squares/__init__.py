"""Programs that play on a board of squares: draughts, ugolki and chess.

>>> from zaria import games
>>> from zaria.bots.squares import Modest
>>> Modest().move(games.get("chess").parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
'a1a8'
"""

from zaria.bots.squares.modest import Modest

__all__ = ["Modest"]
