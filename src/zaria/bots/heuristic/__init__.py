"""A modest player of every game with dice, who judges by hand-made rules: the ladder's lowest rung."""

from zaria.bots.heuristic.player import HeuristicPlayer

__all__ = ["HeuristicPlayer"]
