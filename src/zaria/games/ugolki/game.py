"""The game of ugolki; see `zaria.games.board_games.BoardGame`."""

from dataclasses import dataclass

from zaria.games.ugolki import text
from zaria.games.ugolki.geometry import house
from zaria.games.ugolki.position import UgolkiPosition
from zaria.games.ugolki.rules import UgolkiOptions, UgolkiRules


@dataclass(frozen=True, slots=True)
class UgolkiGame(UgolkiRules):
    """Ugolki with its options fixed."""

    def start(self) -> UgolkiPosition:
        """All men in their own houses."""
        kind = self.options.house
        return UgolkiPosition(self, self.first, (house(kind, 0), house(kind, 1)))

    def parse(self, source: str) -> UgolkiPosition:
        """The position written in `source`; raises `InvalidPositionError`."""
        return UgolkiPosition(self, *text.read(source, self.options.house))

    def first_position(self, text: str, side: int = 0) -> UgolkiPosition:
        """The position written in `text`, or the start where it is ""; the text says who moves."""
        return self.parse(text) if text else self.start()


def game(house: str = "4x3", *, safety_draw: bool = False) -> UgolkiGame:
    """Ugolki with houses of this kind, and draws by repetition and length if agreed on."""
    return UgolkiGame(UgolkiOptions(house, safety_draw))
