"""Draws boards as bitmaps, from the shapes and the style sheets of the site.

Each shape is rendered once, as a stamp, and put wherever it stands. That is fast, and sockets do not wait:
the library that renders holds Python's lock.
"""

import io
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import Image

from zaria.club.games import pictures, tables_positions
from zaria.club.games.positions import Drawing, SvgShape
from zaria.club.link_pictures.style import style

_FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def board(drawing: Drawing, width: int, skin: str, checkers: str) -> Image.Image:
    """Return a board, `width` pixels wide, in the colours of a skin and a set of checkers."""
    unit = width / drawing.width
    picture = _ground(drawing._replace(parts=()), width, skin, checkers).copy()
    for part in drawing.parts:
        bitmap = stamp(part, drawing.shapes, unit, skin, checkers)
        x, y = round(part.x * unit - bitmap.width / 2), round(part.y * unit - bitmap.height / 2)
        picture.alpha_composite(bitmap, (max(0, x), max(0, y)))
    return picture


@lru_cache(256)
def _stamp(part: SvgShape, shapes: str, unit: float, skin: str, checkers: str) -> Image.Image:
    """A shape by itself, whatever its place is."""
    pixels = round(2 * part.reach * unit)
    edge = part.reach
    return render(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" '
        f'viewBox="-{edge} -{edge} {2 * edge} {2 * edge}"><style>{style(skin, checkers)}</style>'
        f"<defs>{shapes}</defs>{part.shape}</svg>"
    )


def stamp(part: SvgShape, shapes: str, unit: float, skin: str, checkers: str) -> Image.Image:
    """Return the bitmap of a part, `unit` pixels a unit; it is kept for the next one."""
    return _stamp(part._replace(x=0, y=0), shapes, unit, skin, checkers)


@lru_cache(6)
def _ground(drawing: Drawing, width: int, skin: str, checkers: str) -> Image.Image:
    """A board on which nothing lies."""
    height = round(width * drawing.height / drawing.width)
    return render(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {drawing.width} {drawing.height}"><style>{style(skin, checkers)}</style>'
        f"<defs>{drawing.shapes}</defs>{drawing.board}</svg>"
    )


def checker(side: int, pixels: int, skin: str, checkers: str) -> Image.Image:
    """Return a checker of a side, `pixels` wide."""
    part = tables_positions.checker(side, 0, 0)
    return stamp(part, pictures.ground(), pixels / (2 * part.reach), skin, checkers)


def render(svg: str) -> Image.Image:
    """Return what an SVG shows. Raises `ValueError` if it is none."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_FONTS)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        return image.convert("RGBA")
