"""The engine of games with dice: what a position promises, which turns are best, what rollouts find."""

from zaria.bots.tables.engine import Candidate, Engine, Rollout, engine_for
from zaria.bots.tables.weights import InvalidNetError

__all__ = ["Candidate", "Engine", "InvalidNetError", "Rollout", "engine_for"]
