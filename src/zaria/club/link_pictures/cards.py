"""The picture of a link: words on the left, a board or a face on the right, 1200 by 630 pixels."""

import io
from functools import cache
from typing import Any, NamedTuple

import msgspec
from PIL import Image, ImageDraw

from zaria.club.link_pictures import squares_board, tables_board
from zaria.club.link_pictures.canvas import Canvas
from zaria.club.link_pictures.colours import DARK, Colour, parse_colour
from zaria.club.link_pictures.fonts import SANS, SERIF, fit, font, lines
from zaria.club.link_pictures.squares_board import SquaresPosition
from zaria.club.link_pictures.tables_board import TablesPosition

WIDTH, HEIGHT = 1200, 630
VERSION = 1
"""Of the drawing: a greater one gives every picture another tag."""

_EDGE = 56
_BOARD_WIDTH, _SQUARE = 690, 518
_FACE = 380

INK, MUTED, ACCENT, BACKGROUND, LINE = (
    parse_colour(DARK[name]) for name in ("ink", "muted", "accent", "background", "line")
)


class Seat(NamedTuple):
    """A player as a picture names them; `score` is "" where there is none."""

    side: int
    name: str
    score: str = ""
    won: bool = False


class Face(NamedTuple):
    """A member's picture: an image file, or else a letter on a colour."""

    letter: str
    colour: str
    image: bytes = b""


class Card(NamedTuple):
    """All that a picture shows.

    `kicker` stands above the title, `text` below it, in up to four lines, and `facts` below that, one a
    line. A card has a position or a face; the board is in the colours of `skin`.
    """

    kicker: str
    title: str = ""
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    seats: tuple[Seat, ...] = ()
    position: TablesPosition | SquaresPosition | None = None
    face: Face | None = None
    skin: str = "walnut"


def digest(card: Card) -> bytes:
    """A digest that two pictures share if they are the same."""
    kind = type(card.position).__name__
    return msgspec.json.encode((VERSION, kind, card))


def draw(card: Card) -> bytes:
    """The picture as a PNG; takes a tenth of a second, and is not for several threads at once."""
    image = _background().copy()
    pen = ImageDraw.Draw(image)
    if card.position is None:
        room = WIDTH - _FACE - 3 * _EDGE
        if card.face is not None:
            _paste_face(image, card.face)
    else:
        picture = _board(card.position, card.skin)
        at = WIDTH - _EDGE // 2 - picture.width, (HEIGHT - picture.height) // 2
        image.paste(picture, at)
        room = at[0] - _EDGE - 36
    _Words(pen, room).write(card)
    out = io.BytesIO()
    small = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _background() -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT, 1, BACKGROUND)
    canvas.rounded((0, HEIGHT - 8, WIDTH, HEIGHT), 0, parse_colour("#8a5a33"))
    x, y, size = _EDGE, 48, 46
    canvas.rounded((x, y, x + size, y + size), 10, parse_colour("#fbf3e0"), parse_colour("#a9762c"), 3)
    for place in (0.29, 0.5, 0.71):
        canvas.dot(x + size * place, y + size * place, 4.4, parse_colour("#2a2119"))
    image = canvas.finished()
    used = font(SERIF, 34)
    ImageDraw.Draw(image).text((x + size + 16, y + size / 2), "Zaria", INK, used, "lm")
    return image


def _board(position: TablesPosition | SquaresPosition, look: str) -> Image.Image:
    if isinstance(position, SquaresPosition):
        return squares_board.board(position, look, _SQUARE)
    return tables_board.board(position, look, _BOARD_WIDTH / tables_board.WIDTH)


