"""Draws boards as bitmaps, from the shapes and the style sheets of the site."""

import io
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import resvg_py
from django.utils.safestring import SafeString
from PIL import Image

from zaria.club.games import tables_board
from zaria.club.games.positions import Drawing
from zaria.club.link_pictures.style import style

_FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]

_BANDS = 4
"""A board is rendered in as many calls: the library that renders holds Python's lock, and sockets wait."""


def board(drawing: Drawing, width: int, skin: str, checkers: str) -> Image.Image:
    """Return a board, `width` pixels wide, in the colours of a skin and a set of checkers."""
    picture = _ground(drawing._replace(men=SafeString()), width, skin, checkers).copy()
    picture.alpha_composite(_layer(drawing, drawing.men, width, skin, checkers))
    return picture


@lru_cache(6)
def _ground(drawing: Drawing, width: int, skin: str, checkers: str) -> Image.Image:
    """A board on which nothing lies."""
    return _layer(drawing, drawing.board, width, skin, checkers)


def _layer(drawing: Drawing, shown: str, width: int, skin: str, checkers: str) -> Image.Image:
    """A part of a drawing, on nothing."""
    left, top, across, down = drawing.box
    height = round(width * down / across)
    layer = Image.new("RGBA", (width, height))
    edges = [round(height * band / _BANDS) for band in range(_BANDS + 1)]
    for start, end in pairwise(edges):
        box = f"{left} {top + start * down / height} {across} {(end - start) * down / height}"
        band = render(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{end - start}" viewBox="{box}" '
            f'preserveAspectRatio="none"><style>{style(skin, checkers)}</style>'
            f"<defs>{drawing.shapes}</defs>{shown}</svg>"
        )
        layer.paste(band, (0, start))
    return layer


@lru_cache(64)
def checker(side: int, pixels: int, skin: str, checkers: str) -> Image.Image:
    """Return a checker of a side, `pixels` wide."""
    drawing = tables_board.checker(side)
    return _layer(drawing, drawing.men, pixels, skin, checkers)


def render(svg: str) -> Image.Image:
    """Return what an SVG shows. Raises `ValueError` if it is none."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_FONTS)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        return image.convert("RGBA")
