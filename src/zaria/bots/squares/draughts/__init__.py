"""Draughts of all kinds, as a program plays them."""

from zaria.bots.squares.draughts.field import Field

__all__ = ["Field"]
