"""Small drawn boards beside the games' names, as SVG: decoration only, so no words and no rules.

A picture shows what a game is: its first position, in the wood of its family, and one sign. A page draws the
empty board once, and each picture refers to it.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from zaria import games
from zaria.club.games import squares_board, tables_board
from zaria.club.games.positions import SquaresPosition, TablesPosition, first_position


class Picture(NamedTuple):
    """The picture of a game.

    * skin: the board on which the site shows the game;
    * way: an arrow of `tables_board.WAYS`;
    * dice: a doublet, in a game that plays it in a way of its own;
    * cube: the value of a cube;
    * position: the text of a position that shows more than the first one does.
    """

    skin: str
    way: str = ""
    dice: tuple[int, ...] = ()
    cube: int = 0
    position: str = ""


PICTURES: Mapping[str, Picture] = {
    "tabla": Picture("walnut", "round"),
    "tapa": Picture("walnut", "round"),
    "gulbara": Picture("walnut", dice=(5, 5)),
    "chelebi": Picture("walnut", dice=(4, 4)),
    "indiyka": Picture("walnut", position="X=1:2,2:2,3:2,4:1,6:2,hand:6;O=1:2,2:2,3:1,5:2,6:2,hand:6"),
    "antitabla": Picture("walnut", "back"),
    "three-games": Picture("walnut"),
    "tabla-bg": Picture("walnut", "round"),
    "gulbahar": Picture("walnut", "both"),
    "tavla": Picture("walnut", dice=(6, 5)),
    "short-nardy": Picture("night", "round"),
    "long-nardy": Picture("night", "both"),
    "gulbar": Picture("night", dice=(6, 6)),
    "crazy-gulbar": Picture("night", dice=(3, 3)),
    "sport-nardy": Picture("night", dice=(4, 4)),
    "short-nardy-5s": Picture("sand", "round"),
    "long-nardy-5s": Picture("sand", "both"),
    "portes": Picture("burgundy", "round"),
    "plakoto": Picture("burgundy", "round"),
    "fevga": Picture("burgundy", "both"),
    "tavli": Picture("burgundy"),
    "moultezim": Picture("sand", "both", dice=(5, 5)),
    "backgammon": Picture("burgundy", "round", cube=64),
    "nackgammon": Picture("burgundy", "round"),
    "longgammon": Picture("burgundy", dice=(6, 1)),
    "hypergammon": Picture("burgundy", "round"),
    "russian-draughts": Picture("walnut"),
    "giveaway": Picture("sand"),
    "english-draughts": Picture("night"),
    "draughts": Picture("walnut"),
    "brazilian-draughts": Picture("sand", position="W:W20,21,25,26,28-32:B1-5,8,11-15"),
    "pool-checkers": Picture("night", position="B:W14,17,21,24-26,28-32:B1-5,7,8,10,19"),
    "czech-draughts": Picture("walnut", position="W:W18,21,22,25,28-32:B1-5,8-11,19"),
    "thai-draughts": Picture("burgundy"),
    "spanish-draughts": Picture("sand", position="W:W1-4,7-10,13:B21,24,25,27-29,31,32"),
    "portuguese-draughts": Picture("walnut", position="W:W1-4,6-8,10,12:B9,14,21,24-26,29-32"),
    "italian-draughts": Picture("night", position="W:W16,17,21-24,26-31:B1-3,6-10,12-15"),
    "turkish-draughts": Picture(
        "burgundy",
        position="W:Wh5,g4,a3,b3,c3,d3,e3,f3,g3,a2,b2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,a6,b6,c6,d6,e6,f6,h6",
    ),
    "frisian-draughts": Picture("sand", position="W:W33,36-41,43-50:B1-10,12,13,15,18-20,22,29"),
    "canadian-draughts": Picture("night", position="W:W44-46,50-72:B1-19,22-25,27,30,33,36,42"),
    "ugolki": Picture("sand"),
    "chess": Picture("night"),
    "chess960": Picture("sand", position="bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"),
}
"""The picture of each game; games that are played in turn show their boards together."""

_SMALLER = 0.64

_NOBODY = (0,) * 26
_GHOST = TablesPosition(
    checkers=(tuple({6: 5, 8: 3, 13: 4, 24: 2}.get(point, 0) for point in range(26)), _NOBODY),
    pins=((), ()),
    dice=(),
    turn=0,
)
"""A few checkers of one side, for a board that nobody plays on."""


def drawings(names: Collection[str]) -> SafeString:
    """Shapes to which the boards of these games refer; once in a page, before them."""
    return _drawings(tuple(names))


@lru_cache(256)
def _drawings(names: tuple[str, ...]) -> SafeString:
    boards = [first_position(games.get(name).rotation[0]) for name in names]
    squares = [board for board in boards if isinstance(board, SquaresPosition)]
    return format_html(
        '<svg class="sr" aria-hidden="true"><defs>{}{}</defs></svg>',
        tables_board.ground() if len(squares) < len(boards) else "",
        squares_board.shapes(squares),
    )


@cache
def board(game: str, skin: str = "") -> SafeString:
    """The picture of `game`, for a page with its `drawings`; it hides itself from screen readers.

    `skin`: another than the game's own.
    """
    parts, picture = games.get(game).rotation, PICTURES[game]
    if len(parts) > 1:
        fan = format_html_join("", "{}", ((part,) for part in _fan([part.id for part in parts])))
        return _tables(fan, picture.skin, "mini mini-fan")
    position, skin = first_position(parts[0], picture.position), skin or picture.skin
    if isinstance(position, SquaresPosition):
        return _squares(position, squares_board.men(position), skin)
    return _tables(_signed(picture, position), skin)


@cache
def blank_board(game: str) -> SafeString:
    """A board on which nothing stands, for a page with `drawings`; a script fills its group of men."""
    position, blank = first_position(games.get(game).rotation[0]), _men(SafeString())
    if isinstance(position, SquaresPosition):
        return _squares(position, blank, skin_of(game))
    return _tables(format_html('<use href="#mb"/>{}', blank), skin_of(game))


def position_board(game: str, position: TablesPosition | SquaresPosition, ways: str = "") -> SafeString:
    """A board with a position, for a page with `drawings`; a script may go on drawing in its group of men.

    `ways`: lines that lie on the men, as SVG that is safe.
    """
    if isinstance(position, SquaresPosition):
        men = format_html("{}{}", _men(squares_board.men(position)), ways)
        return _squares(position, men, skin_of(game))
    men = format_html("{}{}", _men(tables_board.men(position)), ways)
    return _tables(format_html('<use href="#mb"/>{}', men), skin_of(game))


def ghost_board() -> SafeString:
    """A board drawn in outline, where none is played on; for a page with `drawings`."""
    return format_html(
        '<svg class="mini ghost" viewBox="0 0 {} {}" aria-hidden="true"><use href="#mb"/>{}</svg>',
        tables_board.WIDTH, tables_board.HEIGHT, tables_board.men(_GHOST),
    )  # fmt: skip


def skin_of(game: str) -> str:
    """The board on which the site shows a game."""
    return PICTURES[game].skin


def _men(inside: SafeString) -> SafeString:
    return format_html('<g class="men">{}</g>', inside)


def _tables(inside: SafeString, skin: str, style: str = "mini") -> SafeString:
    return format_html(
        '<svg class="{}" data-skin="{}" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        style, skin, tables_board.WIDTH, tables_board.HEIGHT, inside,
    )  # fmt: skip


def _squares(position: SquaresPosition, pieces: SafeString, skin: str) -> SafeString:
    drawing = squares_board.drawing(position)
    return format_html(
        '<svg class="mini mini-sq" data-skin="{}" viewBox="{}" aria-hidden="true">{}{}</svg>',
        skin, " ".join(f"{number:.4g}" for number in drawing.box), drawing.board, pieces,
    )  # fmt: skip


def _signed(picture: Picture, position: TablesPosition) -> SafeString:
    """The board of a tables game with a position and the sign of the game."""
    cube = (picture.cube, None) if picture.cube else None
    return format_html(
        '<use href="#mb"/>{}{}',
        tables_board.way(picture.way) if picture.way else "",
        tables_board.men(position._replace(dice=picture.dice, cube=cube)),
    )


def _fan(parts: list[str]) -> Iterator[SafeString]:
    """Boards that lie on each other: the last from above on the right, the first below on the left."""
    for place, part in enumerate(reversed(parts)):
        position = first_position(games.get(part))
        assert isinstance(position, TablesPosition)
        right = tables_board.WIDTH * (1 - _SMALLER) * (1 - place / (len(parts) - 1))
        down = tables_board.HEIGHT * (1 - _SMALLER) * place / (len(parts) - 1)
        yield format_html(
            '<g data-skin="{}" transform="translate({} {})scale({})"><use href="#mb"/>{}</g>',
            skin_of(part), f"{right:g}", f"{down:g}", _SMALLER, tables_board.men(position),
        )  # fmt: skip
