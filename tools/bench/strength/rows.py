"""The rows of the table of strength: who plays whom at what."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from zaria import games
from zaria.bots.tables import Engine
from zaria.games.protocols import DiceGame

from .gnubg import Gnubg
from .players import ByHand, Ours, Player
from .sage import Sage

PLAKOTO = {"first_long_move": "off"}
"""Tapa as near to Plakoto as its options go; a pinned mother is worth nothing here, two points there."""
FEVGA = {"first_long_move": "off", "ladder_from_roll": 4}
"""Gulbara as near to Fevga: there every doublet is plain, here those of the first three rolls."""


@dataclass(frozen=True)
class Asked:
    """The arguments of the command line."""

    ply: int = 0
    net: Path | None = None
    old: Path | None = None
    game: str = "backgammon"


class Row(NamedTuple):
    """Two players of one game; the result is the points of the first."""

    name: str
    game: DiceGame
    seat: Callable[[Asked], tuple[Player, Player]]


def engine(game: DiceGame, net: Path | None = None) -> Engine:
    """The engine of a game, with another net than the one it ships with."""
    return Engine(game, net) if net else Engine(game)


def ours(game: DiceGame, asked: Asked, ply: int | None = None) -> Ours:
    return Ours(engine(game, asked.net), asked.ply if ply is None else ply)


def against_judges() -> list[Row]:
    """Backgammon, cubeless money."""
    game = games.get("backgammon")
    return [
        Row("gnubg", game, lambda asked: (ours(game, asked), Gnubg(0))),
        Row("gnubg-1", game, lambda asked: (ours(game, asked, 1), Gnubg(0))),
        Row("gnubg-2", game, lambda asked: (ours(game, asked, 2), Gnubg(0))),
        Row("sage", game, lambda asked: (ours(game, asked), Sage())),
        Row("plain-gnubg", game, lambda asked: (ByHand(), Gnubg(0))),
        Row("gnubg-sage", game, lambda asked: (Gnubg(0), Sage())),
    ]


def against_plain() -> list[Row]:
    """Every game with dice against the hand-made player, and two with others' rules."""
    named = {name: games.get(name) for name in games.names() if len(games.get(name).rotation) == 1}
    named["plakoto-like"] = games.get("tapa", **PLAKOTO)
    named["fevga-like"] = games.get("gulbara", **FEVGA)
    return [Row(name, game, _seats(game)) for name, game in named.items()]


def generations(asked: Asked) -> list[Row]:
    """A newer net against an older one."""
    if asked.old is None:
        return []
    game = games.get(asked.game)

    def seat(asked: Asked) -> tuple[Player, Player]:
        older = Ours(engine(game, asked.old), asked.ply, "the older net")
        return Ours(engine(game, asked.net), asked.ply, "the newer net"), older

    return [Row("generations", game, seat)]


def every(asked: Asked) -> list[Row]:
    """All rows that can be asked for."""
    return [*against_judges(), *against_plain(), *generations(asked)]


def _seats(game: DiceGame) -> Callable[[Asked], tuple[Player, Player]]:
    return lambda asked: (ours(game, asked), ByHand())
