"""From the front page in two taps to a board, a whole match against the computer, and its dice checked."""

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.chromium import AT_ONCE, SIZES, Visits
from tests.serving import ROOT, ZARIA, environment

pytestmark = pytest.mark.browser


def verify(record: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run `zaria verify` on a saved record."""
    return subprocess.run(
        [*ZARIA, "verify", str(record)], cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True
    )


def check_dice(seat: Seat, tmp_path: Path) -> None:
    """By the button of the result sheet, and by `zaria verify` on the record that is offered there."""
    page: Page = seat.page
    seat.press("#verify")
    expect(page.locator("#proof.good")).to_contain_text("All are the same")
    with page.expect_download() as download:
        seat.press("#record")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    told = verify(saved, tmp_path)
    assert told.returncode == 0, told


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["tabla", "tapa", "long-nardy"])
def test_visitor_plays_the_computer(visit: Visits, tmp_path: Path, game: str, size: str) -> None:
    by_hand = size == "desktop"
    page = visit(size=SIZES[size], settings={**AT_ONCE, "roll": not by_hand})
    button = page.locator(f"#{game} button[value=computer]")
    button.click() if by_hand else button.tap()
    seat = Seat(page)
    seat.play_on()
    expect(page.locator("#outcome")).to_be_visible()
    check_dice(seat, tmp_path)
