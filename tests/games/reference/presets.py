"""Rules of each preset: the matrix of the rulebook (1.9) with its choices (sections 2 to 5)."""

from dataclasses import dataclass, replace
from itertools import product
from typing import Any


@dataclass(frozen=True)
class Rules:
    """One game's rules; the defaults are those of tabla."""

    start: str = "standard"
    way: str = "opposed"
    landing: str = "hit"
    ladder: int = 0
    """Checkers moved at each step of the ladder that a doublet climbs; 0: a doublet is four moves."""
    ladder_from: int = 1
    """The first of a player's own rolls whose doublet climbs."""
    rest: str = "none"
    again: bool = False
    head: int | None = None
    exceptions: str = "none"
    long_move: str = "off"
    block: str = "off"
    first_away: bool = False
    """Only one checker leaves the head before it has come to the other side's first quarter."""
    quarter_limit: str = "off"
    open_lock: bool = False
    mothers: str = "off"
    """Both last checkers on 24 pinned: "restart"; "win": one is, and the pinner has left its own."""
    caucasus: bool = False
    off_ban: bool | str = False
    """True: neither the checker that hit at home is borne off nor another from the point where it hit;
    "checker": it alone is not."""
    hit_and_run: str = "free"
    points: str = "tabla"
    home_mars: int = 3
    mars: bool = True
    koks: bool = True
    paritet: bool = False
    misere: bool = False
    opening: str = "play"
    next_starter: str = "winner"


TABLA = Rules()
BACKGAMMON = replace(TABLA, next_starter="roll")
TAPA = Rules(start="head", landing="pin", long_move="both", mothers="restart", points="tapa")
GULBARA = Rules(
    start="head",
    way="parallel",
    landing="single",
    ladder=4,
    rest="ladder",
    long_move="both",
    points="gulbara",
)
LONG = Rules(
    start="head",
    way="parallel",
    landing="single",
    head=1,
    exceptions="nardy",
    block="step",
    points="nardy",
    opening="reroll",
)
GULBAR = replace(LONG, rest="any", again=True)

FEVGA = replace(
    LONG,
    head=None,
    exceptions="none",
    block="off",
    points="tabla12",
    first_away=True,
    quarter_limit="own",
    open_lock=True,
)

PRESETS: dict[str, Rules] = {
    "tabla": TABLA,
    "tapa": TAPA,
    "gulbara": GULBARA,
    "gulbahar": replace(GULBARA, ladder_from=4, long_move="off", points="tabla12", opening="reroll"),
    "chelebi": replace(TABLA, ladder=4),
    "antitabla": replace(TABLA, misere=True),
    "tabla-bg": replace(TABLA, points="tabla12", opening="reroll"),
    "tavla": replace(TABLA, points="tabla12", opening="reroll"),
    "short-nardy": replace(TABLA, off_ban=True),
    "long-nardy": LONG,
    "gulbar": GULBAR,
    "crazy-gulbar": replace(GULBAR, again=False, ladder=2),
    "sport-nardy": replace(LONG, exceptions="three", points="tabla12", next_starter="roll"),
    "short-nardy-5s": replace(TABLA, points="fivestars", opening="reroll"),
    "long-nardy-5s": replace(LONG, exceptions="fivestars", points="fivestars"),
    "portes": replace(TABLA, points="tabla12", opening="reroll"),
    "plakoto": replace(TAPA, long_move="off", mothers="win", points="tabla12", opening="reroll"),
    "fevga": FEVGA,
    "moultezim": replace(FEVGA, quarter_limit="other", open_lock=False),
    "backgammon": BACKGAMMON,
    "nackgammon": replace(BACKGAMMON, start="nack"),
    "longgammon": replace(BACKGAMMON, start="head"),
    "hypergammon": replace(BACKGAMMON, start="hyper"),
}
"""Every preset on a board of points, as it is without any agreement."""

_NAMES = {
    "first_long_move": "long_move",
    "ladder_from_roll": "ladder_from",
    "hit_then_off_ban": "off_ban",
    "head_list": "exceptions",
    "six_block": "block",
}
"""Options whose name here is another."""

CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "tapa": {"first_long_move": ("both", "starter", "off")},
    "gulbara": {
        "first_long_move": ("both", "starter", "off"),
        "ladder_from_roll": (1, 4),
        "ladder": (4, 2),
    },
    "chelebi": {"ladder": (4, 2)},
    "tavla": {"hit_and_run": ("free", "banned")},
    "short-nardy": {"caucasus": (False, True), "hit_then_off_ban": (True, False, "checker")},
    "long-nardy": {
        "head_list": ("nardy", "fivestars", "principle"),
        "home_mars": (3, 4),
        "six_block": ("step", "turn"),
    },
    "sport-nardy": {"six_block": ("step", "turn")},
    "gulbar": {"home_mars": (3, 4), "six_block": ("step", "turn")},
    "crazy-gulbar": {"ladder": (2, 4), "home_mars": (3, 4), "six_block": ("step", "turn")},
    "short-nardy-5s": {"paritet": (False, True), "mars": (True, False), "koks": (True, False)},
    "long-nardy-5s": {
        "head_list": ("fivestars", "principle"),
        "six_block": ("step", "turn"),
        "paritet": (False, True),
        "mars": (True, False),
        "koks": (True, False),
    },
    "three-games": {
        "first_long_move": ("both", "starter", "off"),
        "ladder_from_roll": (1, 4),
        "ladder": (4, 2),
    },
}
"""The values that a table may agree on, the preset's own value first."""


def rules(preset: str, **options: Any) -> Rules:
    """The rules of a preset with what was agreed."""
    return replace(PRESETS[preset], **{_NAMES.get(name, name): value for name, value in options.items()})


def agreements(preset: str) -> list[dict[str, Any]]:
    """Every way to agree on a preset's options."""
    choices = CHOICES.get(preset, {})
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
