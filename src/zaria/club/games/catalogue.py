"""The games' names on pages, and their order."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.games.registry import GAMES, TRADITIONS, in_group, of_tradition
from zaria.web.messages import games as messages


class CatalogueGroup(NamedTuple):
    """Games that are shown together; `id` names the group in addresses."""

    id: str
    title: Any
    source: Any
    games: tuple[str, ...]


def _group(group: str, title: Any, source: Any) -> CatalogueGroup:
    return CatalogueGroup(group, title, source, tuple(in_group(group)))


GROUPS: tuple[CatalogueGroup, ...] = (
    _group("evening", _("Tabla family"), _("Bulgarian rules (anafeds.com and tabla.bg)")),
    _group("nardy", _("Nardy"), _("The Russian rules")),
    _group("fivestars", _("5Stars"), _("The 5Stars Gammon rules")),
    _group("greek", _("Greek evening"), _("The rules of Greek cafés")),
    _group("turkish", _("Turkish café"), _("The rules of Turkish cafés")),
    _group("world", pgettext_lazy("group", "Backgammon"), _("The international rules")),
    _group("squares", _("Draughts & chess"), _("The Russian club’s and other national rules")),
)
"""All games, in the order of the front page."""


class CatalogueTradition(NamedTuple):
    """Games that are at home in the same place, as a catalogue lists them."""

    title: Any
    games: tuple[str, ...]


_TRADITION_TITLES: Mapping[str, Any] = {
    "balkan": _("The Balkans"),
    "greek": _("Greece"),
    "turkish": _("Turkey"),
    "caucasus": _("Caucasus and Russia"),
    "backgammon": pgettext_lazy("group", "Backgammon"),
    "draughts": _("Draughts"),
    "chess": _("Chess and corners"),
}

BY_TRADITION: tuple[CatalogueTradition, ...] = tuple(
    CatalogueTradition(_TRADITION_TITLES[name], tuple(of_tradition(name))) for name in TRADITIONS
)
"""All games by tradition, in the order of catalogues."""

_RULEBOOKS: Mapping[str, Any] = {
    "anafeds": _("The anafeds.com rules"),
    "tabla-bg": _("The tabla.bg rules"),
    "nardy": _("The Russian rules"),
    "federations": _("The rules of the federations"),
    "fivestars": _("The 5Stars Gammon rules"),
    "greek": _("The rules of Greek cafés"),
    "turkish": _("The rules of Turkish cafés"),
    "international": _("The international rules"),
    "russian-club": _("The rules of the Russian club"),
    "national": _("The rules of the game’s own country"),
    "fide": _("The FIDE rules"),
}

_IN_ORDER = tuple(game for group in GROUPS for game in group.games)

TITLES: Mapping[str, Any] = {game: _(messages.TITLES[game]) for game in _IN_ORDER}
"""The name of each game, to be translated where it is shown."""

TEXTS: Mapping[str, Any] = {game: _(messages.DESCRIPTIONS[game]) for game in _IN_ORDER}
"""One line on what makes each game what it is."""

SOURCES: Mapping[str, Any] = {game: _RULEBOOKS[GAMES[game].rulebook] for game in _IN_ORDER}
"""Source of the rules of each game."""
