"""The rules of indiyka, as its positions hold them."""

from dataclasses import dataclass
from typing import Self

import msgspec

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.contact import ContactRule
from zaria.games.dice_games import CommonDiceRules
from zaria.games.protocols import Choices, Option, agreed


class IndiykaOptions(msgspec.Struct, frozen=True):
    """Nothing in indiyka is to be agreed on."""


NO_OPTIONS = IndiykaOptions()


@dataclass(frozen=True, slots=True)
class IndiykaRules(CommonDiceRules):
    """The rules of indiyka. What the game protocol asks of a board's direction is answered as for tabla."""

    id: str = "indiyka"
    title: str = "Indiyka"
    source: str = SOURCE
    choices: Choices = ()
    options: IndiykaOptions = NO_OPTIONS
    contact: ContactRule = ContactRule.NONE
    parallel: bool = False
    misere: bool = False
    classes: tuple[tuple[int, str], ...] = ((1, "single"),)
    opening: str = "play"
    next_starter: str = "winner"
    cube: bool = True
    time_points: int = TIME_POINTS
    rated_turns: int = 8

    @property
    def rotation(self) -> tuple[Self, ...]:
        """The games of a match: this one."""
        return (self,)

    def nth(self, number: int) -> Self:
        """The game played as game `number` of a match: this one."""
        return self

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """No options; raises `InvalidOptionsError` for any."""
        return agreed(self.id, self.choices, options)
