"""The logo of a club: a file that is looked at, decoded once and drawn anew as a square PNG.

A bitmap is PNG or WebP. An SVG is drawn from an allowed list of shapes: it cannot name a file, load anything,
run a script, or repeat its parts.
"""

import io
import math
from functools import lru_cache
from xml.etree import ElementTree

from PIL import Image

MOST_BYTES = 1024 * 1024
MOST_SVG_BYTES = 128 * 1024
MOST_PIXELS = 16_000_000
LONGEST = 8_000
"""Limits of a file: bytes, and pixels in all and along a side."""
SIZE = 512
"""Pixels along a side of the stored PNG."""
MOST_ELEMENTS = 2_000

_SVG = "{http://www.w3.org/2000/svg}"
_DRAWN = frozenset({
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs", "clipPath",
    "linearGradient", "radialGradient", "stop", "title", "desc", "metadata", "style",
})  # fmt: skip
"""Elements of an SVG that draw or describe. A text is none of them: its font may be missing here."""
_PAPER = "#f6f0e5"
"""The ground of icons that may not be transparent: the `--bg` of light pages."""
_MASK_SHARE = 0.56
"""Side of a logo in a maskable icon: platforms may cut off all outside of a circle of 0.8."""
ICONS = {"96": (96, 1.0, False), "180": (180, 0.86, True), "192": (192, 1.0, False), "512": (512, 1.0, False)}
"""Icons by name: the side in pixels, the share of it that the logo takes, and whether it has a ground."""
MASKABLE = {"maskable-192": (192, _MASK_SHARE, True), "maskable-512": (512, _MASK_SHARE, True)}


class LogoRefusedError(ValueError):
    """A file that does not become a logo; `code` is "size", "pixels", "format" or "drawing"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def encode_logo(data: bytes) -> bytes:
    """Return the logo as a square PNG of `SIZE` pixels, with nothing else of the file in it.

    Raises `LogoRefusedError`. Takes up to a second of a processor: not for the event loop.
    """
    if len(data) > MOST_BYTES:
        raise LogoRefusedError("size")
    picture = _drawn(data) if b"<svg" in data[:4096] else _decoded(data)
    if picture.getchannel("A").getbbox() is None:
        raise LogoRefusedError("format")
    return _png(_centred(picture, SIZE, 1.0, ground=False))


@lru_cache(16)
def icon(logo: bytes, name: str) -> bytes:
    """Return a stored logo as one of `ICONS` or `MASKABLE`, a PNG; raises `KeyError` for another name."""
    side, share, has_ground = (ICONS | MASKABLE)[name]
    with Image.open(io.BytesIO(logo), formats=("PNG",)) as picture:
        return _png(_centred(picture.convert("RGBA"), side, share, ground=has_ground))


def _decoded(data: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "WEBP")) as picture:
            # so far only the head of the file was read
            if picture.width * picture.height > MOST_PIXELS or max(picture.size) > LONGEST:
                raise LogoRefusedError("pixels")
            return picture.convert("RGBA")
    except LogoRefusedError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise LogoRefusedError("pixels") from error
    except Exception as error:  # decoders fail in many ways on what is no picture
        raise LogoRefusedError("format") from error


def _drawn(data: bytes) -> Image.Image:
    if len(data) > MOST_SVG_BYTES:
        raise LogoRefusedError("size")
    svg = _checked(data)
    import resvg_py  # only a club with a drawn logo needs it here

    try:
        png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
        with Image.open(io.BytesIO(png), formats=("PNG",)) as picture:
            return picture.convert("RGBA")
    except Exception as error:  # the library raises what its parser finds
        raise LogoRefusedError("format") from error


def _checked(data: bytes) -> str:
    """Return an SVG of `SIZE` pixels as text. Raises `LogoRefusedError` if it does more than draw shapes."""
    try:
        svg = data.decode("utf-8-sig")
        if "<!" in svg.replace("<!--", ""):  # a document type could name files and repeat its parts
            raise LogoRefusedError("drawing")
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError) as error:
        if isinstance(error, LogoRefusedError):
            raise
        raise LogoRefusedError("format") from error
    if root.tag != f"{_SVG}svg":
        raise LogoRefusedError("format")
    elements = list(root.iter())
    if len(elements) > MOST_ELEMENTS or not all(map(_is_harmless, elements)):
        raise LogoRefusedError("drawing")
    if "viewBox" not in root.attrib:
        root.set("viewBox", f"0 0 {_length(root, 'width')} {_length(root, 'height')}")
    root.attrib.pop("preserveAspectRatio", None)
    root.attrib.update(width=str(SIZE), height=str(SIZE))
    return ElementTree.tostring(root, encoding="unicode")


def _length(root: ElementTree.Element, name: str) -> float:
    try:
        length = float(root.get(name, "").removesuffix("px"))
    except ValueError as error:
        raise LogoRefusedError("format") from error
    if not 0 < length < math.inf:
        raise LogoRefusedError("format")
    return length


def _is_harmless(element: ElementTree.Element) -> bool:
    tag = str(element.tag)
    if tag.startswith(_SVG) and tag.removeprefix(_SVG) not in _DRAWN:
        return False
    if tag == f"{_SVG}style" and any(part in (element.text or "").lower() for part in ("@", "\\", "://")):
        return False
    return all(
        value.startswith("#")
        for name, value in element.attrib.items()
        if name.rpartition("}")[2].lower() == "href"
    )


def _centred(picture: Image.Image, side: int, share: float, *, ground: bool) -> Image.Image:
    """Return the whole picture in the middle of a square, no larger than `share` of its side."""
    room = side * share
    scale = room / max(picture.size)
    width, height = (max(1, round(length * scale)) for length in picture.size)
    resized = picture.resize((width, height), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (side, side), _PAPER if ground else (0, 0, 0, 0))
    square.alpha_composite(resized, ((side - width) // 2, (side - height) // 2))
    return square


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
