"""Effects of steps: what a checker that lands does to a lone one of the other side."""

from collections.abc import Iterable

import msgspec

from zaria.games.contact import ContactRule
from zaria.games.turn import Step


class Effects(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The numbers of the steps that hit a checker, and of those that pin one.

    The steps of a turn are counted from 0, those of a tree through all its nodes. The other steps, which are
    not listed, only move their checker.
    """

    hit: tuple[int, ...] = ()
    pin: tuple[int, ...] = ()


def effects_of(contact: ContactRule, steps: Iterable[Step]) -> Effects | None:
    """Return the effects of the steps of a turn; None where there are none."""
    struck = tuple([number for number, step in enumerate(steps) if step.hit])
    if not struck:
        return None
    return Effects(pin=struck) if contact.pins else Effects(hit=struck)
