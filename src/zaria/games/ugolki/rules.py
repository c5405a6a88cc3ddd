"""The rules of ugolki, as its positions hold them."""

from dataclasses import dataclass, field

import msgspec

from zaria.games.board_games import LIGHT, CommonRules
from zaria.games.protocols import Choices
from zaria.games.ugolki.geometry import HOUSES


class UgolkiOptions(msgspec.Struct, frozen=True):
    """The rules of one table.

    * house: files and ranks of each house;
    * safety_draw: is a game drawn by a position that comes a third time, or by 200 moves of each side?
    """

    house: str = "4x3"
    safety_draw: bool = False


@dataclass(frozen=True, slots=True)
class UgolkiRules(CommonRules):
    """The rules of ugolki with its options fixed."""

    options: UgolkiOptions = field(default_factory=UgolkiOptions)
    id: str = "ugolki"
    title: str = "Ugolki"
    source: str = "Rules of a Russian club of board games"
    choices: Choices = (("house", tuple(HOUSES)), ("safety_draw", (False, True)))
    size: int = 8
    coordinates: str = "letters"
    first: int = LIGHT
