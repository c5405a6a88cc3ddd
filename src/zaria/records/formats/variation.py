"""Kinds of backgammon that begin from other positions, which a file names."""

from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

_SAME = ("", "backgammon", "standard", "normal", "?")
"""Names of the usual starting position."""
_OTHER = ("nackgammon", "hypergammon", "longgammon")


def check(name: str, line: int) -> None:
    """Raise `InvalidRecordError` for another kind of backgammon than the usual one."""
    if name.lower() not in _SAME:
        raise InvalidRecordError(f"another game than backgammon: {source_text.quoted(name)}", line)


def check_rules(names: list[str], line: int) -> None:
    """Raise `InvalidRecordError` if the rules of a file name another kind of backgammon."""
    for name in names:
        if name.strip().lower().startswith(_OTHER):
            check(name.strip(), line)
