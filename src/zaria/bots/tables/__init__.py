"""The engine of games with dice: what a position promises, which turns are best, what rollouts find."""

from zaria.bots.tables.engine import Candidate, Engine, Rollout, engine_for
from zaria.bots.tables.nets import BadNet

__all__ = ["BadNet", "Candidate", "Engine", "Rollout", "engine_for"]
