"""The subjects of transfers in words: each room above names its own.

* `subjects_named(subjects)`: a receiver returns a mapping of those subjects that it knows, each with its
  `Subject`. It reads all of them at once.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.dispatch import Signal

from zaria.club.ledger.models import Transfer

subjects_named = Signal()

TOURNAMENT = "tournament:"
"""The beginning of the subject of a tournament's transfers; its id follows."""


class Subject(NamedTuple):
    """A subject of transfers: its title, and the address of its page, "" without one."""

    title: str
    address: str = ""


def find_subjects(subjects: Collection[str]) -> Mapping[str, Subject]:
    """Return the subjects that a room knows: a query for each kind of them."""
    requested = frozenset(subjects) - {""}
    named_subjects: dict[str, Subject] = {}
    if requested:
        answers: Sequence[tuple[Any, Any]] = subjects_named.send(Transfer, subjects=requested)
        for _receiver, named in answers:
            named_subjects |= named
    return named_subjects
