"""Notices in a browser: they are counted live, and their pages fit a phone in the longest language."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, expect

from tests.browser.test_languages import NOTHING, every, fits
from tests.browser.test_profile import at
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server
from zaria.club.notifications.push.messages import encoded

pytestmark = pytest.mark.browser

NARROW = ("bg", "ru", "ro", "el")
"""The languages in which the heads of the switches are longest."""


@pytest.mark.slow
def test_at_a_table_the_face_counts_and_its_menu_leads_to_them(visit: Visits) -> None:
    ann, bob = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(ann, visit.visitor(PHONE)), ann.set_table(opponent="friend"))
    face = page.locator(".iconb.me .badge")
    expect(page.locator("#share")).to_be_visible()
    expect(face).to_be_hidden()
    profile = bob.get(f"/people?login={ann.login}")
    assert bob.fill(f"/people/{ann.login}/follow", profile, next="/people").status == 302
    expect(face).to_have_text("1")
    page.locator(".iconb.me").tap()
    line = page.locator("#me-menu a[href='/notices']")
    expect(line.locator(".amount")).to_have_text("1")
    fits(page, small=NOTHING)
    line.tap()
    expect(page.locator("main li.unread")).to_contain_text(bob.login)


def test_the_bell_counts_and_its_pages_fit_a_phone(visit: Visits) -> None:
    ann, bob = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(ann, visit.visitor(PHONE)), "/rules")
    bell = page.locator("[data-unread=notices]")
    expect(bell).to_be_hidden()
    profile = bob.get(f"/people?login={ann.login}")
    assert bob.fill(f"/people/{ann.login}/follow", profile, next="/people").status == 302
    expect(bell).to_have_text("1")
    page.context.add_cookies([{"name": "zaria_language", "value": "el", "url": visit.url}])
    page.goto("/notices")
    expect(page.locator("main li.unread")).to_contain_text(bob.login)
    expect(bell).to_be_hidden()
    fits(page, small=NOTHING)
    for _ in every(page, NARROW, "/notices/settings"):
        fits(page, small=NOTHING)
    page.locator("[name=page-follower]").uncheck()
    page.locator("main form button").tap()
    expect(page.locator("[name=page-follower]")).not_to_be_checked()


SUBSCRIBING = """keys => {
  const stored = () => JSON.parse(localStorage.getItem('push') ?? 'null');
  const subscription = () => stored() && {
    endpoint: 'https://fcm.googleapis.com/send/1',
    options: { applicationServerKey: Uint8Array.from(stored()).buffer },
    toJSON() { return { endpoint: this.endpoint, keys }; },
    unsubscribe: async () => { localStorage.removeItem('push'); return true; },
  };
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }) => {
      localStorage.setItem('push', JSON.stringify([...applicationServerKey]));
      return subscription();
    },
  };
  const registration = { pushManager, addEventListener: () => {}, update: async () => {} };
  const workers = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
    addEventListener: () => {},
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: workers });
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
  Notification.requestPermission = async () => 'granted';
}"""
"""A browser that subscribes without a service: tests are not in touch with one."""


@pytest.mark.slow
def test_a_device_is_notified_as_long_as_the_club_knows_it(browser: Browser, tmp_path: Path) -> None:
    point = generate_private_key(SECP256R1()).public_key()
    p256dh = encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    keys = {"p256dh": p256dh, "auth": encoded(bytes(16))}
    with Server(tmp_path, ZARIA_CONTACT="ann@club.example") as club:
        visits = Visits(browser, club.url)
        context = at(Somebody(club.url).join(), visits.visitor(PHONE))
        context.add_init_script(f"({SUBSCRIBING})({json.dumps(keys)})")
        page = visits.page(context, "/notices/settings")
        begin, end = page.locator("[data-push=begin]"), page.locator("[data-push=end]")
        row = page.locator("[data-device]")
        for remove in (end, row.locator("button")):
            begin.tap()
            expect(end).to_be_visible()
            expect(row).to_have_count(1)
            remove.tap()
            expect(begin).to_be_visible()
            assert page.evaluate("localStorage.getItem('push')") is None
        begin.tap()
        expect(end).to_be_visible()
        path = row.locator("form").get_attribute("action")
        token = row.locator("[name=csrfmiddlewaretoken]").input_value()
        context.request.post(f"{club.url}{path}", form={"csrfmiddlewaretoken": token})
        page.reload()
        expect(begin).to_be_visible()
        expect(row).to_have_count(0)
        visits.close()
