"""Automatic players for `zaria load` and the benchmarks."""
