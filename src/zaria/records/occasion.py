"""The occasion of a match: event, round and place, as the heads of files name them."""

import re
from typing import NamedTuple

from zaria.records import source_text

LONGEST = 80
"""Letters of the name of an event, a round or a place."""
_HEAD = 8_000
"""Letters of a file in which the occasion is looked for."""
_TAG = re.compile(r'\[\s*(Event|Round|Site)\s*"([^"\n]{1,200})"')
_PROPERTY = re.compile(r"\b(EV|RO|PC)\[((?:[^\]\\]|\\.){1,200})\]")
_OF_RECORD = re.compile(r'^\{"format":[^\n]*?"about":\{([^}\n]{1,2000})\}')
_FIELD = re.compile(r'"(event|round|place)":"((?:[^"\\]|\\.){1,400})"')
_NAMES = {"Event": "event", "EV": "event", "Round": "round", "RO": "round", "Site": "place", "PC": "place"}


class Occasion(NamedTuple):
    """The names of an event, a round and a place, each "" if it is unknown."""

    event: str = ""
    round: str = ""
    place: str = ""

    @property
    def named(self) -> dict[str, str]:
        """The names that are known."""
        return {name: value for name, value in self._asdict().items() if value}


UNKNOWN = Occasion()


def occasion_of(text: str) -> Occasion:
    """Return the occasion that a file tells at its beginning."""
    head = text[:_HEAD]
    record = _OF_RECORD.match(head)
    if record is not None:
        values = {match[1]: _unescaped(match[2]) for match in _FIELD.finditer(record[1])}
        return Occasion(**{name: _name(value) for name, value in values.items()})
    names: dict[str, str] = {}
    for match in (*_TAG.finditer(head), *_PROPERTY.finditer(head)):
        names.setdefault(_NAMES[match[1]], _name(re.sub(r"\\(.)", r"\1", match[2])))
    return Occasion(**names)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def _name(value: str) -> str:
    """Return a name, "" for the signs of an unknown one, and for the address of a match."""
    name = source_text.name(value)
    return name[:LONGEST] if name.strip(" ?.-*") and "://" not in name else ""
