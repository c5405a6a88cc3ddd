"""Stand-ins for names of Cython, for sources that run interpreted where it is not installed."""

from contextlib import nullcontext

nogil = nullcontext()
"""Interpreted code cannot release the lock of the interpreter."""

compiled = False
