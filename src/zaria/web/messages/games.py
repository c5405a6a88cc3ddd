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
    "tavla": _("Tavla"),
    "gulbahar": _("Gülbahar"),
    "short-nardy": _("Short nardy"),
    "long-nardy": _("Long nardy"),
    "gulbar": _("Gulbar"),
    "crazy-gulbar": _("Crazy gulbar"),
    "sport-nardy": _("Sport nardy"),
    "short-nardy-5s": _("Short nardy 5Stars"),
    "long-nardy-5s": _("Long nardy 5Stars"),
    "portes": _("Portes"),
    "plakoto": _("Plakoto"),
    "fevga": _("Fevga"),
    "backgammon": _("Backgammon"),
    "nackgammon": _("Nackgammon"),
    "longgammon": _("Longgammon"),
    "russian-draughts": _("Russian draughts"),
    "giveaway": _("Giveaway draughts"),
    "english-draughts": _("English draughts"),
    "draughts": _("International draughts"),
    "brazilian-draughts": _("Brazilian draughts"),
    "pool-checkers": _("Pool checkers"),
    "czech-draughts": _("Czech draughts"),
    "thai-draughts": _("Thai draughts"),
    "spanish-draughts": _("Spanish draughts"),
    "portuguese-draughts": _("Portuguese draughts"),
    "italian-draughts": _("Italian draughts"),
    "turkish-draughts": _("Turkish draughts"),
    "frisian-draughts": _("Frisian draughts"),
    "ugolki": _("Ugolki"),
    "chess": _("Chess"),
    "chess960": _("Chess960"),
}
"""The name of each game."""

DESCRIPTIONS: dict[str, str] = {
    "three-games": _("One match, three games in turn: tabla, gulbara, tapa."),
    "tabla": _("Hit the lone checker, hold your points and race home."),
    "tapa": _("No hitting: you pin the lone checker under yours."),
    "gulbara": _("Doublets climb; your opponent plays what you can't."),
    "chelebi": _("Tabla in which every doublet climbs to the sixes."),
    "indiyka": _("No race and no hits: fill six points, then empty them."),
    "antitabla": _("Tabla in reverse: the first to bear off loses."),
    "tabla-bg": _("A win counts one point or two, and there is no cube."),
    "tavla": _("The coffee-house game: mars counts two, and there is no cube."),
    "gulbahar": _("Nobody is hit, and doublets climb from the fourth roll."),
    "short-nardy": _("Hits, mars and the cube, with Eastern house rules."),
    "long-nardy": _("Both sides run the same way, and a single checker holds its point."),
    "gulbar": _("Long nardy in which your opponent plays what you can't."),
    "crazy-gulbar": _("One doublet sets off all higher ones, two moves each."),
    "sport-nardy": _("Long nardy by the rules of the federations, without home mars."),
    "short-nardy-5s": _("Hits and the bar; mars, koks and the equalising last turn as you agree."),
    "long-nardy-5s": _("Long nardy with the 5Stars list of first moves."),
    "portes": _("Hits and made points as in Greek cafés: one point or two, no cube."),
    "plakoto": _("Pin the lone checker; a pinned mother loses the game."),
    "fevga": _("All run the same way, and the first checker goes ahead alone."),
    "backgammon": _("The international game: cube, Crawford game, gammons."),
    "nackgammon": _("Backgammon with four checkers at the back from the start."),
    "longgammon": _("Backgammon with all fifteen checkers at the far end."),
    "russian-draughts": _("Men capture backwards, and a king flies the whole diagonal."),
    "giveaway": _("Russian draughts in reverse: get rid of your pieces to win."),
    "english-draughts": _("Men capture forwards only, and a king moves one square."),
    "draughts": _("A hundred squares, and you must make the longest capture."),
    "brazilian-draughts": _("International draughts on sixty-four squares."),
    "pool-checkers": _("Black begins, and a man that captures goes on as a man."),
    "czech-draughts": _("A king that can capture must, and men capture forwards."),
    "thai-draughts": _("Eight men each, and kings that land right behind."),
    "spanish-draughts": _("Take the most pieces, and of these the most kings."),
    "portuguese-draughts": _("Spanish draughts under another name and number."),
    "italian-draughts": _("Men may not take kings, and four rules rank captures."),
    "turkish-draughts": _("Rows and columns, all squares, and captures leave at once."),
    "frisian-draughts": _("A hundred squares, and captures in eight directions."),
    "ugolki": _("No captures: step and jump your men across the board into the opposite house."),
    "chess": _("King, queen and all the rest, with the club's own draw rules."),
    "chess960": _("Fischer's chess: the pieces begin in one of 960 orders, drawn for each match."),
}
"""One line on what makes each game what it is."""

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "tabla": ("Table", "Tavli", "Sheshbesh", "Shesh besh", "Шеш-беш", "Шешбеш"),
    "tapa": ("Mahbusa", "Hapis", "Тапа"),
    "gulbara": ("Gul bara", "Gyulbara", "Gülbahar", "Гюлбара", "Гюлбахар", "Rosespring"),
    "chelebi": ("Çelebi", "Челеби"),
    "antitabla": ("Losing tabla",),
    "short-nardy": ("Narde", "Nardi", "Nard", "Short nardi", "Короткие нарды"),
    "long-nardy": (
        *("Narde", "Nardi", "Nard", "Long nardi", "Длинные нарды", "Дълги нарди"),
        *("Uzun nard", "Narde lungi", "გრძელი ნარდი", "Երկար նարդի"),
    ),
    "gulbar": ("Gul bar", "Гюльбар"),
    "crazy-gulbar": ("Crazy narde", "Сумасшедшие нарды"),
    "backgammon": ("Gammon", "Bekgemon", "Бэкгаммон"),
    "russian-draughts": ("Shashki", "Шашки", "Russian checkers"),
    "giveaway": ("Poddavki", "Поддавки", "Losing draughts", "Suicide checkers"),
    "english-draughts": ("Checkers", "American checkers", "Чекерс"),
    "draughts": ("International checkers", "Polish draughts", "Dammen", "Стоклеточные шашки"),
    "ugolki": ("Corners", "Halma", "Уголки"),
    "chess": ("Șah", "Shah", "Satranç"),
}
"""What players call games elsewhere: names by which they are searched, beside their titles."""
