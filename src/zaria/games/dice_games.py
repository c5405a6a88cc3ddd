"""The rules that all games with dice share."""

from typing import ClassVar, Literal


class CommonDiceRules:
    """A match may be of several games, with the cube where the game allows it."""

    __slots__ = ()
    kind: ClassVar[Literal["dice"]] = "dice"
    is_board: ClassVar[Literal[False]] = False
    one_game: ClassVar[bool] = False
