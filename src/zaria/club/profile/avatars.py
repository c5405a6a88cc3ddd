"""Faces: what stands for a member at tables and in lists.

`Member.face` is "" (the first letter of the login on the arms), the name of one of `TEMPLATES` (a head of our
own drawing on the arms), or the key of an uploaded picture. An uploaded file is never kept: it is
looked at before it is decoded, decoded once, and drawn anew as a small square.
"""

import asyncio
import hashlib
import io
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.conf import settings
from django.utils.html import escape
from PIL import Image, ImageOps

from zaria.club.accounts.models import Member

TEMPLATES = (
    "fox", "owl", "bear", "cat", "lion", "wolf", "stork", "pasha", "lady", "elder", "die", "knight",
)  # fmt: skip
"""Files in `static/zaria/faces`; `currentColor` in them becomes the arms."""

MOST_BYTES = 2 * 1024 * 1024
MOST_PIXELS = 16_000_000
LONGEST = 8_000
"""Limits of an upload: bytes, and pixels in all and along a side. 16 million decode into 64 MB."""

MOST_SCANS = 50
"""Passes over the picture in a JPEG; usual are ten. Each costs the file 31 bytes, and us 20 ms."""

SIZE = 128
"""Pixels along a side of what is kept."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_SCAN = b"\xff\xda\0"
_PAINTER = ThreadPoolExecutor(1, "faces")
"""One picture at a time, in a thread that nothing else waits for: so much memory and no more."""


class AvatarRefusedError(ValueError):
    """A file that does not become a face; `code` is "size", "pixels", "format" or "often"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def encoded(data: bytes) -> bytes:
    """Encode a picture again, when a thread is free."""
    return await asyncio.get_running_loop().run_in_executor(_PAINTER, encode_again, data)


def encode_again(data: bytes) -> bytes:
    """The picture in `data` as a square WebP of `SIZE` pixels, with nothing else in it.

    Raises `AvatarRefusedError`. Takes up to a second of a processor: not for the event loop.
    """
    if len(data) > MOST_BYTES:
        raise AvatarRefusedError("size")
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            # so far only the head of the file was read
            if picture.width * picture.height > MOST_PIXELS or max(picture.size) > LONGEST:
                raise AvatarRefusedError("pixels")
            if picture.format in ("JPEG", "MPO") and data.count(_SCAN) > MOST_SCANS:
                raise AvatarRefusedError("format")
            return _square(picture)
    except AvatarRefusedError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise AvatarRefusedError("pixels") from error
    except Exception as error:  # decoders fail in many ways on what is no picture
        raise AvatarRefusedError("format") from error


def _square(picture: Image.Image) -> bytes:
    picture.draft("RGB", (2 * SIZE, 2 * SIZE))
    upright = ImageOps.exif_transpose(picture)
    clear = upright.has_transparency_data
    drawn = ImageOps.fit(upright.convert("RGBA" if clear else "RGB"), (SIZE, SIZE), Image.Resampling.LANCZOS)
    cropped = Image.new(drawn.mode, drawn.size)  # a fresh picture knows nothing of the file
    cropped.paste(drawn)
    out = io.BytesIO()
    cropped.save(out, "WEBP", quality=82, method=4)
    return out.getvalue()


def version(member: Member) -> str:
    """Version of the picture in `Player.face`."""
    return member.face_version


def drawn(member: Member) -> bytes:
    """The drawing, or the letter, as SVG."""
    if member.face in TEMPLATES:
        return template(member.face).replace("<svg ", f'<svg color="{colour(member)}" ', 1).encode()
    letter = escape(member.username[:1])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<path fill="{colour(member)}" d="M0 0h100v100H0z"/><text x="50" y="52" fill="#fff" font-size="46" '
        'font-weight="700" font-family="Palatino,Noto Serif,Georgia,serif" text-anchor="middle" '
        f'dominant-baseline="central">{letter}</text></svg>'
    ).encode()


@cache
def template(name: str) -> str:
    """The drawing of one of `TEMPLATES`."""
    return (settings.WEB / "static/zaria/faces" / f"{name}.svg").read_text(encoding="utf-8").strip()


def tag(content: bytes) -> str:
    """An ETag for what is served."""
    return f'"{hashlib.blake2b(content, digest_size=9).hexdigest()}"'


def colour(member: Member) -> str:
    """The colour of a member's arms as `#rrggbb`."""
    digits = member.colour.removeprefix("#")
    return f"#{digits}" if digits.isalnum() and len(digits) == 6 else "#5d554e"
