"""The brand of a club: its colours can be read, its logo is drawn anew, and the owner wins over variables."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core import mail
from django.db import OperationalError, connection
from django.forms import ChoiceField
from django.test import Client, RequestFactory, override_settings
from django.utils import translation
from PIL import Image

from tests.support.club.logos import SVG, png
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.link_pictures.cards import ClubMark, PictureCard, digest, draw
from zaria.club.lobby import manifest, well_known
from zaria.club.play.game_groups import first_tiles, further_html, game_groups, tiles_html
from zaria.club.play.last_terms import first_game
from zaria.club.site import i18n
from zaria.club.site.brand import colours, environment, logo, state
from zaria.club.site.brand.colours import USUAL_ACCENTS, Accents
from zaria.club.site.brand.logo import LogoRefusedError, encode_logo
from zaria.club.site.brand.values import LONGEST_NAME, LONGEST_SHORT_NAME, Brand
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.site.mail import send, sender
from zaria.club.site.models import StoredBrand
from zaria.club.tournaments.roles import Rights
from zaria.club.tournaments.setup.forms import TournamentForm
from zaria.games.registry import GAMES

__all__ = ["plain_files"]

TOKENS = Path(site_settings.WEB) / "static/zaria/css/app/tokens.css"
GREEN = Accents("#1f5a4b", "#74b9a2")
LANGUAGES = ("en", "bg", "el")
BOMB = (
    "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]>"
    "<svg xmlns='http://www.w3.org/2000/svg'><desc>&b;</desc></svg>"
)


@pytest.fixture(autouse=True)
def _forget_brand(db: None) -> Iterator[None]:
    state.forget()
    yield
    StoredBrand.objects.all().delete()
    state.refresh()


def drawing(inside: str, more: str = "") -> bytes:
    """An SVG with these elements."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" {more}>{inside}</svg>'.encode()


def test_surfaces_are_those_of_the_style_sheet() -> None:
    tokens = dict(
        re.findall(r"--(\w+): light-dark\((#\w+, #\w+)\)", TOKENS.read_text(encoding="utf-8")),
    )
    pairs = [tokens[name].split(", ") for name in ("bg", "card", "well")]
    assert [light for light, _dark in pairs] == list(colours.LIGHT_SURFACES)
    assert [dark for _light, dark in pairs] == list(colours.DARK_SURFACES)
    assert tokens["accent"].split(", ") == list(USUAL_ACCENTS)


def test_contrast_is_that_of_the_standard() -> None:
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert colours.light_contrast(USUAL_ACCENTS.light) > colours.LEAST_CONTRAST
    assert colours.dark_contrast(USUAL_ACCENTS.dark) > colours.LEAST_CONTRAST
    assert colours.light_contrast(USUAL_ACCENTS.dark) < colours.LEAST_CONTRAST
    assert colours.dark_contrast(USUAL_ACCENTS.light) < colours.LEAST_CONTRAST
    assert colours.mixed("#ff0000", "#0000ff", 0.25) == "#4000bf"


@pytest.mark.parametrize(
    "file",
    [
        SVG,
        drawing("<path d='M0 0h9v9z'/>", "width='9e9' height='1'"),
        drawing("<path d='M0 0h9v9z'/>", "width='16px' height='16'").replace(b"viewBox", b"of"),
        png(),
        png(form="WEBP"),
        png((900, 300)),
    ],
    ids=lambda file: f"{len(file)} bytes",
)
def test_a_logo_becomes_a_square_png(file: bytes) -> None:
    stored = encode_logo(file)
    with Image.open(io.BytesIO(stored)) as picture:
        assert (picture.format, picture.size, picture.mode) == ("PNG", (512, 512), "RGBA")
    for name, (side, _share, has_ground) in (logo.ICONS | logo.MASKABLE).items():
        with Image.open(io.BytesIO(logo.icon(stored, name))) as picture:
            assert picture.size == (side, side)
            lowest, _highest = picture.getchannel("A").getextrema()
            assert not has_ground or lowest == 255, name
    assert encode_logo(stored) == stored


def test_nothing_else_of_a_file_is_stored() -> None:
    note = b"Taken at home"
    with Image.open(io.BytesIO(png())) as picture:
        out = io.BytesIO()
        exif = Image.Exif()
        exif[0x010E] = note.decode()
        picture.save(out, "PNG", exif=exif)
    assert note in out.getvalue()
    assert note not in encode_logo(out.getvalue())


