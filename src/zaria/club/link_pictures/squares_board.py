"""A board of squares with any position on it, with the pieces of the small boards of the site."""

from typing import NamedTuple

from PIL import Image

from zaria.club.games.board_pictures import PIECES
from zaria.club.link_pictures.canvas import Canvas
from zaria.club.link_pictures.colours import SQUARES, parse_colour, skin
from zaria.club.link_pictures.outlines import polygon

FRAME = 0.36
"""Squares."""

LIGHT, DARK = ((244, 232, 207), (61, 44, 18)), ((25, 22, 20), (164, 152, 141))
"""Face and edge of a piece of either side."""


class SquaresPosition(NamedTuple):
    """The pieces on the board: a character a square and `/` between rows, as `BoardPosition.board` has it.

    `turned`: the last row is above.
    """

    game: str
    rows: str
    turned: bool = False


def board(position: SquaresPosition, look: str, edge: int) -> Image.Image:
    """The board in the colours of a skin, `edge` pixels along each side."""
    size = position.rows.index("/")
    whole = size + 2 * FRAME
    colours = skin(look)
    canvas = Canvas(whole, whole, edge / whole, parse_colour("#1b1713"))
    canvas.rounded((0, 0, whole, whole), 0.3, colours["f1"])
    canvas.rounded((0.06, 0.06, whole - 0.06, whole - 0.06), 0.26, colours["f0"])
    canvas.rounded((0.12, 0.12, whole - 0.12, whole - 0.12), 0.22, colours["f1"])
    inner = FRAME - 0.05
    canvas.rounded((inner, inner, whole - inner, whole - inner), 0.04, colours["f2"])
    light, dark = (parse_colour(text) for text in SQUARES[look])
    for place in range(size * size):
        x, y = place % size, place // size
        colour = dark if (x + y) % 2 else light
        box = (FRAME + x, FRAME + y, FRAME + x + 1, FRAME + y + 1)
        canvas.rounded(box, 0, colour)
    letters = position.rows.replace("/", "")
    for place, letter in enumerate(reversed(letters) if position.turned else letters):
        if letter not in ". ":
            _piece(canvas, position.game, letter, place % size, place // size)
    return canvas.finished()


def _piece(canvas: Canvas, game: str, letter: str, x: int, y: int) -> None:
    if game not in ("chess", "ugolki"):
        side = int(letter.lower() == "b")
        canvas.checker(FRAME + x + 0.5, FRAME + y + 0.5, 0.41, side, letter.isupper())
        return
    light = letter == "w" or (game == "chess" and letter.isupper())
    face, edge = LIGHT if light else DARK
    outline = polygon(PIECES[letter.lower() if game == "chess" else "m"])
    corners = [(FRAME + x + a / 20, FRAME + y + b / 20) for a, b in outline]
    canvas.polygon(corners, face, edge)
