"""Pictures that members send: what becomes of good ones, and that bad ones do no harm."""

import io
import struct
import tracemalloc
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient
from PIL import Image

from tests.support.http_client import html_of
from zaria.club.accounts.models import Face, Member
from zaria.club.profile import avatars, views
from zaria.club.profile.avatars import AvatarRefusedError, encode_again
from zaria.live.rate_limits import Rates


def drawn(kind: str, size: tuple[int, int] = (300, 200), mode: str = "RGB", **more: object) -> bytes:
    """A file with the left half red and the right half blue."""
    picture = Image.new(mode, size, "blue" if mode != "L" else 40)
    picture.paste("red" if mode != "L" else 200, (0, 0, size[0] // 2, size[1]))
    out = io.BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    """A picture that was kept."""
    return Image.open(io.BytesIO(data))


def chunk(kind: bytes, body: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few hundred bytes that says it has so many pixels."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    body = zlib.compress(bytes(1000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def webp(side: int) -> bytes:
    """A WebP of a hundred bytes that says it is a square so large."""
    body = b"\x2f" + struct.pack("<I", (side - 1) | (side - 1) << 14) + bytes(60)
    chunks = b"WEBPVP8L" + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_a_small_square(kind: str) -> None:
    picture = opened(encode_again(drawn(kind)))
    assert (picture.format, picture.size) == ("WEBP", (avatars.SIZE, avatars.SIZE))
    left, right = (picture.convert("RGB").getpixel((x, 64)) for x in (20, 108))
    assert left[0] > 180 > 90 > left[2]  # type: ignore[index]
    assert right[2] > 180 > 90 > right[0]  # type: ignore[index]


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "1", "I;16"])
def test_every_kind_of_pixels_is_understood(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    out = io.BytesIO()
    Image.new(mode, (50, 60)).save(out, kind)
    assert opened(encode_again(out.getvalue())).size == (avatars.SIZE, avatars.SIZE)


def test_what_is_clear_stays_clear() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(out, "PNG")
    assert opened(encode_again(out.getvalue())).convert("RGBA").getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_it_stands_upright_and_nothing_else_of_the_file_is_kept() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned to the right
    exif[0x010F] = "a camera that tells where its owner lives"
    content = encode_again(drawn("JPEG", (200, 200), exif=exif, comment=b"<script>alert(1)</script>"))
    assert b"camera" not in content
    assert b"script" not in content
    picture = opened(content)
    assert not picture.getexif()
    assert set(picture.info) <= {"loop", "background", "timestamp", "duration"}
    top, bottom = (picture.convert("RGB").getpixel((64, y)) for y in (10, 118))
    assert top[0] > top[2]  # type: ignore[index]
    assert bottom[2] > bottom[0]  # type: ignore[index]


def test_only_the_first_picture_of_a_film_is_looked_at() -> None:
    out = io.BytesIO()
    films = [Image.new("RGB", (40, 40), colour) for colour in ("green", "red", "blue")]
    films[0].save(out, "WEBP", save_all=True, append_images=films[1:])
    picture = opened(encode_again(out.getvalue()))
    assert getattr(picture, "n_frames", 1) == 1


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bomb(60_000, 60_000), "pixels"),
        (bomb(12_000, 12_000), "pixels"),  # more than Pillow warns of
        (bomb(4_001, 4_001), "pixels"),
        (bomb(9_000, 10), "pixels"),
        (webp(16_383), "pixels"),
        (webp(4_001), "pixels"),
        (bytes(avatars.MOST_BYTES + 1), "size"),
        (b"", "format"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "format"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "format"),
        (drawn("JPEG")[:500], "format"),
        (drawn("GIF"), "format"),
        (drawn("BMP"), "format"),
        (drawn("TIFF"), "format"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "format"),
        (b"\0\0\1\0" + bytes(40), "format"),
    ],
    ids=(
        "huge more over long webp-huge webp-over heavy no svg broken cut gif bmp tiff eps icon".split()  # noqa: SIM905
    ),
)
def test_what_is_no_face_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(AvatarRefusedError) as refused:
        encode_again(data)
    assert refused.value.code == code


def test_a_bomb_is_not_decoded() -> None:
    tracemalloc.start()
    with pytest.raises(AvatarRefusedError):
        encode_again(bomb(30_000, 30_000))
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000


def test_text_that_unpacks_into_a_lot_is_refused_or_left() -> None:
    """A zTXt part of a PNG is compressed as well."""
    text = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10_000_000), 9))
    whole = drawn("PNG", (20, 20))
    with pytest.raises(AvatarRefusedError):
        encode_again(whole[:33] + text + whole[33:])


