"""Dice that the club rolls for a scribe."""

import secrets

from zaria.records.scribe_sheet import Write
from zaria.records.written_match import DiceAct

_FACES = range(1, 7)


def club_roll() -> Write:
    """Return a step with two dice that nobody can foresee."""
    return Write(DiceAct((_die(), _die())))


def _die() -> int:
    return secrets.choice(_FACES)
