"""The rules of a game of draughts, as its positions hold them."""

from dataclasses import dataclass, field

from zaria.games.board_games import LETTERED, CommonRules
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.protocols import Choices


@dataclass(frozen=True, slots=True)
class DraughtsRules(CommonRules):
    """The rules of one game of draughts; see `zaria.games.board_games.BoardRules`."""

    id: str
    title: str
    options: DraughtsOptions
    choices: Choices
    source: str
    coordinates: str
    game_type: str
    """The value of the tag `GameType` in PDN."""
    mark: str = "x"
    """The mark between the squares of a capture."""
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The rules as the kernel takes them."""
    names: dict[int, str] = field(init=False, repr=False, compare=False)
    """The name of the square with a bit."""

    def __post_init__(self) -> None:
        naming = self.options.naming
        names = naming.letters if self.coordinates in LETTERED else map(str, naming.numbers)
        object.__setattr__(self, "numbers", self.options.numbers)
        object.__setattr__(self, "names", dict(zip(self.options.squares.bits, names, strict=True)))

    @property
    def size(self) -> int:
        """Squares along an edge of the board."""
        return self.options.size

    @property
    def first(self) -> int:
        """The side that begins."""
        return self.options.first
