"""Players that are programs, as many as wanted: `zaria load`, and the benchmarks."""
