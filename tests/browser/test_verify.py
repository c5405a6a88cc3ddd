"""The page on which anybody checks the dice of a match."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.chromium import PHONE, Visits

pytestmark = pytest.mark.browser

RECORD = Path(__file__).parent.parent / "playthroughs" / "tabla-match.json"
HEIGHTS = "() => [...document.querySelectorAll('.falls i')].map((bar) => bar.getBoundingClientRect().height)"
COUNTS = "() => [...document.querySelectorAll('.falls > span')].map((face) => parseInt(face.textContent))"


def test_the_bars_show_how_often_each_face_fell(visit: Visits) -> None:
    page = visit("/verify", size=PHONE)
    page.locator("#file").set_input_files(RECORD)
    expect(page.locator(".verdict:not(.bad)")).to_be_visible()
    counts, heights = page.evaluate(COUNTS), page.evaluate(HEIGHTS)
    longest = max(heights) - 2
    assert sum(counts) > 400
    assert longest > 40
    for count, height in zip(counts, heights, strict=True):
        assert height - 2 == pytest.approx(longest * count / max(counts), abs=1)


def test_the_form_has_no_frame_of_another_page(visit: Visits) -> None:
    page = visit("/verify")
    expect(page.locator("#ask")).to_have_css("border-top-style", "none")