@pytest.mark.parametrize(
    ("file", "code"),
    [
        (b"", "format"),
        (b"GIF89a", "format"),
        (b"<svg", "format"),
        (drawing("").replace(b"2000", b"1999"), "format"),
        (drawing("<path d='M0 0h9v9z'/>").replace(b"viewBox", b"of"), "format"),
        (drawing("", "width='0' height='-1'").replace(b"viewBox", b"of"), "format"),
        (drawing(""), "format"),
        (png()[:200], "format"),
        (b"x" * (logo.MOST_BYTES + 1), "size"),
        (drawing("<g/>" * 40_000), "size"),
        (drawing("<g/>" * 2_001), "drawing"),
        (drawing("<script>alert(1)</script>"), "drawing"),
        (drawing("<image href='/etc/passwd'/>"), "drawing"),
        (drawing("<text>A</text>"), "drawing"),
        (drawing("<use href='#a'/>"), "drawing"),
        (drawing("<style>@import 'x';</style>"), "drawing"),
        (drawing("<linearGradient href='file:///x'/>"), "drawing"),
        (BOMB.encode(), "drawing"),
    ],
    ids=lambda value: f"{len(value)} bytes" if isinstance(value, bytes) else value,
)
def test_other_files_are_refused(file: bytes, code: str) -> None:
    with pytest.raises(LogoRefusedError) as refused:
        encode_logo(file)
    assert refused.value.code == code


def test_a_picture_of_too_many_pixels_is_not_decoded() -> None:
    with pytest.raises(LogoRefusedError) as refused:
        encode_logo(png((9000, 10)))
    assert refused.value.code == "pixels"


def test_the_operator_sets_a_brand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_bytes(SVG)
    for name, value in {
        "NAME": "Табла клуб Варна",
        "SHORT_NAME": "Варна",
        "LOGO": str(tmp_path / "logo.svg"),
        "COLOURS": "#1F5A4B, #74b9a2",
        "LANGUAGE": "bg",
        "GAMES": "long-nardy, chess",
        "GREETING": "Добре дошли",
    }.items():
        monkeypatch.setenv(f"ZARIA_CLUB_{name}", value)
    brand = environment.deployed(LANGUAGES)
    assert brand.logo == encode_logo(SVG)
    assert (brand.name, brand.short_name, brand.accents) == ("Табла клуб Варна", "Варна", GREEN)
    assert (brand.language, brand.games) == ("bg", ("long-nardy", "chess"))
    assert brand.greeting == "Добре дошли"


def test_without_variables_a_club_is_as_every_other() -> None:
    assert environment.deployed(LANGUAGES) == Brand() == site_settings.BRAND


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("NAME", "x" * (LONGEST_NAME + 1), "at most 40 characters"),
        ("NAME", "Two\nlines", "one line"),
        ("NAME", "x" * (LONGEST_SHORT_NAME + 1), "set ZARIA_CLUB_SHORT_NAME"),
        ("SHORT_NAME", "x" * (LONGEST_SHORT_NAME + 1), "at most 12 characters"),
        ("COLOURS", "#123456", "must name two colours"),
        ("COLOURS", "green,#74b9a2", "must name two colours"),
        ("COLOURS", "#e0b266,#e0b266", "#e0b266 has a contrast of 1.5 with light pages"),
        ("COLOURS", "#1f5a4b,#1f5a4b", "with dark pages, and needs 4.5"),
        ("LANGUAGE", "fr", "one of en, bg, el"),
        ("GAMES", "tabla poker", "there is no game 'poker'"),
        ("GAMES", "tabla tapa gulbara chess ugolki chelebi indiyka", "at most 6 games"),
        ("LOGO", "/nowhere/logo.png", "No such file"),
        ("LOGO", str(TOKENS), "no PNG, WebP or SVG"),
        ("GREETING", "x" * 201, "at most 200 characters"),
    ],
)
def test_wrong_variables_are_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(f"ZARIA_CLUB_{name}", value)
    with pytest.raises(ConfigurationError, match=re.escape(reason)) as refused:
        environment.deployed(LANGUAGES)
    assert f"ZARIA_CLUB_{name}" in str(refused.value)


def test_the_operator_names_the_games_that_pages_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_GAMES", "tapa, chess")
    assert environment.deployed(LANGUAGES).offered == ("tapa", "chess")
    monkeypatch.setenv("ZARIA_GAMES", "tapa, poker")
    with pytest.raises(ConfigurationError, match="ZARIA_GAMES: there is no game 'poker'"):
        environment.deployed(LANGUAGES)


def test_the_owner_wins_over_the_operator(db: None) -> None:
    deployed = Brand(name="Varna", short_name="Varna", accents=GREEN, greetings={"": "Hello"})
    StoredBrand.objects.create(pk=1, short_name="V", greetings={"bg": "Здравейте"}, games=["chess"])
    assert state.is_stale()
    with override_settings(BRAND=deployed):
        state.refresh()
    brand = state.current()
    assert not state.is_stale()
    assert (brand.name, brand.short_name, brand.accents, brand.games) == ("Varna", "V", GREEN, ("chess",))
    with translation.override("bg"):
        assert brand.greeting == "Здравейте"
    with translation.override("el"):
        assert brand.greeting == "Hello"


def test_a_club_keeps_its_brand_while_the_database_is_away(db: None) -> None:
    StoredBrand.objects.create(pk=1, name="Varna")
    state.refresh()
    state.forget()

    def fail(*arguments: object) -> None:
        raise OperationalError("away")

    with connection.execute_wrapper(fail):
        state.refresh()
    assert state.current().name == "Varna"
    assert not state.is_stale(), "the next pages do not wait for the database again"


