"""The page of the club: an owner brands it, everybody else stays outside, what is wrong changes nothing."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

import zaria.club.urls  # noqa: F401  the site knows its models once the addresses are read
from tests.club.staff.conftest import People, SignIn
from tests.support.club.logos import SVG, png
from tests.support.http_client import html_of
from zaria.club.play.game_groups import first_tiles, tiles_html
from zaria.club.server.catalogues import compile_stale
from zaria.club.site.brand import state
from zaria.club.site.brand.colours import USUAL_ACCENTS, Accents
from zaria.club.site.models import StoredBrand
from zaria.club.staff.models import Act, ActKind

PATH = "/staff/club/"
FIELDS = {
    "name": "Табла клуб Варна",
    "short_name": "Варна",
    "light_accent": "#1F5A4B",
    "dark_accent": "#74b9a2",
    "language": "bg",
    "game_1": "long-nardy",
    "game_2": "chess",
    "greeting_bg": "Добре дошли във Варна!",
    "greeting_en": "Welcome to Varna!",
    "reason": "Our club has a name",
}


@pytest.fixture(autouse=True)
def _forget_brand(db: None) -> Iterator[None]:
    state.forget()
    yield
    StoredBrand.objects.all().delete()
    state.refresh()


def post(client: Client, logo: bytes | None = None, **changed: str | list[str]) -> HttpResponse:
    """Send the form; a commit is not waited for in a test, so the next page reads the brand again."""
    fields = {**FIELDS, **changed}
    file = {} if logo is None else {"logo": SimpleUploadedFile("logo", logo)}
    answer = client.post(PATH, {**fields, **file})
    state.forget()
    assert isinstance(answer, HttpResponse)
    return answer


def test_an_owner_brands_the_club(people: People, sign_in: SignIn) -> None:
    owner, guest = sign_in(people["owner"]), Client()
    assert owner.get("/staff/").content.decode().count(f'href="{PATH}"') == 1
    assert post(owner, SVG).status_code == 302
    state.refresh()
    brand = state.current()
    assert (brand.name, brand.short_name, brand.games) == (
        "Табла клуб Варна",
        "Варна",
        ("long-nardy", "chess"),
    )
    assert brand.accents == Accents("#1f5a4b", "#74b9a2")
    page = guest.get("/rules", headers={"Accept-Language": "bg"}).content.decode()
    assert "– Табла клуб Варна</title>" in page
    assert 'style="--accent: light-dark(#1f5a4b, #74b9a2);' in page
    assert f"/club/logo-96.png?v={brand.logo_version}" in page
    assert "#man-lt" not in page.partition("</header>")[0].partition("<header")[2]
    assert guest.get("/club/logo-192.png").content.startswith(b"\x89PNG")
    assert "Табла клуб Варна е отворен клуб" in guest.get("/about").content.decode()
    act = Act.objects.get()
    assert (act.kind, act.by, act.reason) == (ActKind.CLUB, people["owner"], "Our club has a name")
    assert act.details["before"]["name"] == "Zaria"
    assert act.details["after"]["logo"] == brand.logo_version
    owner.cookies["zaria_language"] = "en"
    log = owner.get("/staff/staff/act/").content.decode()
    assert "club&#x27;s appearance changed" in log
    assert "Табла клуб Варна" in log


def test_a_later_change_leaves_the_rest(people: People, sign_in: SignIn) -> None:
    owner = sign_in(people["owner"])
    assert post(owner, png()).status_code == 302
    first = StoredBrand.objects.get()
    assert post(owner).status_code == 422, "nothing has changed"
    assert post(owner, greeting_el="Καλώς ήρθατε!").status_code == 302
    assert StoredBrand.objects.get().logo == first.logo
    assert Act.objects.latest("pk").details == {
        "before": {"greetings": {"bg": "Добре дошли във Варна!", "en": "Welcome to Varna!"}},
        "after": {
            "greetings": {
                "bg": "Добре дошли във Варна!",
                "en": "Welcome to Varna!",
                "el": "Καλώς ήρθατε!",
            },
            "club": "Табла клуб Варна",
        },
    }
    assert post(owner, remove_logo="on", name="Zaria", short_name="Zaria").status_code == 302
    stored = StoredBrand.objects.get()
    assert (stored.logo, stored.name, stored.short_name) == (None, "", "")


def test_an_owner_chooses_the_games_of_the_club(people: People, sign_in: SignIn) -> None:
    owner, guest = sign_in(people["owner"]), Client()
    refused = post(owner, offered=["tabla", "long-nardy"])
    assert "The club does not offer this game." in refused.content.decode(), "chess comes first"
    assert not StoredBrand.objects.exists()
    assert post(owner, offered=["long-nardy", "chess", "tabla"]).status_code == 302
    assert StoredBrand.objects.get().offered == ["tabla", "long-nardy", "chess"]
    assert Act.objects.latest("pk").details["after"]["offered"] == ["tabla", "long-nardy", "chess"]
    state.refresh()
    tiles = tiles_html("en", first_tiles(), state.current().offered)
    assert set(re.findall(r'name="game" value="([\w-]+)"', tiles)) == {"tabla", "long-nardy", "chess"}
    assert guest.get("/rules/tapa").status_code == 200
    page = html_of(owner.get(PATH))
    assert len(re.findall(r'name="offered" value="[\w-]+"[^>]* checked', page)) == 3
    assert post(owner, offered=[]).status_code == 302
    assert StoredBrand.objects.get().offered == [], "the choice of the operator, all of them"


def test_usual_colours_are_not_stored(people: People, sign_in: SignIn) -> None:
    owner = sign_in(people["owner"])
    usual = USUAL_ACCENTS._asdict()
    assert post(owner, light_accent=usual["light"], dark_accent=usual["dark"]).status_code == 302
    assert StoredBrand.objects.get().light_accent == ""
    assert "data-accents" not in owner.get(PATH).content.decode()


@pytest.mark.parametrize("who", ["admin", "moder", "ann"])
def test_only_an_owner_may(people: People, sign_in: SignIn, who: str) -> None:
    client = sign_in(people[who])
    assert client.get(PATH).status_code == post(client).status_code == (302 if who == "ann" else 403)
    assert PATH not in client.get("/staff/").content.decode()
    assert not StoredBrand.objects.exists()


@pytest.mark.parametrize(
    ("logo", "changed", "sentence"),
    [
        (b"GIF89a", {}, "Το αρχείο δεν γίνεται λογότυπο"),
        (SVG.replace(b"<path", b"<script/><path"), {}, "Αυτό το SVG δεν περιέχει μόνο σχήματα"),
        (png((9000, 10)), {}, "πάρα πολλά εικονοστοιχεία"),
        (b"x" * 1_100_000, {}, "Το αρχείο είναι πολύ μεγάλο"),
        (None, {"light_accent": "#e0b266"}, "Η αντίθεση με τις φωτεινές σελίδες είναι 1,5"),
        (None, {"dark_accent": "#80500f"}, "Η αντίθεση με τις σκούρες σελίδες είναι 2,2"),
        (None, {"dark_accent": "gold"}, "Γράψτε το χρώμα ως #rrggbb."),
        (None, {"name": "ν" * 41}, "40"),
        (None, {"short_name": "ν" * 13}, "12"),
        (None, {"short_name": " \u200b "}, "Αυτό το πεδίο είναι απαραίτητο"),
        (None, {"game_2": "long-nardy"}, "Αυτό το παιχνίδι έχει ήδη θέση."),
        (None, {"game_2": "poker"}, "poker"),
        (None, {"language": "fr"}, "fr"),
        (None, {"greeting_bg": "д" * 201}, "200"),
        (None, {"reason": ""}, "απαραίτητο"),
    ],
    ids=lambda value: f"{len(value)} bytes" if isinstance(value, bytes) else None,
)
def test_a_wrong_choice_changes_nothing(
    people: People, sign_in: SignIn, logo: bytes | None, changed: dict[str, str], sentence: str
) -> None:
    compile_stale(settings.LOCALE_PATHS[0])
    owner = sign_in(people["owner"])
    owner.cookies["zaria_language"] = "el"
    answer = post(owner, logo, **changed)
    assert answer.status_code == 422
    assert sentence in answer.content.decode().partition("errorlist")[2]
    assert not StoredBrand.objects.exists()
    assert not Act.objects.exists()
