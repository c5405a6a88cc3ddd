"""The picture of a link: words on the left, a board or a face on the right, 1200 by 630 pixels."""

import io
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from PIL import Image, ImageDraw

from zaria.club.games import squares_board, tables_board
from zaria.club.games.positions import SquaresPosition, TablesPosition
from zaria.club.link_pictures import rendering
from zaria.club.link_pictures.fonts import SANS, SERIF, fit, font, lines
from zaria.club.link_pictures.style import USUAL_CHECKERS, tokens
from zaria.club.site.brand import state
from zaria.club.site.brand.values import USUAL_NAME
from zaria.club.site.front_end.icon import ICON

WIDTH, HEIGHT = 1200, 630
VERSION = 4
"""Of the drawing: a greater one gives every picture another tag."""

_EDGE = 56
_BOARD_WIDTH, _SQUARE = 690, 518
_FACE, _RING = 380, 6
_DISC = 34
_ICON, _TOP = 46, 48
_COLOURS, _COMPRESSION = 128, 8
"""The last step of compression would save another 1–2 % and take half as long again as all the rest."""

_CLUB = tokens("walnut")
INK, SOFT, ACCENT, BACKGROUND, LINE = (_CLUB[name] for name in ("ink", "soft", "accent", "bg", "line"))
"""Colours of the site's dark look."""


class ClubMark(NamedTuple):
    """The club as a picture shows it: its name, its logo (a PNG) if it has one, and its colour."""

    name: str = USUAL_NAME
    logo: bytes = b""
    accent: str = ACCENT


ZARIA = ClubMark()
"""The mark of a club without a brand of its own."""


def club_mark() -> ClubMark:
    """The mark of this club."""
    brand = state.current()
    return ClubMark(brand.name, brand.logo, brand.accents.dark if brand.accents else ACCENT)


class Seat(NamedTuple):
    """A player as a picture names them; `score` is "" where there is none."""

    side: int
    name: str
    score: str = ""
    won: bool = False


class Face(NamedTuple):
    """A member's picture, WebP or SVG, on their colour."""

    image: bytes
    colour: str


class PictureCard(NamedTuple):
    """All that a picture shows.

    `kicker` stands above the title, `text` below it, in up to four lines, and `facts` below that, one a
    line. A card has a position or a face. The board and what lies on it are in the colours of `skin` and
    `checkers`, of the site or its shop.
    """

    kicker: str
    title: str = ""
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    seats: tuple[Seat, ...] = ()
    position: TablesPosition | SquaresPosition | None = None
    face: Face | None = None
    skin: str = "walnut"
    checkers: str = USUAL_CHECKERS


def digest(card: PictureCard, club: ClubMark = ZARIA) -> bytes:
    """A digest that two pictures share if they are the same."""
    kind = type(card.position).__name__
    return msgspec.json.encode((VERSION, kind, card, *(() if club == ZARIA else (club,))))


