"""The name of each game and one line about it, in English; `zaria.games.registry` has the games.

The pages of the club and the live pages translate both.
"""


def _(text: str) -> str:
    """Mark a text for translation without translating it here."""
    return text


TITLES: dict[str, str] = {
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
"""The name of each game."""

DESCRIPTIONS: dict[str, str] = {
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
