"""What the source of the search asks of Cython, for where it runs interpreted and Cython is not there."""

from contextlib import nullcontext

nogil = nullcontext()
"""The lock of the interpreter cannot be released by what it interprets."""

compiled = False