def draw(card: PictureCard, club: ClubMark = ZARIA) -> bytes:
    """The picture as a PNG; takes a fortieth of a second, and is not for several threads at once."""
    image = _background(club).copy()
    room = WIDTH - _FACE - 3 * _EDGE
    if card.position is not None:
        picture = _board(card.position, card.skin, card.checkers)
        at = WIDTH - _EDGE // 2 - picture.width, (HEIGHT - picture.height) // 2
        image.paste(picture, at, picture)
        room = at[0] - _EDGE - 36
    elif card.face is not None:
        picture = _face(card.face, club.accent)
        image.paste(picture, (WIDTH - _EDGE - _FACE, (HEIGHT - _FACE) // 2), picture)
    words = _Words(image, room, club.accent)
    words.name(club.name)
    words.write(card)
    out = io.BytesIO()
    reduced = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    reduced.save(out, "PNG", compress_level=_COMPRESSION)
    return out.getvalue()


@lru_cache(2)
def _background(club: ClubMark) -> Image.Image:
    """The picture without what it is about: the icon of the club, and a line along the foot."""
    icon = ICON.replace("<svg ", f'<svg x="{_EDGE}" y="{_TOP}" width="{_ICON}" height="{_ICON}" ')
    icon, foot = ("" if club.logo else icon), (_CLUB["f0"] if club.accent == ACCENT else club.accent)
    image = rendering.render(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{BACKGROUND}"/>'
        f'<rect y="{HEIGHT - 8}" width="{WIDTH}" height="8" fill="{foot}"/>{icon}</svg>'
    ).convert("RGB")
    if club.logo:
        with Image.open(io.BytesIO(club.logo), formats=("PNG",)) as logo:
            small = logo.convert("RGBA").resize((_ICON, _ICON), Image.Resampling.LANCZOS)
        image.paste(small, (_EDGE, _TOP), small)
    return image


def _board(position: TablesPosition | SquaresPosition, skin: str, checkers: str) -> Image.Image:
    if isinstance(position, SquaresPosition):
        return rendering.board(squares_board.drawing(position), _SQUARE, skin, checkers)
    return rendering.board(tables_board.drawing(position), _BOARD_WIDTH, skin, checkers)


def _face(face: Face, accent: str) -> Image.Image:
    """The face as a disc in a ring."""
    inner = _FACE - 2 * _RING
    picture = Image.new("RGBA", (inner, inner), face.colour)
    picture.alpha_composite(_face_image(face.image, inner))
    disc = _disc(_FACE, accent).copy()
    disc.paste(picture, (_RING, _RING), _disc(inner, accent))
    return disc


def _face_image(image: bytes, size: int) -> Image.Image:
    if image.startswith(b"<svg "):
        return rendering.render(image.decode().replace("<svg ", f'<svg width="{size}" height="{size}" ', 1))
    with Image.open(io.BytesIO(image), formats=("WEBP",)) as photo:
        return photo.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(4)
def _disc(size: int, accent: str) -> Image.Image:
    middle = size / 2
    return rendering.render(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
        f'<circle cx="{middle}" cy="{middle}" r="{middle}" fill="{accent}"/></svg>'
    )


class _Words:
    """Writes the words of a card from above to below."""

    def __init__(self, image: Image.Image, room: int, accent: str) -> None:
        self._accent = accent
        self._image = image
        self._pen = ImageDraw.Draw(image)
        self._room = room
        self._y = 152

    def name(self, name: str) -> None:
        """The name of the club beside its icon."""
        text, used = fit(name, SERIF, 34, 22, self._room - _ICON - 16)
        self._pen.text((_EDGE + _ICON + 16, _TOP + _ICON / 2), text, INK, used, "lm")

    def write(self, card: PictureCard) -> None:
        """All of them; they begin further down where there are few."""
        rows = bool(card.title) * 1.3 + len(card.seats) * 1.3 + len(card.facts) * 0.8 + bool(card.text)
        self._y += max(0, round((5 - rows) * 24))
        self._line(card.kicker, SANS, 28, 20, self._accent, 20)
        if card.title:
            self._paragraph(card.title, SERIF, 54, 34, INK, 2, 16)
        for seat in card.seats:
            self._seat(seat, card)
        if card.text:
            self._y += 6
            self._paragraph(card.text, SANS, 28, 24, SOFT, 4, 14)
        for name, value in card.facts:
            self._fact(name, value)

    def _line(self, text: str, face: Any, size: int, least: int, colour: str, after: int) -> None:
        text, used = fit(text, face, size, least, self._room)
        self._pen.text((_EDGE, self._y), text, colour, used, "lt")
        self._y += round(used.size) + after

    def _paragraph(
        self, text: str, face: Any, size: int, least: int, colour: str, most: int, after: int
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

    def _seat(self, seat: Seat, card: PictureCard) -> None:
        middle = self._y + 26
        disc = rendering.checker(seat.side, _DISC, card.skin, card.checkers)
        self._image.paste(disc, (_EDGE - 2, middle - _DISC // 2), disc)
        score, numbers = fit(seat.score, SERIF, 46, 30, self._room / 3)
        width = numbers.getlength(score) + 18 if score else 0
        name, used = fit(seat.name, SERIF, 40, 24, self._room - 46 - width)
        colour = self._accent if seat.won else INK
        self._pen.text((_EDGE + 46, middle), name, colour, used, "lm")
        if score:
            self._pen.text((_EDGE + self._room, middle), score, colour, numbers, "rm")
        self._y += 68

    def _fact(self, name: str, value: str) -> None:
        shown, numbers = fit(value, SERIF, 34, 22, self._room / 2)
        text, used = fit(name, SANS, 28, 20, self._room - numbers.getlength(shown) - 20)
        self._pen.text((_EDGE, self._y + 20), text, SOFT, used, "lm")
        self._pen.text((_EDGE + self._room, self._y + 20), shown, INK, numbers, "rm")
        self._pen.line((_EDGE, self._y + 46, _EDGE + self._room, self._y + 46), LINE, 1)
        self._y += 54
