"""Letters on a picture: two fonts with the Latin, Greek and Cyrillic letters of the site."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

Face = Literal["NotoSerif-Bold", "NotoSans-Regular"]

SERIF: Face = "NotoSerif-Bold"
SANS: Face = "NotoSans-Regular"
ELLIPSIS = "…"


@lru_cache(64)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size in pixels; not for several threads at once."""
    return ImageFont.truetype(Path(__file__).parent / "fonts" / f"{face}.ttf", size)


def fit(text: str, face: Face, size: int, least: int, width: float) -> tuple[str, ImageFont.FreeTypeFont]:
    """The text in the largest size that fits into `width` pixels; cut if even `least` is too wide."""
    for tried in range(size, least - 1, -2):
        used = font(face, tried)
        if used.getlength(text) <= width:
            return text, used
    used = font(face, least)
    while text and used.getlength(text + ELLIPSIS) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, used


def lines(text: str, used: ImageFont.FreeTypeFont, width: float, most: int) -> list[str]:
    """The text in at most so many lines of at most `width` pixels; the last one is cut."""
    wrapped: list[str] = []
    for word in text.split(" "):
        longer = f"{wrapped[-1]} {word}" if wrapped else word
        if wrapped and used.getlength(longer) <= width:
            wrapped[-1] = longer
        else:
            wrapped.append(word)
    if len(wrapped) > most:
        wrapped[most - 1] += ELLIPSIS
    return wrapped[:most]
