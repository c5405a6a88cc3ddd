"""Everything in which the games of draughts differ, as one set of options."""

import msgspec

from zaria.games.protocols import InvalidOptionsError

_CHOICES: dict[str, tuple[str | int, ...]] = {
    "size": (8, 10),
    "crowning": ("stop", "king", "man"),
    "draws": ("none", "russian", "english", "international"),
    "first": (0, 1),
}


class DraughtsOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game of draughts.

    Raises `InvalidOptionsError` for a value or a combination that is no game.

    * size: squares along an edge, 8 or 10; first: the side that begins;
    * flying: kings go any distance; back: men capture backwards too;
    * majority: the captures that take most are compulsory;
    * max_in_direction: of the captures of one piece that begin in one direction only those that take most;
    * crowning: a man that captures into the last row ends there as king ("stop"), goes on as "king", or goes
      on as "man" if it can and else ends there as king;
    * giveaway: who has no pieces or cannot move wins;
    * draws: by which endings the game is drawn, see `draws`; safety_draw: also by the third repetition and
      after fifty moves of either side together without a capture or a move of a man.
    """

    size: int = 8
    first: int = 0
    flying: bool = True
    back: bool = True
    majority: bool = False
    max_in_direction: bool = False
    crowning: str = "king"
    giveaway: bool = False
    draws: str = "none"
    safety_draw: bool = False

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices or isinstance(value, bool):
                raise InvalidOptionsError(f"{name} is one of {', '.join(map(str, choices))}, not {value!r}")
        if self.majority and self.max_in_direction:
            raise InvalidOptionsError("where the captures that take most are compulsory no direction matters")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The rules as `Kernel.set_rules` takes them."""
        return (
            self.size,
            int(self.flying),
            int(self.back),
            int(self.majority),
            _CHOICES["crowning"].index(self.crowning),
            int(self.max_in_direction),
        )
