"""Logos that owners upload."""

import io

from PIL import Image, ImageDraw

SVG = b"""<?xml version="1.0" encoding="UTF-8"?>
<!-- by a drawing program -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<style>.a{fill:#1f5a4b}</style>
<defs><linearGradient id="g"><stop stop-color="#74b9a2"/>
<stop offset="1" stop-color="#1f5a4b"/></linearGradient></defs>
<circle cx="32" cy="32" r="30" fill="url(#g)"/><path class="a" d="M20 44 32 16l12 28z"/></svg>
"""


def png(size: tuple[int, int] = (300, 300), form: str = "PNG") -> bytes:
    """A disc on nothing."""
    picture = Image.new("RGBA", size)
    ImageDraw.Draw(picture).ellipse((0, 0, size[0] - 1, size[1] - 1), fill="#1f5a4b")
    out = io.BytesIO()
    picture.save(out, form)
    return out.getvalue()
