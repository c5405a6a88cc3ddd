"""Each component, as the running style sheets draw it: read, hit and not cut, in every language and theme."""

from collections.abc import Sequence

import pytest

from tests.browser.test_accessibility import AXE, found
from tests.browser.test_languages import every, fits, in_languages
from tests.support.chromium import NOWHERE, PHONE, Visits
from tests.support.requirements import missing

pytestmark = pytest.mark.browser

PAGE = "/styleguide"
WIDTHS = (320, 360, 640, 641, 820, 920, 921, 1180, 1440, 1920)


def test_axe_finds_nothing(visit: Visits) -> None:
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    assert found(visit(NOWHERE), PAGE) == []


@in_languages
def test_components_fit_a_phone(visit: Visits, languages: Sequence[str]) -> None:
    page = visit(PAGE, size=PHONE)
    for _ in every(page, languages):
        fits(page)


def test_no_width_scrolls_sideways(visit: Visits) -> None:
    page = visit(PAGE)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width


def test_a_point_marks_the_current_page(visit: Visits) -> None:
    page = visit("/rules")
    for place in (".nav nav [aria-current]", ".sections [aria-current]"):
        point = "mark => getComputedStyle(mark, '::after').clipPath"
        assert page.locator(place).evaluate(point).startswith("polygon")
