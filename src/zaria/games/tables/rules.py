"""The rules of a tables game, as its positions hold them."""

from dataclasses import dataclass, field
from typing import Self

from zaria.games.contact import ContactRule
from zaria.games.dice_games import CommonDiceRules
from zaria.games.protocols import Choices, Option, agreed
from zaria.games.tables import score
from zaria.games.tables.kernel.rules import KernelRules
from zaria.games.tables.options import TablesOptions


@dataclass(frozen=True, slots=True)
class TablesRules(CommonDiceRules):
    """The rules of one game of the tables family; see `zaria.games.protocols.DiceRules`."""

    id: str
    title: str
    options: TablesOptions
    choices: Choices = ()
    source: str = ""
    cube: bool = True
    """May a table agree on the doubling cube?"""
    time_points: int = 0
    """The cost of a single game lost on time, before the cube; 0: as in a match."""
    rated_turns: int = 8
    contact: ContactRule = field(init=False, repr=False, compare=False)
    """The fate of a lone checker."""
    kernel_rules: KernelRules = field(init=False, repr=False, compare=False)
    """The rules as the kernel takes them."""
    plain: bool = field(init=False, repr=False, compare=False)
    """Is every roll one turn, after which the other side rolls?"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "contact", self.options.contact_rule)
        object.__setattr__(self, "kernel_rules", self.options.kernel_rules)
        object.__setattr__(self, "plain", self.options.plain)

    @property
    def parallel(self) -> bool:
        """Do both sides run the same way round?"""
        return self.options.direction == "parallel"

    @property
    def misere(self) -> bool:
        """Does the side that bears all off lose?"""
        return self.options.misere

    @property
    def classes(self) -> tuple[tuple[int, str], ...]:
        """The wins there are, as points and kind, the least first."""
        return score.classes(self.options)

    @property
    def opening(self) -> str:
        """The starter plays the opening dice ("play") or rolls anew ("reroll")."""
        return self.options.opening

    @property
    def next_starter(self) -> str:
        """The next game is begun by the "winner" or by whom a new opening "roll" names."""
        return self.options.next_starter

    @property
    def rotation(self) -> tuple[Self, ...]:
        """The games of a match: this one."""
        return (self,)

    def nth(self, number: int) -> Self:
        """The game played as game `number` of a match: this one."""
        return self

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `InvalidOptionsError` for others."""
        return agreed(self.id, self.choices, options)
