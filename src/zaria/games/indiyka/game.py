"""The game of indiyka; see `zaria.games.protocols.DiceGame`."""

from dataclasses import dataclass

from zaria.games.indiyka import race, text
from zaria.games.indiyka.position import IndiykaPosition
from zaria.games.indiyka.rules import IndiykaRules
from zaria.games.protocols import Duty


@dataclass(frozen=True, slots=True)
class IndiykaGame(IndiykaRules):
    """Indiyka; nothing is to be agreed on."""

    def start(self, side: int = 0) -> IndiykaPosition:
        """All checkers in hand, with `side` on roll."""
        return IndiykaPosition(self, side, (race.START, race.START))

    def parse(self, source: str, turn: int = 0) -> IndiykaPosition:
        """The position written in `source`, with side `turn` on roll; raises `InvalidPositionError`."""
        own_checkers, other_checkers, dice = text.read(source)
        duty = Duty((dice,)) if dice else None
        return IndiykaPosition(
            self, turn, (other_checkers, own_checkers) if turn else (own_checkers, other_checkers), duty
        )

    def first_position(self, text: str, side: int = 0) -> IndiykaPosition:
        """The position written in `text`, or the start where it is "", with `side` on roll."""
        return self.parse(text, side) if text else self.start(side)


def game() -> IndiykaGame:
    """Indiyka; nothing is to be agreed on."""
    return IndiykaGame()
