"""Everything in which the games of the tables family differ, as one set of options."""

import msgspec

from zaria.games.game import BadOptions

_CHOICES: dict[str, tuple[str | int, ...]] = {
    "setup": ("standard", "head"),
    "direction": ("opposed", "parallel"),
    "contact": ("hit", "pin", "single"),
    "doublets": ("four",),
    "head": (0, 1),
    "head_list": ("none", "nardy", "fivestars"),
    "first_long_move": ("off", "starter", "both"),
    "scoring": ("tabla", "tapa", "nardy"),
    "home_mars": (3, 4),
    "opening": ("play", "reroll"),
}

_STANDARD = {24: 2, 13: 5, 8: 3, 6: 5}
_HEAD = {24: 15}


class TablesOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one tables game. Raises `BadOptions` for a value or a combination that is no game.

    * setup: "standard" (24:2 13:5 8:3 6:5) or "head" (all fifteen on 24);
    * direction: "opposed" (towards each other) or "parallel" (both the same way round);
    * contact: a lone checker is "hit", is "pin"ned, or a "single" checker already holds its point;
    * doublets: "four" moves;
    * head: most checkers that may leave the 24-point in a turn, 0 for any number; head_list: in which rolls
      of the first turn one more may leave when one alone cannot play the roll ("nardy", "fivestars");
    * first_long_move: whose first turn must be played by one checker alone if it can ("starter", "both");
    * six_block: no six points in a row unless an opponent's checker is beyond them or borne off;
    * mothers: the game starts again when both sides' last checkers on their 24-points are pinned;
    * scoring: what a win is worth; home_mars: points of a nardy win over checkers gathered home, none borne
      off;
    * opening: the starter plays the opening dice ("play") or rolls anew ("reroll").
    """

    setup: str = "standard"
    direction: str = "opposed"
    contact: str = "hit"
    doublets: str = "four"
    head: int = 0
    head_list: str = "none"
    first_long_move: str = "off"
    six_block: bool = False
    mothers: bool = False
    scoring: str = "tabla"
    home_mars: int = 3
    opening: str = "play"

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise BadOptions(
                    f"{name} is one of {', '.join(map(str, choices))}, not {getattr(self, name)!r}"
                )
        if self.contact != "single" and self.direction == "parallel":
            raise BadOptions("checkers that run the same way round neither hit nor pin")
        if self.six_block and self.contact != "single":
            raise BadOptions("the six-block rule is for games where one checker holds a point")
        if self.mothers and self.contact != "pin":
            raise BadOptions("only a game of pins can lock")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The rules as `Kernel.set_rules` takes them."""
        return (
            0 if self.contact == "single" else -1,
            int(self.contact == "pin"),
            int(self.direction == "parallel"),
            self.head,
            _CHOICES["head_list"].index(self.head_list),
            _CHOICES["first_long_move"].index(self.first_long_move),
            int(self.six_block),
            int(self.mothers),
        )

    @property
    def layout(self) -> dict[int, int]:
        """Either side's checkers at the start, by his own points."""
        return _STANDARD if self.setup == "standard" else _HEAD
