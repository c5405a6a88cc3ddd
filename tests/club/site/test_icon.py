"""The icon is one drawing: in a page's head, as a file, and in the bitmaps of the installed app."""

import io
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.conf import settings as site_settings
from django.template.loader import render_to_string
from PIL import Image

from tests.support.club.uncollected_files import plain_files
from zaria.club.link_pictures.rendering import render
from zaria.club.site.front_end.icon import ICON

__all__ = ["plain_files"]

IMAGES = Path(site_settings.WEB) / "static/zaria/img"


@pytest.mark.usefixtures("plain_files")
def test_the_head_of_a_page_has_the_drawing_of_the_file() -> None:
    head = render_to_string("zaria/_icon.html", {"brand": None})
    address = re.search(r'href="data:image/svg\+xml,([^"]+)"', head)
    assert address is not None
    assert "".join(unquote(address[1]).split()) == "".join(ICON.replace('"', "'").split())


@pytest.mark.parametrize(("name", "size"), [("icon-192", 192), ("icon-512", 512)])
def test_a_bitmap_is_the_drawing_of_the_file(name: str, size: int) -> None:
    bitmap = Image.open(io.BytesIO((IMAGES / f"{name}.png").read_bytes())).convert("RGBA")
    drawn = render(ICON.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)).convert("RGBA")
    assert bitmap.size == drawn.size
    for x, y in ((0, 0), (size // 2, size // 2), (size // 2, size // 8), (size // 2, size // 32)):
        wanted, actual = drawn.getpixel((x, y)), bitmap.getpixel((x, y))
        assert isinstance(wanted, tuple)
        assert isinstance(actual, tuple)
        if wanted[3] == 0:
            assert actual[3] == 0
        else:
            assert all(abs(a - b) <= 12 for a, b in zip(actual, wanted, strict=True))
