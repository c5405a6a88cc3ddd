"""The rows that compare board games, derived from their options; see `comparison`."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from zaria import games
from zaria.games.board_games import DARK
from zaria.games.draughts.game import DraughtsGame
from zaria.games.registry import GAMES

NONE = "–"
DRAUGHTS = frozenset(name for name, info in GAMES.items() if isinstance(info.game, DraughtsGame))


def rows() -> tuple[tuple[str, Callable[[str], str]], ...]:
    """Each difference and what tells it of a game."""
    return (
        (_("The board"), _board),
        (_("Pieces of each side"), _pieces),
        (_("Who moves first"), _first),
        (_("A man captures"), _captures),
        (_("Capturing"), _duty),
        (_("A king moves"), _king),
        (_("A capture into the last row"), _crowning),
        (_("Who wins"), _goal),
        (_("Automatic draws"), _draws),
    )


def _options(name: str) -> Any:
    """The rules of a game of draughts, None for another."""
    return games.board_game(name).options if name in DRAUGHTS else None


def _board(name: str) -> str:
    size = games.board_game(name).size
    size_text = _("{n} × {n}, the dark squares") if name in DRAUGHTS else _("{n} × {n}, all squares")
    return size_text.format(n=size)


def _pieces(name: str) -> str:
    return str(sum(square in "wWPNBRQK" for square in games.board_game(name).start().board()))


def _first(name: str) -> str:
    return _("Black") if games.board_game(name).first == DARK else _("White")


def _captures(name: str) -> str:
    options = _options(name)
    if options is None:
        return NONE
    return _("forwards and backwards") if options.back else _("forwards only")


def _duty(name: str) -> str:
    options = _options(name)
    if options is None:
        return {"chess": _("optional"), "ugolki": _("no captures")}[name]
    return _("compulsory: take the most") if options.priority == "count" else _("compulsory: free choice")


def _king(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("one square, any direction") if name == "chess" else NONE
    return _("any distance") if options.flying else _("one square diagonally")


def _crowning(name: str) -> str:
    options = _options(name)
    if options is None:
        return NONE
    words = {"stop": _("ends the move"), "king": _("continues as a king"), "man": _("continues as a man")}
    return words[options.crowning]


def _goal(name: str) -> str:
    options = _options(name)
    if options is None:
        return {
            "chess": _("the side that checkmates"),
            "ugolki": _("the side that fills the opposite house"),
        }[name]
    return (
        _("the side with no move left")
        if options.giveaway
        else _("the side that leaves its opponent without a move")
    )


def _draws(name: str) -> str:
    options = _options(name)
    if options is None:
        return {"chess": _("stalemate, insufficient material, 50 quiet moves"), "ugolki": NONE}[name]
    return {
        "none": NONE,
        "russian": _("15 or 5 moves against a lone king, 15 moves by kings only"),
        "english": _("20 moves of king against king"),
        "international": _("16 or 5 moves against a lone king, 25 moves by kings only"),
    }[options.draws]
