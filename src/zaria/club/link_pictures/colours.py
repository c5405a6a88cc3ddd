"""The colours of boards, as the style sheet of the site has them."""

import re
from collections.abc import Mapping
from functools import cache

from django.conf import settings

Colour = tuple[int, int, int]

_SKIN = re.compile(r"\[data-skin='([a-z]+)'\]\s*\{([^}]*)\}")
_VALUE = re.compile(r"--([a-z0-9]+):\s*#([0-9a-f]{6});")

DARK: Mapping[str, str] = {
    "background": "#1b1713",
    "line": "#3a3129",
    "ink": "#f1e8da",
    "muted": "#a99b88",
    "accent": "#dcaa5c",
}
"""The colours of the page around a board."""


def parse_colour(text: str) -> Colour:
    """The red, green and blue of `#rrggbb`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two; `share` 0 is the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


@cache
def skin(name: str) -> Mapping[str, Colour]:
    """The colours of a board by their names in the style sheet, such as `f0` for the frame."""
    sheet = (settings.WEB / "static/zaria/css/app/colours.css").read_text(encoding="utf-8")
    skins = {rule[1]: rule[2] for rule in _SKIN.finditer(sheet)}
    return {rule[1]: parse_colour(f"#{rule[2]}") for rule in _VALUE.finditer(skins[name])}


SQUARES: Mapping[str, tuple[str, str]] = {
    "walnut": ("#dfbf8a", "#754529"),
    "night": ("#8fb0cb", "#3a4e67"),
    "sand": ("#f3e6cb", "#b27551"),
}
"""The light and the dark squares of each skin, as `squares/colours.css` has them."""
