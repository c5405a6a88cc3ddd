"""The engine of games with dice: what a position promises, which turns are best, what rollouts find."""

from zaria.bots.tables.engine import Candidate, Engine, Rollout, engine_for

__all__ = ["Candidate", "Engine", "Rollout", "engine_for"]
