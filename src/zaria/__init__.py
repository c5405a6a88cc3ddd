"""Zaria: an open club for tabla, nardy, backgammon, draughts, ugolki and chess."""

from importlib.metadata import version

__version__ = version("zaria")
