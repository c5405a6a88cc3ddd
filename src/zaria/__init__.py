"""Zaria: an open club for tabla, nardy and their family."""

from importlib.metadata import version

__version__ = version("zaria")
