"""A member's page in a browser: chosen, saved, worn at the table, and known to their other devices."""

import io
from collections.abc import Sequence

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Dialog, FilePayload, expect

from tests.browser.test_languages import every, fits, in_languages
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import play_now
from tests.support.chromium import AT_ONCE, PHONE, Visits, becomes
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser


def green() -> bytes:
    """A picture."""
    out = io.BytesIO()
    Image.new("RGB", (40, 90), "green").save(out, "PNG")
    return out.getvalue()


def at(who: Somebody, visitor: BrowserContext) -> BrowserContext:
    """A browser in which somebody is signed in."""
    cookies = [{"name": name, "value": value, "url": who.url} for name, value in who.cookies.items()]
    visitor.add_cookies(cookies)  # type: ignore[arg-type]
    return visitor


@pytest.mark.slow
@in_languages
def test_a_member_chooses_appearance_and_ways_of_play(visit: Visits, languages: Sequence[str]) -> None:
    somebody = Somebody(visit.url).join()
    browser = at(somebody, visit.visitor(settings={}, new=True))
    page = visit.page(browser, "/me")
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(page.locator("#unsaved")).to_be_hidden()
    page.locator(".heads label").nth(1).click()
    page.get_by_text("Night", exact=True).click()
    page.locator("label", has_text="Instant").click()
    page.locator(".settings-switch", has_text="Show legal moves").click()
    page.locator("select[name=country]").select_option("GE")
    expect(page.locator("#unsaved")).to_be_visible()
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.close(run_before_unload=True)
    page.wait_for_function("() => true")  # the page is still there
    assert dialogs == ["beforeunload"]
    page.locator("input[type=file]").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": bytes(2_100_000)}
    )
    expect(page.locator("#picture-wrong")).to_contain_text("too large")
    page.locator("input[type=file]").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": green()}
    )
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-skin", "night")

    page.goto("/")
    play_now(page)
    seat = Seat(page)
    seat.wait("move")
    assert page.evaluate("() => document.querySelector('#me .av img').naturalWidth") == 128
    expect(page.locator("#me .name")).to_contain_text("\N{REGIONAL INDICATOR SYMBOL LETTER G}")
    expect(page.locator(".man.can")).to_have_count(0)  # no hints
    with page.expect_response("**/me/settings"):
        page.locator("#mute").click()

    phone = at(somebody, visit.visitor(size=PHONE))
    phone_page = visit.page(phone, page.url)
    Seat(phone_page).wait("move")
    becomes(phone_page, "() => document.querySelector('#me .av img')?.naturalWidth", 128)
    settings = phone_page.evaluate(
        "async () => (await import('/static/zaria/js/shell/settings.js')).settings.value"
    )
    assert (settings["sound"], settings["hints"], settings["speed"]) == (False, False, 0)
    for _ in every(phone_page, languages, "/me", f"/@{somebody.login}"):
        fits(phone_page)


def test_the_browser_of_a_guest_keeps_the_ways_of_play(visit: Visits) -> None:
    page = visit("/me", settings={**AT_ONCE, "hints": False})
    expect(page.locator("html[data-ready]")).to_be_attached()
    hints = page.locator("input[name=hints]")
    expect(hints).not_to_be_checked()
    page.locator(".settings-switch", has_text="Show legal moves").click()
    page.locator("label", has_text="Amber").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("#unsaved")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-men", "amber")
    expect(hints).to_be_checked()


@pytest.mark.slow
def test_a_refused_picture_is_named_on_top(visit: Visits, server: Server) -> None:
    page = visit.page(at(Somebody(server.url).join(), visit.visitor(size=PHONE)), "/me")
    expect(page.locator("html[data-ready]")).to_be_attached()
    visit.forgive("422")
    text: FilePayload = {"name": "me.png", "mimeType": "image/png", "buffer": b"no picture"}
    page.locator("input[type=file]").set_input_files(text)
    page.get_by_role("button", name="Save").click()
    refused = page.locator("#refused")
    expect(refused).to_be_focused()
    refused.get_by_role("link", name="Upload a picture").click()
    expect(page.locator("#picture-wrong")).to_be_in_viewport()
