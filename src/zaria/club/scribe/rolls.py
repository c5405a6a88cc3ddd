"""Dice that the club rolls for a scribe: they follow from a sealed secret, which the finished sheet reveals.

Roll n is that of step n, so a roll that was undone stays in the list of all rolls of the club.
"""

import secrets
from typing import NamedTuple

from zaria.club.scribe.models import MatchSheet, SheetStep
from zaria.match.dice_play.dice import SECRET_BYTES, Dice
from zaria.match.events import Dice2
from zaria.records import scribe_sheet
from zaria.records.scribe_sheet import Write
from zaria.records.written_match import DiceAct

NO_SEEDS = ("", "")
"""The players of a real board give no seeds."""
_MARK = '"club":true'


class ClubRoll(NamedTuple):
    """A roll of the club: the number of its step, and its dice."""

    number: int
    dice: Dice2


def new_secret() -> str:
    """Return a secret that nobody can foresee."""
    return secrets.token_hex(SECRET_BYTES)


def dice_of(row: MatchSheet) -> Dice:
    """Return the dice of a sheet; one without a secret gets it now."""
    if not row.dice_secret:
        MatchSheet.objects.filter(pk=row.pk, dice_secret="").update(dice_secret=new_secret())
        row.refresh_from_db(fields=["dice_secret"])
    return Dice(bytes.fromhex(row.dice_secret), row.pk)


def club_roll(row: MatchSheet, revision: int) -> Write:
    """Return the step with the roll that follows `revision`: the same one however often it is asked for."""
    return Write(DiceAct(dice_of(row).roll(NO_SEEDS, revision + 1)), club=True)


def rolls_of(row: MatchSheet) -> list[ClubRoll]:
    """Return all rolls of the club, those that were undone too."""
    steps = SheetStep.objects.filter(sheet=row, body__contains=_MARK).order_by("number")
    rolls = []
    for number, body in steps.values_list("number", "body"):
        step = scribe_sheet.decode(body)
        if isinstance(step, Write) and step.club and isinstance(step.act, DiceAct):
            rolls.append(ClubRoll(number, step.act.dice))
    return rolls


def is_proved(row: MatchSheet, rolls: list[ClubRoll]) -> bool:
    """Return whether all rolls follow from the secret."""
    dice = dice_of(row)
    return all(dice.roll(NO_SEEDS, roll.number) == roll.dice for roll in rolls)
