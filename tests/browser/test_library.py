"""The library in a browser: files are sent by the script and read, and a pattern is tapped together."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_profile import at
from tests.support.chromium import Visits
from tests.support.club.member_client import Somebody
from tests.support.finished_matches import played
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.records import convert

pytestmark = [pytest.mark.browser, pytest.mark.service, pytest.mark.xdist_group("library")]
MAT = convert.write(played("tabla-match"), "mat")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("library")) as server:
        yield server


def test_an_archive_is_imported_and_found_by_a_pattern(server: Server, visit: Visits, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "old.zip", "w") as archive:
        archive.writestr("old/final.mat", MAT)
        archive.writestr("old/notes.txt", "No match at all")
    ann = Somebody(server.url).join()
    page = visit.page(at(ann, visit.visitor()), "/library/collections")
    page.set_input_files("#import-files", tmp_path / "old.zip")
    expect(page.locator("#chosen")).to_have_text("Files: 1")
    page.select_option("#import-game", "tabla")
    page.fill("#import-title", "Old finals")
    page.click("#import .btn.pri")
    page.wait_for_url("**/library/imports/*")
    expect(page.locator("#progress")).to_have_attribute("data-refresh", "0", timeout=PATIENCE * 1000)
    expect(page.locator(".library-notes > li")).to_have_count(1)
    page.goto(f"{server.url}/library/pattern?game=tabla&in=own")
    point = page.get_by_role("button", name="6: any", exact=True)
    point.press("Enter")
    expect(page.get_by_role("button", name="6: made by the side to move")).to_be_focused()
    page.click(".library-pattern .btn.pri")
    expect(page.locator(".played > li").first).to_contain_text("Ada")


def test_matches_are_put_in_order_by_keys_and_by_a_mouse(
    server: Server, visit: Visits, tmp_path: Path
) -> None:
    ann = Somebody(server.url).join()
    page = visit.page(at(ann, visit.visitor()), "/library/collections")
    paths = [tmp_path / f"{number}.mat" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_bytes(MAT.replace(b"Ada", b"Ada %d" % number))
    page.set_input_files("#import-files", paths)
    page.select_option("#import-game", "tabla")
    page.fill("#import-title", "In order")
    page.click("#import .btn.pri")
    page.wait_for_url("**/library/imports/*")
    expect(page.locator("#progress")).to_have_attribute("data-refresh", "0", timeout=PATIENCE * 1000)
    page.click("main a[href^='/library/collections/']")
    page.select_option("#filter-order", "hand")
    page.get_by_role("button", name="Show").press("Enter")
    names = page.locator("#by-hand b")
    expect(names).to_contain_text(["Ada 0", "Ada 1", "Ada 2"])
    last = page.locator("#by-hand li").nth(2)
    last.get_by_role("checkbox").press("Space")
    page.get_by_role("button", name="Up").press("Enter")
    expect(names).to_contain_text(["Ada 0", "Ada 2", "Ada 1"])
    page.get_by_role("button", name="Up").press("Enter")
    expect(names).to_contain_text(["Ada 2", "Ada 0", "Ada 1"])
    rows = page.locator("#by-hand li")
    page.get_by_role("checkbox").first.press("Space")
    rows.nth(2).locator("time, span").last.drag_to(rows.nth(0), target_position={"x": 300, "y": 4})
    expect(names).to_contain_text(["Ada 1", "Ada 2", "Ada 0"])
    page.reload()
    expect(names).to_contain_text(["Ada 1", "Ada 2", "Ada 0"])
