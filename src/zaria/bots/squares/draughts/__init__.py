"""Draughts of all kinds, as a program plays them."""

from zaria.bots.squares.draughts.search_game import DraughtsSearchGame

__all__ = ["DraughtsSearchGame"]
