"""The size of a demo."""

from typing import NamedTuple


class Scale(NamedTuple):
    """The size of a demo: members, days of the past, evenings of play, and tables of an evening."""

    members: int = 0
    """0: all."""
    days: int = 30
    evenings: int = 7
    tables: int = 12
    final_minutes: int = 14
    """The minutes of the last evening, which leads into the present."""
