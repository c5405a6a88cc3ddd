"""The game of indiyka; see `zaria.games.protocols.DiceGame`."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.contact import ContactRule
from zaria.games.indiyka import race, text
from zaria.games.indiyka.position import IndiykaPosition
from zaria.games.protocols import Choices, Duty, Option, agreed


class IndiykaOptions(msgspec.Struct, frozen=True):
    """Nothing in indiyka is to be agreed on."""


NO_OPTIONS = IndiykaOptions()


@dataclass(frozen=True, slots=True)
class IndiykaGame:
    """Indiyka. What the game protocol asks of a board's direction is answered as for tabla."""

    id: str = "indiyka"
    title: str = "Indiyka"
    source: str = SOURCE
    family: Literal["indiyka"] = "indiyka"
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
    def rotation(self) -> tuple["IndiykaGame", ...]:
        """The games of a match: this one."""
        return (self,)

    def nth(self, number: int) -> "IndiykaGame":
        """The game played as game `number` of a match: this one."""
        return self

    def start(self, side: int = 0) -> IndiykaPosition:
        """All checkers in hand, with `side` on roll."""
        return IndiykaPosition(self, side, (race.START, race.START))

    def parse(self, source: str, turn: int = 0) -> IndiykaPosition:
        """The position written in `source`, with side `turn` on roll; raises `InvalidPositionError`."""
        own, other, dice = text.read(source)
        duty = Duty((dice,)) if dice else None
        return IndiykaPosition(self, turn, (other, own) if turn else (own, other), duty)

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """No options; raises `InvalidOptionsError` for any."""
        return agreed(self.id, self.choices, options)


def game() -> IndiykaGame:
    """Indiyka; nothing is to be agreed on."""
    return IndiykaGame()
