"""Stand-ins for the names of Cython that the search uses, for where it runs interpreted."""

from contextlib import nullcontext

nogil = nullcontext()
"""The lock of the interpreter cannot be released by what it interprets."""

compiled = False