def test_a_visitor_without_a_language_reads_that_of_the_club(db: None) -> None:
    StoredBrand.objects.create(pk=1, language="el")
    state.refresh()
    assert i18n.of_headers("", "") == i18n.of_headers("", "fr,*;q=0.5") == "el"
    assert i18n.of_headers("", "tr") == "tr"
    assert i18n.of_headers("zaria_language=ru", "tr") == "ru"


def _board_of_club() -> str | None:
    """The board beside the text about the club."""
    board = re.search(
        r'<div class="text-board"[^>]*>\s*(<svg.*?</svg>)', html_of(Client().get("/about")), re.DOTALL
    )
    return board and board[1]


def test_first_games_lead_everywhere(db: None, plain_files: None) -> None:
    assert first_game() == "tabla"
    usual_board = _board_of_club()
    assert usual_board is not None
    assert "text-board" not in html_of(Client().get("/terms"))
    StoredBrand.objects.create(pk=1, games=["chess", "short-nardy"])
    state.refresh()
    assert first_game() == "chess"
    assert _board_of_club() not in (None, usual_board)
    groups = game_groups()
    assert [group.id for group in groups[:2]] == ["squares", "nardy"]
    assert groups[0].tiles[0].game == "chess"
    assert groups[1].tiles[0].game == "short-nardy"
    first = first_tiles()
    shown = tiles_html("en", first, ()) + further_html("en", first, state.current().games, ())
    tiles = re.findall(r'name="game" value="([\w-]+)"', shown)
    assert tiles[:3] == ["chess", "short-nardy", "tabla"]
    assert len(tiles) == len(set(tiles)) == len(GAMES)


def test_pages_offer_the_games_of_the_club(db: None) -> None:
    with override_settings(BRAND=Brand(games=("chess", "tapa"), offered=("long-nardy", "tapa"))):
        state.refresh()
        brand = state.current()
        assert brand.first_games == ("tapa",)
        assert first_game() == "tapa"
        groups = {group.id: [tile.game for tile in group.tiles] for group in game_groups()}
        assert groups == {"evening": ["tapa"], "nardy": ["long-nardy"]}
        tiles = tiles_html("en", first_tiles(), brand.offered)
        assert re.findall(r'name="game" value="([\w-]+)"', tiles) == ["tapa", "long-nardy"]
        form = TournamentForm(Rights())
        assert [game for _, games in _groups(form) for game, _ in games] == ["tapa", "long-nardy"]
        copied = TournamentForm(Rights(), initial={"game": "chess"})
        assert "chess" in [game for _, games in _groups(copied) for game, _ in games]


def _groups(form: TournamentForm) -> Any:
    field = form.fields["game"]
    assert isinstance(field, ChoiceField)
    return field.choices


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Zaria", "Zaria <zaria@localhost>"),
        ("Клуб Варна", '"Клуб Варна" <zaria@localhost>'),
        ('The "A" club, Varna', '"The \\"A\\" club, Varna" <zaria@localhost>'),
    ],
)
@override_settings(DEFAULT_FROM_EMAIL="Zaria <zaria@localhost>")
def test_mails_are_from_the_club(db: None, name: str, expected: str) -> None:
    StoredBrand.objects.create(pk=1, name=name)
    state.refresh()
    assert sender() == expected
    assert send("ann@example.org", "Hello", "Text", "<p>Text</p>")
    assert mail.outbox[-1].from_email == expected
    assert "zaria@localhost" in mail.outbox[-1].message()["From"]


def test_the_manifest_and_the_icon_are_the_clubs(db: None, plain_files: None) -> None:
    request = RequestFactory().get("/")
    assert well_known.club_logo(request, "96").status_code == 404
    stored = encode_logo(SVG)
    StoredBrand.objects.create(pk=1, name="Tabla Varna", short_name="Varna", logo=stored)
    state.refresh()
    answer = manifest.manifest(request).content.decode()
    assert '"name": "Tabla Varna", "short_name": "Varna"' in answer
    assert answer.count("/club/logo-") == 4
    assert well_known.icon(request)["Content-Type"] == "image/png"
    version = state.current().logo_version
    lasting = well_known.club_logo(RequestFactory().get("/", {"v": version}), "maskable-512")
    assert "immutable" in lasting["Cache-Control"]
    assert well_known.club_logo(RequestFactory().get("/", {"v": "old"}), "96")["Cache-Control"] == "no-cache"
    assert well_known.club_logo(request, "97").status_code == 404


def test_pictures_of_links_show_the_club() -> None:
    card = PictureCard("Tabla", "Ann – Bob")
    clubs = [ClubMark(), ClubMark("Varna"), ClubMark(logo=encode_logo(SVG)), ClubMark(accent=GREEN.dark)]
    assert len({digest(card, club) for club in clubs}) == len(clubs)
    assert len({draw(card, club) for club in clubs}) == len(clubs)
    assert digest(card) == digest(card, ClubMark())
