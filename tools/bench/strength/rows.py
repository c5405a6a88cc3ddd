"""The rows of the table of strength: who plays whom at what."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from zaria import games
from zaria.bots.tables import Engine
from zaria.games.protocols import DiceGame, Option

from .gnubg import Gnubg
from .players import ByHand, Ours, Player
from .sage import Sage

PLAKOTO = {"first_long_move": "off"}
"""Tapa as near to Plakoto as its options go; a pinned mother is worth nothing here, two points there."""
FEVGA: dict[str, Option] = {"first_long_move": "off", "ladder_from_roll": 4}
"""Gulbara as near to Fevga: there every doublet is plain, here those of the first three rolls."""


@dataclass(frozen=True)
class Request:
    """The arguments of the command line."""

    ply: int = 0
    net: Path | None = None
    old: Path | None = None
    game: str = "backgammon"


class Row(NamedTuple):
    """Two players of one game; the result is the points of the first."""

    name: str
    game: DiceGame
    seat: Callable[[Request], tuple[Player, Player]]


def engine(game: DiceGame, net: Path | None = None) -> Engine:
    """The engine of a game, with another net than the one it ships with."""
    return Engine(game, net) if net else Engine(game)


def ours(game: DiceGame, request: Request, ply: int | None = None) -> Ours:
    return Ours(engine(game, request.net), request.ply if ply is None else ply)


def against_judges() -> list[Row]:
    """Backgammon, cubeless money."""
    game = games.dice_game("backgammon")
    return [
        Row("gnubg", game, lambda request: (ours(game, request), Gnubg(0))),
        Row("gnubg-1", game, lambda request: (ours(game, request, 1), Gnubg(0))),
        Row("gnubg-2", game, lambda request: (ours(game, request, 2), Gnubg(0))),
        Row("peer-2", game, lambda request: (ours(game, request, 2), Gnubg(2))),
        Row("peer-3", game, lambda request: (ours(game, request, 3), Gnubg(2))),
        Row("sage", game, lambda request: (ours(game, request), Sage())),
        Row("plain-gnubg", game, lambda request: (ByHand(), Gnubg(0))),
        Row("gnubg-sage", game, lambda request: (Gnubg(0), Sage())),
    ]


def against_plain() -> list[Row]:
    """Every game with dice against the hand-made player, and two with others' rules."""
    named = {
        name: games.dice_game(name) for name in games.names() if len(games.dice_game(name).rotation) == 1
    }
    named["plakoto-like"] = games.dice_game("tapa", **PLAKOTO)
    named["fevga-like"] = games.dice_game("gulbara", **FEVGA)
    return [Row(name, game, _seats(game)) for name, game in named.items()]


def generations(request: Request) -> list[Row]:
    """A newer net against an older one."""
    if request.old is None:
        return []
    game = games.dice_game(request.game)

    def seat(request: Request) -> tuple[Player, Player]:
        older = Ours(engine(game, request.old), request.ply, "the older net")
        return Ours(engine(game, request.net), request.ply, "the newer net"), older

    return [Row("generations", game, seat)]


def every(request: Request) -> list[Row]:
    """All rows that can be asked for."""
    return [*against_judges(), *against_plain(), *generations(request)]


def _seats(game: DiceGame) -> Callable[[Request], tuple[Player, Player]]:
    return lambda request: (ours(game, request), ByHand())
