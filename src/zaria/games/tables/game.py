"""A tables game: options fixed under a name."""

from dataclasses import dataclass

from zaria.games.game import BadOptions, Option
from zaria.games.tables import board
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.position import Position


@dataclass(frozen=True, slots=True)
class TablesGame:
    """One game of the tables family.

    `choices` are the options a table may agree on, each with the values it may take, the preset's first;
    `chosen` are the values of this game.
    """

    id: str
    title: str
    options: TablesOptions
    choices: tuple[tuple[str, tuple[Option, ...]], ...] = ()
    family: str = "tables"

    def start(self, side: int = 0) -> Position:
        """The starting position with `side` on roll."""
        return Position(self, side, board.start(self.options))

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `BadOptions` for others."""
        known = dict(self.choices)
        for name, value in options.items():
            if name not in known:
                raise BadOptions(f"{self.id} has no option {name!r}")
            if not any(value == choice and type(value) is type(choice) for choice in known[name]):
                raise BadOptions(f"{name} is one of {', '.join(map(str, known[name]))}, not {value!r}")
        return {name: options.get(name, values[0]) for name, values in known.items()}
