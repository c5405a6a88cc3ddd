"""The pictures of links: their size, their letters, and how they are kept."""

import io
import re
from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import RequestFactory
from PIL import Image, ImageChops

from zaria.club.accounts.models import Member
from zaria.club.games.positions import SquaresPosition, TablesPosition
from zaria.club.link_pictures import cards, responses
from zaria.club.link_pictures.cards import HEIGHT, WIDTH, ClubMark, Face, PictureCard, Seat, digest, draw
from zaria.club.link_pictures.fonts import ELLIPSIS, SANS, SERIF, fit, font, lines
from zaria.club.profile.avatars import TEMPLATES, drawn
from zaria.live.rate_limits import Rates

NONE = (0,) * 26
ONE = tuple(int(point == 6) for point in range(26))
LETTERS = "abcXYZ абвЯ αβγΩώΐ ğıİşŞ ăâîșțȘȚ ½ – … · ’ « » é ß ь щ ё Ё"


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No picture is in memory, and nobody has requested any."""
    responses._pictures.clear()
    rates = Rates(3)
    monkeypatch.setattr(responses, "rates", lambda: rates)
    yield
    responses._pictures.clear()


def opened(png: bytes) -> Image.Image:
    """The picture in a file."""
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")


def position(**more: object) -> TablesPosition:
    """A board with one light checker on its 6-point."""
    return TablesPosition((ONE, NONE), ((), ()), (), 0)._replace(**more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "card",
    [
        PictureCard("Tabla", seats=(Seat(0, "A", "3", True), Seat(1, "B" * 60, "1")), position=position()),
        PictureCard(
            "Chess", "A very long title " * 9, "text " * 90, position=SquaresPosition("chess", "rK/.p/")
        ),
        PictureCard(
            "Member",
            "Name",
            facts=(("Tabla", "1500"),) * 4,
            face=Face(drawn(Member(username="N")), "#7b4f8a"),
        ),
    ],
)
def test_a_picture_has_the_size_that_messengers_want_and_is_light(card: PictureCard) -> None:
    png = draw(card)
    with Image.open(io.BytesIO(png)) as image:
        assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT)) == ("PNG", (1200, 630))
    assert len(png) < 45_000


def test_every_letter_of_the_six_languages_is_in_both_fonts() -> None:
    for face in (SERIF, SANS):
        used = font(face, 40)
        missing = bytes(used.getmask("\N{CJK UNIFIED IDEOGRAPH-4E00}"))
        catalogues = (settings.WEB / "locale").glob("*/LC_MESSAGES/django.po")
        written = {
            letter
            for path in catalogues
            for text in re.findall(r'^msgstr "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
            for letter in text
            if letter.isalpha()
        }
        assert len(written) > 150
        absent = {letter for letter in written | set(LETTERS) if bytes(used.getmask(letter)) == missing}
        assert absent - {" "} == set()


def test_a_checker_lies_where_its_side_counts() -> None:
    near, far = (opened(draw(PictureCard("", position=position(near=side)))) for side in (0, 1))
    unit = 690 / 150
    left, top = 1200 - 28 - 690, (630 - round(110 * unit)) // 2
    middle = 85.6 - 2.8
    x, below, above = round(left + middle * unit), round(top + 100.1 * unit), round(top + 9.9 * unit)
    assert near.getpixel((x, below)) != far.getpixel((x, below))
    assert sum(near.getpixel((x, below))) > 600  # type: ignore[arg-type]
    assert sum(far.getpixel((x, above))) > 600  # type: ignore[arg-type]
    mirrored = opened(draw(PictureCard("", position=position(mirrored=True))))
    mirrored_x = round(left + (150 - middle) * unit)
    assert sum(mirrored.getpixel((mirrored_x, below))) > 600  # type: ignore[arg-type]


def test_text_that_is_too_long_is_made_smaller_and_then_cut() -> None:
    text, used = fit("Bronze-Hussar", SANS, 40, 20, 200)
    assert (text, used.getlength(text) <= 200, 20 <= used.size < 40) == ("Bronze-Hussar", True, True)
    text, used = fit("Bronze-Hussar" * 9, SANS, 40, 20, 200)
    assert text.endswith(ELLIPSIS)
    assert used.getlength(text) <= 200
    assert lines("one two three four", font(SANS, 20), 90, 2)[1].endswith(ELLIPSIS)


def test_a_face_is_a_photo_or_a_drawing() -> None:
    photo = io.BytesIO()
    Image.new("RGB", (128, 128), "#33aa55").save(photo, "WEBP", quality=90)
    member = Member(username="Ştefan", colour="#7b4f8a")
    middles = {}
    for name, image in {"photo": photo.getvalue(), "letter": drawn(member)}.items():
        picture = opened(draw(PictureCard("", face=Face(image, "#7b4f8a"))))
        middles[name] = picture.crop((1050 - 95, 220, 1050 - 95 + 90, 410))
        assert picture.getpixel((1200 - 56 - 380 + 3, 315)) == pytest.approx((0xE0, 0xB2, 0x66), abs=4)
    assert middles["photo"].getpixel((45, 95)) == pytest.approx((0x33, 0xAA, 0x55), abs=8)
    darkest, brightest = middles["letter"].convert("L").getextrema()
    assert darkest < 120 < 250 < brightest, "a white letter on the colour"  # type: ignore[operator]
    for template in TEMPLATES:
        member.face = template
        colours = opened(draw(PictureCard("", face=Face(drawn(member), "#7b4f8a")))).crop(
            (830, 200, 1080, 430)
        )
        assert len(colours.getcolors(9999) or ()) > 20, template


def test_any_text_makes_a_picture() -> None:
    """Names come from people: what XML or the fonts lack does no harm."""
    for text in ("<b>&\"'", "a\0\x07\ufffe", "مرحبا", "\N{GRINNING FACE}", " ", ""):
        card = PictureCard(text, text, text, ((text, text),), (Seat(0, text, text), Seat(1, text)))
        assert opened(draw(card)).size == (WIDTH, HEIGHT)
        drawing = drawn(Member(username=text, colour="#123456"))
        assert opened(draw(card._replace(face=Face(drawing, "#123456")))).size == (WIDTH, HEIGHT)


def test_a_picture_is_drawn_once_and_has_a_strong_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_cards: list[PictureCard] = []

    def draw_nothing(card: PictureCard, club: ClubMark) -> bytes:
        drawn_cards.append(card)
        return b"png"

    monkeypatch.setattr(cards, "draw", draw_nothing)
    card = PictureCard("Tabla", position=position())

    async def three() -> list[str]:
        answers = []
        for tag in ("", "W/x", ""):
            request = RequestFactory().get("/x", headers={"If-None-Match": tag or '"other"'})
            answers.append((await responses.answer(request, card, lasting=True))["ETag"])
        request = RequestFactory().get("/x", headers={"If-None-Match": answers[0]})
        again = await responses.answer(request, card, lasting=True)
        assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", responses.LONG)
        return answers

    tags = async_to_sync(three)()
    assert len(set(tags)) == len(drawn_cards) == 1
    assert re.fullmatch(r'"[0-9a-f]{24}"', tags[0])
    assert digest(card) != digest(card._replace(position=position(near=1)))


def test_a_long_name_of_a_club_leaves_the_board_alone() -> None:
    card = PictureCard("Tabla", position=position())
    usual, long_named = (
        opened(draw(card, ClubMark(name))).convert("L").crop((474, 0, 1200, 600))
        for name in ("Zaria", "Ж" * 40)
    )
    difference = ImageChops.difference(usual, long_named)
    assert max(difference.tobytes()) < 30, "but for the colours of the palette"


async def test_visitors_who_request_too_many_pictures_get_none() -> None:
    async def ask(address: str) -> bool:
        return await responses.allowed(RequestFactory().get("/x", REMOTE_ADDR=address))

    assert [await ask("203.0.113.7") for _ in range(4)] == [True, True, True, False]
    assert await ask("203.0.113.8")
    assert all([await ask("127.0.0.1") for _ in range(9)])


def test_a_picture_is_refused_while_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "MOST_WAITING", 0)

    async def one() -> int:
        answer = await responses.answer(
            RequestFactory().get("/x"), PictureCard("x", face=Face(b"", "#000000")), lasting=False
        )
        return answer.status_code

    assert async_to_sync(one)() == 503
