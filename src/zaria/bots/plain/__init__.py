"""A modest player of every game with dice, who judges by hand-made rules: the ladder's lowest rung."""

from zaria.bots.plain.player import Plain

__all__ = ["Plain"]
