"""The game of ugolki; see `zaria.games.board_games.BoardGame`."""

from dataclasses import dataclass, field

import msgspec

from zaria.games.board_games import LIGHT, Alike
from zaria.games.protocols import Choices
from zaria.games.ugolki import text
from zaria.games.ugolki.geometry import HOUSES, house
from zaria.games.ugolki.position import UgolkiPosition


class UgolkiOptions(msgspec.Struct, frozen=True):
    """The rules of one table.

    * house: files and ranks of each house;
    * safety_draw: is a game drawn by a position that comes a third time, or by 200 moves of each side?
    """

    house: str = "4x3"
    safety_draw: bool = False


@dataclass(frozen=True, slots=True)
class UgolkiGame(Alike):
    """Ugolki with its options fixed."""

    options: UgolkiOptions = field(default_factory=UgolkiOptions)
    id: str = "ugolki"
    title: str = "Ugolki"
    source: str = "Rules of a Russian club of board games"
    choices: Choices = (("house", tuple(HOUSES)), ("safety_draw", (False, True)))
    size: int = 8
    coordinates: str = "letters"
    first: int = LIGHT

    def start(self) -> UgolkiPosition:
        """All men in their own houses."""
        kind = self.options.house
        return UgolkiPosition(self, self.first, (house(kind, 0), house(kind, 1)))

    def parse(self, source: str) -> UgolkiPosition:
        """The position written in `source`; raises `InvalidPositionError`."""
        return UgolkiPosition(self, *text.read(source, self.options.house))


def game(house: str = "4x3", safety_draw: bool = False) -> UgolkiGame:
    """Ugolki with houses of this kind, and draws by repetition and length if agreed on."""
    return UgolkiGame(UgolkiOptions(house, safety_draw))
