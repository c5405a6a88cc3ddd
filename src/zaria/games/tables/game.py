"""A tables game: options fixed under a name."""

from dataclasses import dataclass, field
from typing import Literal

from zaria.games.contact import ContactRule
from zaria.games.protocols import Choices, Option
from zaria.games.protocols import agreed as checked
from zaria.games.tables import board, score, text
from zaria.games.tables.kernel.rules import KernelRules
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.position import Position
from zaria.games.tables.rule_history import RuleHistory


@dataclass(frozen=True, slots=True)
class TablesGame:
    """One game of the tables family; see `zaria.games.protocols.DiceGame`."""

    id: str
    title: str
    options: TablesOptions
    choices: Choices = ()
    source: str = ""
    family: Literal["tables"] = "tables"
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
    def rotation(self) -> tuple["TablesGame", ...]:
        """The games of a match: this one."""
        return (self,)

    def nth(self, number: int) -> "TablesGame":
        """The game played as game `number` of a match: this one."""
        return self

    def start(self, side: int = 0) -> Position:
        """The starting position with `side` on roll."""
        past = RuleHistory(
            rolls=(0, 0) if self.options.ladder_from_roll > 1 else None,
            starter=side if self.options.paritet else None,
        )
        return Position(self, side, board.start(self.options), past)

    def parse(self, source: str, turn: int = 0) -> Position:
        """The position written in `source`, with side `turn` on roll; raises `InvalidPositionError`.

        Read are our own text (see `tables.text`), and for games of hitting the 26 characters of an XGID board
        (capitals are the side on roll) and a 14-character gnubg Position ID.
        """
        board, past, duty = text.read(self.options, source)
        return Position(self, turn, board, past.seen_by(turn), duty)

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `InvalidOptionsError` for others."""
        return checked(self.id, self.choices, options)
