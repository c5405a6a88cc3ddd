"""The engine of games with dice: chances of positions, best turns, and rollouts."""

from zaria.bots.tables.engine import Candidate, Engine, Rollout, engine_for
from zaria.bots.tables.weights import InvalidNetError

__all__ = ["Candidate", "Engine", "InvalidNetError", "Rollout", "engine_for"]
