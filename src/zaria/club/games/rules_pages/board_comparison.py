"""The rows that compare board games, derived from their options; see `comparison`."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from zaria import games
from zaria.games.board_games import DARK
from zaria.games.draughts.game import DraughtsGame
from zaria.games.registry import CHESS_GAMES, GAMES

NONE = "–"
DRAUGHTS = frozenset(name for name, info in GAMES.items() if isinstance(info.game, DraughtsGame))


def rows() -> tuple[tuple[str, Callable[[str], str]], ...]:
    """Each difference and what tells it of a game."""
    return (
        (_("The board"), _board),
        (_("Starting position"), _start),
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
    size, options = games.board_game(name).size, _options(name)
    is_dark = options is not None and not options.orthogonal
    size_text = _("{n} × {n}, the dark squares") if is_dark else _("{n} × {n}, all squares")
    return size_text.format(n=size)


def _start(name: str) -> str:
    """The order of the pieces, in games that have one: men are all alike."""
    if name not in CHESS_GAMES:
        return NONE
    return _("one of 960") if games.board_game(name).drawn_starts else _("always the same")


def _pieces(name: str) -> str:
    return str(sum(square in "wWPNBRQK" for square in games.board_game(name).start().board()))


def _first(name: str) -> str:
    return _("Black") if games.board_game(name).first == DARK else _("White")


def _captures(name: str) -> str:
    options = _options(name)
    if options is None:
        return NONE
    if options.orthogonal:
        return _("forwards and sideways")
    if options.capture_lines == "eight":
        return _("in eight directions")
    if not options.men_take_kings:
        return _("forwards only, and no kings")
    return _("forwards and backwards") if options.back else _("forwards only")


def _duty(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("optional") if name in CHESS_GAMES else _("no captures")
    words: dict[str, str] = {
        "none": _("compulsory: free choice"),
        "count": _("compulsory: take the most"),
        "count_kings": _("compulsory: take the most, then most kings"),
        "king_first": _("compulsory: with a king if one can"),
        "italian": _("compulsory: take the most, then by four rules"),
        "frisian": _("compulsory: take the highest value"),
    }
    return words[options.priority]


def _king(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("one square, any direction") if name in CHESS_GAMES else NONE
    if options.orthogonal:
        return _("any distance along a row or column")
    if options.landing == "behind":
        return _("any distance; a capture ends right behind the piece")
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
        is_chess = name in CHESS_GAMES
        return _("the side that checkmates") if is_chess else _("the side that fills the opposite house")
    return (
        _("the side with no move left")
        if options.giveaway
        else _("the side that leaves its opponent without a move")
    )


def _draws(name: str) -> str:
    options = _options(name)
    if options is None:
        return _("stalemate, insufficient material, 50 quiet moves") if name in CHESS_GAMES else NONE
    words: dict[str, str] = {
        "none": _("third repetition, 25 quiet moves") if options.safety_draw else NONE,
        "russian": _("15 or 5 moves against a lone king, 15 moves by kings only"),
        "english": _("20 moves of king against king"),
        "international": _("16 or 5 moves against a lone king, 25 moves by kings only"),
        "brazilian": _("5 moves against a lone king, 20 moves by kings only, third repetition"),
        "pool": _("13 moves against a lone king, 30 moves by kings only, third repetition"),
        "spanish": _("12 moves against a lone king, 20 moves by kings only, third repetition"),
        "italian": _("40 moves by kings only, fourth repetition"),
        "frisian": _("7 or 2 moves against a lone king, third repetition"),
        "turkish": _("one piece of each side, third repetition, 25 quiet moves"),
        "canadian": _("16 or 5 moves against a lone king, 25 moves by kings only, third repetition"),
    }
    return words[options.draws]
