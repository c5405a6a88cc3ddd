"""The analysis of a finished match: what each decision gave away, and how lucky the dice were."""

from zaria.bots.analysis.shape import DEPTHS, VERSION, Analysis, Depth, decode, encode

__all__ = ["DEPTHS", "VERSION", "Analysis", "Depth", "decode", "encode"]