def test_a_picture_is_not_gone_over_without_end() -> None:
    """A part of a progressive JPEG may be said again and again; each time costs as much as the whole."""
    whole = drawn("JPEG", progressive=True)
    last = whole[whole.rindex(b"\xff\xda") : -2]
    assert encode_again(whole[:-2] + last * 20 + whole[-2:])
    with pytest.raises(AvatarRefusedError):
        encode_again(whole[:-2] + last * 50 + whole[-2:])


def test_a_file_of_two_kinds_loses_the_other() -> None:
    """A JPEG that is a page too, and one with an archive after it."""
    for more in (b"<html><script>alert(1)</script>", b"PK\3\4" + bytes(200)):
        content = encode_again(drawn("JPEG") + more)
        assert more[:10] not in content
        assert content.startswith(b"RIFF")
        assert content[8:12] == b"WEBP"


def sent(data: bytes, name: str = "me.png") -> SimpleUploadedFile:
    """A file as a form carries it."""
    return SimpleUploadedFile(name, data, "image/png")


async def test_an_upload_replaces_the_picture_before(browser: AsyncClient, marica: Member) -> None:
    for _ in range(2):
        answer = await browser.post("/me", {"picture": sent(drawn("PNG"), "../../etc/passwd.svg")})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/me?saved=1")
    await marica.arefresh_from_db()
    face = await Face.objects.aget(owner=marica)
    assert marica.face == face.key
    shown = await browser.get("/face/Marica")
    assert shown.content == bytes(face.image)
    assert shown.headers["Content-Type"] == "image/webp"


@pytest.mark.parametrize(
    "data",
    [bomb(50_000, 50_000), b"MZ" + bytes(50), bytes(avatars.MOST_BYTES + 1)],
    ids=["bomb", "program", "heavy"],
)
async def test_a_refused_upload_saves_nothing(browser: AsyncClient, marica: Member, data: bytes) -> None:
    answer = await browser.post("/me", {"picture": sent(data), "country": "RO"})
    assert answer.status_code == 422
    assert '<a href="#id_picture">Upload a picture</a>' in html_of(answer)
    assert 'class="wrong"' in html_of(answer)
    await marica.arefresh_from_db()
    assert (marica.face, marica.country) == ("", "BG")
    assert not await Face.objects.aexists()


async def test_pictures_are_not_sent_one_after_the_other(
    browser: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Rates(2)
    monkeypatch.setattr(views, "pictures", lambda: few)
    answers = [await browser.post("/me", {"picture": sent(drawn("PNG"))}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302] * 2 + [422]
    assert "wait a minute" in html_of(answers[-1])
    assert await Face.objects.acount() == 1


async def test_a_face_is_a_harmless_picture_that_browsers_keep(browser: AsyncClient, marica: Member) -> None:
    marica.face = "owl"
    await marica.asave()
    shown = await browser.get("/face/Marica")
    assert shown.headers["Content-Type"] == "image/svg+xml"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    assert "script-src" not in shown.headers["Content-Security-Policy"]
    assert shown.headers["Cache-Control"] == "public, max-age=60"
    assert b'color="#2f6f73"' in shown.content
    again = await browser.get("/face/marica", headers={"if-none-match": shown.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    answer = await browser.get(f"/face/Marica?v={marica.face_version}")
    assert "immutable" in answer.headers["Cache-Control"]
    old = await browser.get("/face/Marica?v=fox123456")
    assert "immutable" not in old.headers["Cache-Control"]


async def test_a_member_without_a_picture_has_a_letter(browser: AsyncClient) -> None:
    shown = await browser.get("/face/Marica")
    assert b">M</text>" in shown.content
    assert b"#2f6f73" in shown.content
    assert (await browser.get("/face/Nobody")).status_code == 404


@pytest.mark.parametrize("colour", ['#"><scrip', "red", "#12345", ""])
async def test_no_colour_breaks_out_of_the_drawing(marica: Member, colour: str) -> None:
    marica.colour = colour
    for face in ("", "fox"):
        marica.face = face
        assert b'"#5d554e"' in avatars.drawn(marica)


@pytest.mark.parametrize("name", avatars.TEMPLATES)
def test_templates_are_small_drawings_without_anything_that_runs(name: str) -> None:
    text = avatars.template(name)
    assert len(text) < 1500
    assert "currentColor" in text
    for word in ("<script", "href", "style", "onload", "<image", "foreignObject"):
        assert word not in text
