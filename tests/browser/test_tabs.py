"""Rows of tabs on a phone."""

import pytest
from playwright.sync_api import expect

from tests.support.chromium import Visits

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 640}
PAGES = ("/library", "/studies", "/puzzles", "/rules", "/verify")


@pytest.mark.parametrize("language", ["el", "ru"])
def test_the_open_page_is_in_view(visit: Visits, language: str) -> None:
    visitor = visit.visitor(viewport=PHONE, locale=language)
    for path in PAGES:
        page = visit.page(visitor, path)
        expect(page.locator(".sections [aria-current]")).to_be_in_viewport(ratio=1)
