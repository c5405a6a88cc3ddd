"""A club of one's own: its owner brands it on a phone, and everybody sees it at once."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.test_profile import at
from tests.support.browser.journeys import Taps
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from tests.support.club.logos import SVG, png
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import boss_of
from tests.support.http_client import fetch
from tests.support.servers import Server

pytestmark = pytest.mark.browser

NAME = "Табла клуб „Морска градина“"
GREETING = "Добре дошли във Варна!"
LIGHT, DARK = "#1f5a4b", "#74b9a2"
RGB = {LIGHT: "rgb(31, 90, 75)", DARK: "rgb(116, 185, 162)"}
LENGTHEN = "field => { field.removeAttribute('maxlength'); field.value += field.value; }"
PREVIEW = re.compile(r'property="og:image" content="([^"]+)"')
POSITION = "/position/tabla"


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club whose brand no other test sees."""
    server = Server(tmp_path_factory.mktemp("branded"), module="tests.support.fast_engines")
    yield server
    server.stop()


def fill_in(page: Page) -> None:
    """Fill in the form as it should be."""
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=short_name]").fill("Морска")
    page.locator("[name=logo]").set_input_files(
        FilePayload(name="logo.svg", mimeType="image/svg+xml", buffer=SVG)
    )
    page.locator("[name=light_accent]").fill(LIGHT)
    page.locator("[name=dark_accent]").fill(DARK)
    page.locator("[name=game_1]").select_option("long-nardy")
    page.locator("[name=game_2]").select_option("chess")
    page.locator("[name=greeting_bg]").fill(GREETING)
    page.locator("[name=reason]").fill("A club of our own")


def save(page: Page) -> None:
    """Send the form."""
    page.locator("main .submit-row button").click()
    page.wait_for_load_state()


def check_refused(page: Page, field: str, sentence: str) -> None:
    """Send a form with one wrong choice, and read why it is refused."""
    save(page)
    row = page.locator(".form-row", has=page.locator(f"[name={field}]"))
    expect(row.locator(".errorlist")).to_contain_text(sentence)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def check_guest(visit: Visits, size: Size, scheme: str, accent: str) -> None:
    """Look at the front page as a guest from Bulgaria."""
    guest = visit.visitor(size, new=True, locale="bg-BG", color_scheme=scheme)
    page = visit.page(guest)
    expect(page).to_have_title(re.compile(f"^{NAME} – "))
    expect(page.locator(".nav .brand")).to_have_text("Морска")
    expect(page.locator(".hero .lead")).to_contain_text(GREETING)
    expect(page.locator(".hero .pri")).to_have_attribute("value", "long-nardy")
    tiles = page.locator(".all-games .tiles").first.locator("button[name=game]")
    assert [tiles.nth(place).get_attribute("value") for place in (0, 1)] == ["long-nardy", "chess"]
    logo = page.locator(".nav .brand img")
    assert logo.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") == 96
    assert page.locator(".choices a").first.evaluate("e => getComputedStyle(e).color") == RGB[accent]
    assert page.locator(".hero .pri").evaluate("e => getComputedStyle(e).backgroundColor") == RGB[accent]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.slow
def test_an_owner_brands_the_club_on_a_phone(club: Server, visits: Callable[[Server], Visits]) -> None:
    visit, boss = visits(club), boss_of(club)
    visit.forgive("422")
    old_picture = fetch(PREVIEW.findall(Somebody(club.url).get(POSITION).text)[0]).content
    page = visit.page(at(boss, visit.visitor(PHONE, new=True, locale="el-GR")), "/staff/club/")
    wrong: tuple[tuple[str, Callable[[], None], str], ...] = (
        (
            "logo",
            lambda: page.locator("[name=logo]").set_input_files(
                FilePayload(name="a.gif", mimeType="image/gif", buffer=b"GIF89a")
            ),
            "Το αρχείο δεν γίνεται λογότυπο",
        ),
        (
            "light_accent",
            lambda: page.locator("[name=light_accent]").fill("#e0b266"),
            "Η αντίθεση με τις φωτεινές σελίδες",
        ),
        (
            "name",
            lambda: page.locator("[name=name]").evaluate(LENGTHEN),
            "40",
        ),
    )
    for field, spoil, sentence in wrong:
        fill_in(page)
        spoil()
        check_refused(page, field, sentence)
        page.goto("/staff/club/")
    expect(page.locator("[name=name]")).to_have_value("Zaria")
    assert "<title>Zaria – " in Somebody(club.url).get("/").text

    taps = Taps(page)
    fill_in(page)
    save(page)
    taps.check_journey("brand the club")
    expect(page.get_by_role("status").filter(has_text="Έγινε και καταγράφηκε.")).to_be_visible()
    check_guest(visit, PHONE, "light", LIGHT)
    check_guest(visit, DESKTOP, "dark", DARK)

    manifest = fetch(f"{club.url}/manifest.webmanifest").json()
    assert (manifest["name"], manifest["short_name"]) == (NAME, "Морска")
    for icon in manifest["icons"]:
        assert fetch(f"{club.url}{icon['src']}").headers["Content-Type"] == "image/png"
    preview = Somebody(club.url).get(POSITION).text
    assert f'property="og:site_name" content="{NAME}"' in preview
    assert fetch(PREVIEW.findall(preview)[0]).content != old_picture

    page.goto("/staff/staff/act/")
    expect(page.locator("main")).to_contain_text("αλλαγή εμφάνισης της λέσχης")
    expect(page.locator("main")).to_contain_text("A club of our own")


def test_a_logo_is_replaced_and_removed(club: Server, visits: Callable[[Server], Visits]) -> None:
    visit, boss = visits(club), boss_of(club)
    page = visit.page(at(boss, visit.visitor(PHONE, new=True)), "/staff/club/")
    expect(page.locator("[name=remove_logo]")).to_have_count(0)
    page.locator("[name=logo]").set_input_files(
        FilePayload(name="logo.webp", mimeType="image/webp", buffer=png(form="WEBP"))
    )
    page.locator("[name=reason]").fill("A disc")
    save(page)
    expect(page.locator(".nav .brand img")).to_be_visible()
    page.locator("[name=remove_logo]").check()
    page.locator("[name=reason]").fill("No disc")
    save(page)
    expect(page.locator(".nav .brand img")).to_have_count(0)
    expect(page.locator(".nav .brand svg")).to_be_visible()