def _paste_face(image: Image.Image, face: Face) -> None:
    size, colour = _FACE, parse_colour(face.colour)
    canvas = Canvas(size, size, 1, BACKGROUND)
    canvas.dot(size / 2, size / 2, size / 2, parse_colour(DARK["accent"]))
    canvas.dot(size / 2, size / 2, size / 2 - 6, colour)
    picture = canvas.finished()
    if face.image:
        inner = size - 12
        with Image.open(io.BytesIO(face.image), formats=("WEBP",)) as file:
            photo = file.convert("RGBA").resize((inner, inner), Image.Resampling.LANCZOS)
        ground = Image.new("RGBA", photo.size, (*colour, 255))
        ground.alpha_composite(photo)
        mask = Image.new("L", (inner * 2, inner * 2))
        ImageDraw.Draw(mask).circle((inner, inner), inner - 1, 255)
        picture.paste(ground.convert("RGB"), (6, 6), mask.resize((inner, inner), Image.Resampling.BOX))
    else:
        used = font(SERIF, 170)
        ImageDraw.Draw(picture).text((size / 2, size / 2), face.letter, (255, 255, 255), used, "mm")
    image.paste(picture, (WIDTH - _EDGE - size, (HEIGHT - size) // 2))


class _Words:
    """Writes the words of a card from above to below."""

    def __init__(self, pen: ImageDraw.ImageDraw, room: int) -> None:
        self._pen = pen
        self._room = room
        self._y = 152

    def write(self, card: Card) -> None:
        """All of them; they begin further down where there are few."""
        rows = bool(card.title) * 1.3 + len(card.seats) * 1.3 + len(card.facts) * 0.8 + bool(card.text)
        self._y += max(0, round((5 - rows) * 24))
        self._line(card.kicker, SANS, 28, 20, ACCENT, 20)
        if card.title:
            self._paragraph(card.title, SERIF, 54, 34, INK, 2, 16)
        for seat in card.seats:
            self._seat(seat)
        if card.text:
            self._y += 6
            self._paragraph(card.text, SANS, 28, 24, MUTED, 4, 14)
        for name, value in card.facts:
            self._fact(name, value)

    def _line(self, text: str, face: Any, size: int, least: int, colour: Colour, after: int) -> None:
        text, used = fit(text, face, size, least, self._room)
        self._pen.text((_EDGE, self._y), text, colour, used, "lt")
        self._y += round(used.size) + after

    def _paragraph(
        self, text: str, face: Any, size: int, least: int, colour: Colour, most: int, after: int
    ) -> None:
        """In the largest size in which each word fits and no line is left over."""
        used, wrapped = font(face, least), []
        for tried in range(size, least - 1, -2):
            used = font(face, tried)
            wrapped = lines(text, used, self._room, 99)
            if len(wrapped) <= most and all(used.getlength(line) <= self._room for line in wrapped):
                break
        for line in lines(text, used, self._room, most):
            shown, smaller = fit(line, face, round(used.size), least - 8, self._room)
            self._pen.text((_EDGE, self._y), shown, colour, smaller, "lt")
            self._y += round(used.size * 1.28)
        self._y += after

    def _seat(self, seat: Seat) -> None:
        middle = self._y + 26
        faces = (((244, 232, 207), (127, 100, 54)), ((55, 49, 45), (164, 152, 141)))
        face, edge = faces[seat.side]
        self._pen.circle((_EDGE + 15, middle), 15, face, edge, 3)
        score, numbers = fit(seat.score, SERIF, 46, 30, self._room / 3)
        width = numbers.getlength(score) + 18 if score else 0
        name, used = fit(seat.name, SERIF, 40, 24, self._room - 46 - width)
        colour = ACCENT if seat.won else INK
        self._pen.text((_EDGE + 46, middle), name, colour, used, "lm")
        if score:
            self._pen.text((_EDGE + self._room, middle), score, colour, numbers, "rm")
        self._y += 68

    def _fact(self, name: str, value: str) -> None:
        shown, numbers = fit(value, SERIF, 34, 22, self._room / 2)
        text, used = fit(name, SANS, 28, 20, self._room - numbers.getlength(shown) - 20)
        self._pen.text((_EDGE, self._y + 20), text, MUTED, used, "lm")
        self._pen.text((_EDGE + self._room, self._y + 20), shown, INK, numbers, "rm")
        self._pen.line((_EDGE, self._y + 46, _EDGE + self._room, self._y + 46), LINE, 1)
        self._y += 54
