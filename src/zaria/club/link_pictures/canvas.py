"""A picture that is drawn larger and then reduced, so that edges are smooth."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from zaria.club.link_pictures.colours import Colour, mix
from zaria.club.link_pictures.fonts import SERIF, font

FINER = 2
"""Pixels that are drawn for one, along each side."""

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

FACES = (
    ((255, 253, 246), (244, 232, 207), (217, 193, 148), (127, 100, 54)),
    ((93, 85, 78), (55, 49, 45), (25, 22, 20), (164, 152, 141)),
)
"""A checker of each side: its brightest spot, face, shade and rim."""


class Canvas:
    """Draws in units of `unit` pixels."""

    def __init__(self, width: float, height: float, unit: float, background: Colour) -> None:
        """Begin with an empty picture of so many units."""
        self._size = round(width * unit), round(height * unit)
        self._unit = unit * FINER
        self._image = Image.new("RGB", (self._size[0] * FINER, self._size[1] * FINER), background)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        """The picture in its own size."""
        return self._image.resize(self._size, Image.Resampling.BOX)

    def rounded(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        fill: Colour,
        edge: Colour | None = None,
        width: float = 0.8,
    ) -> None:
        """A rectangle (left, top, right, bottom) with round corners."""
        x0, y0, x1, y1 = (value * self._unit for value in box)
        line = max(1, round(width * self._unit)) if edge else 0
        self._draw.rounded_rectangle((x0, y0, x1, y1), radius * self._unit, fill, edge, line)

    def polygon(
        self, corners: Sequence[tuple[float, float]], fill: Colour, edge: Colour | None = None
    ) -> None:
        """A filled outline."""
        points = [(x * self._unit, y * self._unit) for x, y in corners]
        self._draw.polygon(points, fill)
        if edge:
            self._draw.line([*points, points[0], points[1]], edge, max(1, round(0.045 * self._unit)), "curve")

    def dot(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A filled circle."""
        self._draw.circle((x * self._unit, y * self._unit), radius * self._unit, fill)

    def checker(self, x: float, y: float, radius: float, side: int, crowned: bool = False) -> None:
        """A checker of a side, with its shadow; one of draughts may be crowned."""
        pixels = round(2 * radius * self._unit)
        at = round(x * self._unit - pixels / 2), round(y * self._unit - pixels / 2)
        shadow = _shadow(pixels)
        self._image.paste(BLACK, (at[0] + pixels // 20, at[1] + pixels // 9), shadow)
        self._image.paste(_checker(pixels, side, crowned), at, _round(pixels))

    def die(self, x: float, y: float, size: float, value: int, side: int) -> None:
        """A die around a place."""
        face, dots = ((255, 250, 238), (42, 33, 25)) if not side else ((55, 49, 45), (241, 232, 218))
        edge = mix(face, BLACK if not side else WHITE, 0.35)
        half = size / 2
        self.rounded((x - half, y - half, x + half, y + half), size * 0.2, face, edge, size * 0.03)
        for at in _DOTS[value]:
            self.dot(x + size * 0.25 * (at % 3 - 1), y + size * 0.25 * (at // 3 - 1), size * 0.09, dots)

    def number(self, x: float, y: float, size: float, value: int) -> None:
        """The doubling cube around a place."""
        half = size / 2
        box = (x - half, y - half, x + half, y + half)
        self.rounded(box, size * 0.18, (255, 250, 238), (168, 150, 118), size * 0.04)
        used = font(SERIF, round(size * (0.62 if value < 100 else 0.44) * self._unit))
        self._draw.text((x * self._unit, y * self._unit), str(value), (42, 33, 25), used, "mm")


_DOTS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""The dots of a die's faces, on a grid of nine."""


@lru_cache(32)
def _checker(pixels: int, side: int, crowned: bool) -> Image.Image:
    bright, face, shade, rim = FACES[side]
    image = Image.new("RGB", (pixels, pixels), rim)
    draw = ImageDraw.Draw(image)
    middle, radius = pixels / 2, pixels / 2
    draw.circle((middle, middle), radius * 0.94, shade)
    rings = 24
    for ring in range(rings):
        share = ring / (rings - 1)
        light = middle - radius * 0.24 * share, middle - radius * 0.4 * share
        colour = mix(shade, face, min(1.0, share * 2)) if share < 0.5 else mix(face, bright, share * 2 - 1)
        draw.circle(light, radius * 0.9 * (1 - share), colour)
    width = max(1, round(radius * 0.05))
    groove = (216, 160, 48) if crowned else mix(face, BLACK if not side else WHITE, 0.16)
    for part in (0.66, 0.5) if crowned else (0.66,):
        draw.circle((middle, middle), radius * part, None, groove, width * (2 if crowned else 1))
    return image


@lru_cache(32)
def _round(pixels: int) -> Image.Image:
    """Mask of a disc."""
    mask = Image.new("L", (pixels * 2, pixels * 2))
    ImageDraw.Draw(mask).circle((pixels, pixels), pixels - 1, 255)
    return mask.resize((pixels, pixels), Image.Resampling.BOX)


@lru_cache(32)
def _shadow(pixels: int) -> Image.Image:
    return _round(pixels).point(lambda value: value * 0.34)
