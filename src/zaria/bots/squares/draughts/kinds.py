"""The kinds of boards for which the search of draughts is compiled, and which of them a game needs."""

from types import ModuleType
from typing import NamedTuple

from zaria.bots.squares.draughts.orthogonal_search import endings as orthogonal_endings
from zaria.bots.squares.draughts.orthogonal_search import fitting as orthogonal_fitting
from zaria.bots.squares.draughts.orthogonal_search import root as orthogonal_root
from zaria.bots.squares.draughts.search import endings, fitting, root
from zaria.bots.squares.draughts.wide_search import endings as wide_endings
from zaria.bots.squares.draughts.wide_search import fitting as wide_fitting
from zaria.bots.squares.draughts.wide_search import root as wide_root
from zaria.games.draughts.options import DraughtsOptions


class SearchModules(NamedTuple):
    """Modules of the package `search`, or of a package of links to its sources: the same names in each."""

    root: ModuleType
    endings: ModuleType
    fitting: ModuleType


DIAGONAL = SearchModules(root, endings, fitting)
WIDE = SearchModules(wide_root, wide_endings, wide_fitting)
ORTHOGONAL = SearchModules(orthogonal_root, orthogonal_endings, orthogonal_fitting)


def search_modules(options: DraughtsOptions) -> SearchModules:
    """Return the modules that search the board of a game."""
    if options.orthogonal:
        return ORTHOGONAL
    return WIDE if options.is_wide else DIAGONAL
