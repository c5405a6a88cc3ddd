"""Every game of the club against the computer, from the front page to the result and the record."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.support.browser.scripted_player import play_out
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import check_saved_record, play_now, set_table
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, Visits
from zaria import games
from zaria.records import convert

pytestmark = pytest.mark.browser

ODD = ("gulbara", "tapa")
"""Games whose boards or turns are not like the others': they are played on both screens."""
ONCE = [name for name in games.names() if name not in ODD]
BY_DAY = {("backgammon", "desktop")}
"""The others are played to their end every night."""
ALL = [(game, size) for game in ODD for size in SIZES] + [
    (game, ("phone", "desktop")[n % 2]) for n, game in enumerate(ONCE)
]
PLAYED = by_day(BY_DAY, ALL)
LENGTHS = {"three-games": "5"}
"""Matches that are longer than one game: here, so that the games follow each other."""


def failures(page: Page) -> list[str]:
    """Fills with what the page asked for and did not get."""
    failed: list[str] = []

    def note(request: Request) -> None:
        # a download is no page: the browser calls off what it has handed on
        if request.failure != "net::ERR_ABORTED":
            failed.append(f"{request.url}: {request.failure}")

    page.on("requestfailed", note)
    return failed


def kept(page: Page, tmp_path: Path) -> None:
    """The match is over, and its record, as it is offered, is true."""
    expect(page.locator("#outcome")).to_be_visible()
    check_saved_record(page, tmp_path)


@pytest.mark.parametrize(("game", "size"), PLAYED)
def test_a_match_to_its_end(visit: Visits, tmp_path: Path, game: str, size: str) -> None:
    page = visit(size=SIZES[size])
    failed = failures(page)
    if game in LENGTHS:
        set_table(page, game, "computer", length=LENGTHS[game])
    else:
        play_now(page, game)
    seen = play_out(Seat(page))
    rotation = [rules.id for rules in games.get(game).rotation]
    assert seen["games"] == rotation[: len(seen["games"])]
    kept(page, tmp_path)

    offered = convert.formats(game)
    for form in ("mat", "sgf"):
        link = page.locator(f"#record-{form}")
        expect(link).to_have_count(int(form in offered))
        if form in offered:
            answer = page.request.get(str(link.get_attribute("href")))
            assert answer.ok
            assert convert.read(answer.body(), form, game)
    assert not failed


@pytest.mark.parametrize(("game", "strange"), [("tapa", "pinned"), ("gulbara", "stage")])
def test_a_match_is_given_up_after_a_turn_of_its_kind(
    visit: Visits, tmp_path: Path, game: str, strange: str
) -> None:
    """One with a checker held, and one of several stages."""
    page = visit(size=PHONE)
    failed = failures(page)
    play_now(page, game)
    seat = Seat(page)
    play_out(seat, by_hand=1, until=strange)
    if seat.wait("roll", "move", "done", "over") != "over":
        seat.resign(page.evaluate("() => zaria.table.view.value.classes.at(-1)[0]"))
    kept(page, tmp_path)
    assert not failed
