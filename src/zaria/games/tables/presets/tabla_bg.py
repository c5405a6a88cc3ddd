"""Tabla with wins of one and two points, as the Bulgarian club tabla.bg plays it.

Source: the tabla.bg rules (Bulgarian). Everything on the board is as in tabla. The higher opening die wins
the right to roll first; those dice are not played. A win counts 1 when the loser has borne off a checker,
else 2 (mars); there is no triple win.

There is no cube: the source knows none.

Left open by the source and chosen here: the next game of a match is begun by its winner.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Tabla of tabla.bg; nothing is to be agreed on."""
    options = TablesOptions(scoring="tabla12", opening="reroll")
    return TablesGame(
        "tabla-bg", "Tabla (tabla.bg)", options, source="Rules of tabla.bg (Bulgaria)", cube=False
    )
