"""The games' names on pages, and their order."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, Any] = {
    "three-games": _("Three games"),
    "tabla": _("Tabla"),
    "tapa": _("Tapa"),
    "gulbara": _("Gulbara"),
    "chelebi": _("Chelebi"),
    "indiyka": _("Indiyka"),
    "antitabla": _("Antitabla"),
    "tabla-bg": _("Tabla (tabla.bg)"),
    "short-nardy": _("Short nardy"),
    "long-nardy": _("Long nardy"),
    "gulbar": _("Gulbar"),
    "crazy-gulbar": _("Crazy gulbar"),
    "short-nardy-5s": _("Short nardy 5Stars"),
    "long-nardy-5s": _("Long nardy 5Stars"),
    "backgammon": _("Backgammon"),
    "russian-draughts": _("Russian draughts"),
    "giveaway": _("Giveaway draughts"),
    "english-draughts": _("English draughts"),
    "draughts": _("International draughts"),
    "ugolki": _("Ugolki"),
    "chess": _("Chess"),
}
"""The name of each game, to be translated where it is shown."""

TEXTS: Mapping[str, Any] = {
    "three-games": _("One match, three games in turn: tabla, gulbara, tapa."),
    "tabla": _("Hit the lone checker, hold your points and race home."),
    "tapa": _("Nobody is hit: a lone checker is pinned under yours until you let it go."),
    "gulbara": _("Doublets climb to the sixes, and what you cannot play is your opponent's."),
    "chelebi": _("Tabla in which every doublet climbs, four moves a step, up to the sixes."),
    "indiyka": _("No road and no hits: fill six points by the dice, then empty them."),
    "antitabla": _("Tabla turned over: whoever bears off first has lost."),
    "tabla-bg": _("A win counts one point or two, and there is no cube."),
    "short-nardy": _("Hits, marses and the cube, with the house rules of the East."),
    "long-nardy": _("Both run the same way round, and a single checker holds its point."),
    "gulbar": _("Long nardy in which your opponent plays what you cannot."),
    "crazy-gulbar": _("One doublet sets off all that are higher, two moves each."),
    "short-nardy-5s": _("Hits and bar; mars, koks and the last answering turn as you agree."),
    "long-nardy-5s": _("The long game by the 5Stars list of first moves."),
    "backgammon": _("The game as the world plays it: cube, Crawford, gammons."),
    "russian-draughts": _("Men capture backwards, and a king flies the whole diagonal."),
    "giveaway": _("Russian draughts turned over: whoever gets rid of his pieces wins."),
    "english-draughts": _("Men capture forwards only, and a king goes one step."),
    "draughts": _("A hundred squares, and the longest capture must be taken."),
    "ugolki": _("Nothing is taken: move house across the board, by steps and jumps."),
    "chess": _("King, queen and all the rest, with the draws of the club."),
}
"""One line on what makes each game what it is."""


class Group(NamedTuple):
    """Games that are shown together; `id` names the group in addresses."""

    id: str
    title: Any
    source: Any
    games: tuple[str, ...]


GROUPS: tuple[Group, ...] = (
    Group(
        "evening",
        _("An evening of tabla"),
        _("The anafeds rules; the last by tabla.bg"),
        ("three-games", "tabla", "tapa", "gulbara", "chelebi", "indiyka", "antitabla", "tabla-bg"),
    ),
    Group(
        "nardy",
        _("Nardy"),
        _("The Russian rules"),
        ("short-nardy", "long-nardy", "gulbar", "crazy-gulbar"),
    ),
    Group("fivestars", _("5Stars"), _("The 5Stars Gammon rules"), ("short-nardy-5s", "long-nardy-5s")),
    Group("world", _("The world's game"), _("The international rules"), ("backgammon",)),
    Group(
        "squares",
        _("Boards with squares"),
        _("The rules of the Russian club"),
        ("russian-draughts", "giveaway", "english-draughts", "draughts", "ugolki", "chess"),
    ),
)
"""All games, in the order of the front page."""

SOURCES: Mapping[str, Any] = {
    **{game: _("The anafeds rules") for game in GROUPS[0].games},
    **{game: group.source for group in GROUPS[1:] for game in group.games},
    "tabla-bg": _("The tabla.bg rules"),
}
"""Whose rules each game has."""
