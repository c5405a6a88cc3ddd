"""Three games: the club evening, a match that goes from tabla to gulbara to tapa and round again.

Source: the custom of Bulgarian clubs; each game by the rules of anafeds.com. The winner of a game begins
the next one, whichever it is.

Left open and chosen here: the order is tabla, gulbara, tapa, by the number of the game in the match.
"""

from dataclasses import dataclass

from zaria.games.contact import ContactRule
from zaria.games.dice_games import CommonDiceRules
from zaria.games.protocols import Choices, Option, agreed
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.position import Position
from zaria.games.tables.presets import gulbara, tabla, tapa


@dataclass(frozen=True, slots=True)
class Rotation(CommonDiceRules):
    """Games played in turn; what is asked of the whole is answered by the first of them."""

    id: str
    title: str
    rotation: tuple[TablesGame, ...]
    choices: Choices
    source: str
    rated_turns: int = 8

    @property
    def options(self) -> TablesOptions:
        """The rules of the first game."""
        return self.rotation[0].options

    @property
    def contact(self) -> ContactRule:
        """The fate of a lone checker in the first game."""
        return self.rotation[0].contact

    @property
    def parallel(self) -> bool:
        """Do both sides run the same way round in the first game?"""
        return self.rotation[0].parallel

    @property
    def misere(self) -> bool:
        """Does the first to bear all off lose?"""
        return self.rotation[0].misere

    @property
    def classes(self) -> tuple[tuple[int, str], ...]:
        """The wins there are in the first game."""
        return self.rotation[0].classes

    @property
    def cube(self) -> bool:
        """May a table agree on the doubling cube?"""
        return all(game.cube for game in self.rotation)

    @property
    def time_points(self) -> int:
        """The cost of a single game lost on time: that of the first game."""
        return self.rotation[0].time_points

    @property
    def opening(self) -> str:
        """The use of the opening dice, which only the first game has."""
        return self.rotation[0].opening

    @property
    def next_starter(self) -> str:
        """The starter of the next game."""
        return self.rotation[0].next_starter

    def nth(self, number: int) -> TablesGame:
        """The game played as game `number` (from 1) of a match."""
        return self.rotation[(number - 1) % len(self.rotation)]

    def start(self, side: int = 0) -> Position:
        """The starting position of the first game with `side` on roll."""
        return self.rotation[0].start(side)

    def parse(self, source: str, turn: int = 0) -> Position:
        """A position of the first game; raises `InvalidPositionError`."""
        return self.rotation[0].parse(source, turn)

    def first_position(self, text: str, side: int = 0) -> Position:
        """The position of the first game written in `text`, or its start where it is ""."""
        return self.rotation[0].first_position(text, side)

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `InvalidOptionsError` for others."""
        return agreed(self.id, self.choices, options)


def game(first_long_move: str = "both", ladder_from_roll: int = 1, ladder: int = 4) -> Rotation:
    """The three games; the options are those of gulbara, and the first long move that of tapa too."""
    second = gulbara.game(first_long_move, ladder_from_roll, ladder)
    games = (tabla.game(), second, tapa.game(first_long_move))
    source = "Custom of Bulgarian clubs, rules of anafeds.com"
    return Rotation("three-games", "Three games", games, second.choices, source)
