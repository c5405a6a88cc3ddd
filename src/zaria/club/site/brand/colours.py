"""The colours of a club: whether its accent can be read on every surface of both themes."""

import re
from typing import NamedTuple

LEAST_CONTRAST = 4.5
"""Contrast of a text with its ground by WCAG 2, level AA."""
LIGHT_SURFACES = ("#f6f0e5", "#fffdf8", "#ece2d1")
DARK_SURFACES = ("#14110e", "#211c17", "#1c1814")
"""The tokens `--bg`, `--card` and `--well` of each theme, on which the accent is written."""

_LIGHT_TINT, _DARK_TINT = 0.10, 0.14
"""Shares of the accent in the ground of a chosen thing; the other share is the card."""
_HEX = re.compile(r"#[0-9a-f]{6}")


class Accents(NamedTuple):
    """The accent of each theme, as `#rrggbb`."""

    light: str
    dark: str

    @property
    def style(self) -> str:
        """The tokens of the accent, as the style of a page."""
        light_tint = mixed(self.light, LIGHT_SURFACES[1], _LIGHT_TINT)
        dark_tint = mixed(self.dark, DARK_SURFACES[1], _DARK_TINT)
        return (
            f"--accent: light-dark({self.light}, {self.dark}); --tint: light-dark({light_tint}, {dark_tint})"
        )


USUAL_ACCENTS = Accents("#80500f", "#e0b266")
"""The token `--accent` of each theme, for a club without colours of its own."""


def is_colour(text: str) -> bool:
    """Return whether a text is a colour `#rrggbb` in small letters."""
    return _HEX.fullmatch(text) is not None


def light_contrast(colour: str) -> float:
    """Return the lowest contrast of a colour with the surfaces of light pages."""
    return _lowest(colour, (*LIGHT_SURFACES, mixed(colour, LIGHT_SURFACES[1], _LIGHT_TINT)))


def dark_contrast(colour: str) -> float:
    """Return the lowest contrast of a colour with the surfaces of dark pages."""
    return _lowest(colour, (*DARK_SURFACES, mixed(colour, DARK_SURFACES[1], _DARK_TINT)))


def mixed(colour: str, ground: str, share: float) -> str:
    """Return a colour mixed into a ground; `share` is that of the colour, from 0 to 1."""
    channels = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(share * top + (1 - share) * below):02x}" for top, below in channels)


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _lowest(colour: str, surfaces: tuple[str, ...]) -> float:
    return min(contrast(colour, surface) for surface in surfaces)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
