"""A modest player of every game with dice, which evaluates positions by handwritten rules."""

from zaria.bots.heuristic.player import HeuristicPlayer

__all__ = ["HeuristicPlayer"]
