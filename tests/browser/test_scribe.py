"""A score sheet in browsers: a match typed by keyboard, played on the board, tapped on a phone."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import found
from tests.browser.test_languages import fits
from tests.browser.test_profile import at
from tests.support.browser.typed_sheet import Typist, turns_in
from tests.support.chromium import PHONE, Size, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.score_sheets import Scribe, dice, turn
from tests.support.records.written_acts import acts_of
from zaria.match import events as ev
from zaria.records import convert, scribe_sheet
from zaria.records.scribe_sheet import Write, take
from zaria.records.written_match import TurnAct, begin

pytestmark = pytest.mark.browser

MATCH = Path(__file__).parents[1] / "records" / "files" / "gnubg-7.mat"

Open = Callable[..., tuple[Page, Scribe]]


@pytest.fixture
def sheet(visit: Visits) -> Open:
    """Open the page of a new sheet."""

    def opened(size: Size | None = None, locale: str = "en-GB", **facts: str) -> tuple[Page, Scribe]:
        member = Somebody(visit.url).join()
        scribe = Scribe.begin(member, **facts)
        visitor = at(member, visit.visitor(size=size or {}, locale=locale, new=True))
        return visit.page(visitor, scribe.path), scribe

    return opened


def typed(page: Page, *, watches: bool, games: int = 99) -> tuple[int, int]:
    """Type games of a match to seven points; the numbers of turns and of keys."""
    events = convert.read(MATCH.read_bytes())
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.GameEnded)]
    part = events[: [*ends, len(events)][min(games, len(ends)) - 1] + 1]
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    sheet = scribe_sheet.empty(begin("sheet", opened.terms, ("Ann", "Bob"), 0))
    typist = Typist(page, watches=watches)
    for act in acts_of(part):
        if isinstance(act, TurnAct) and sheet.now.match.phase != "move":
            continue
        typist.write(act, sheet.now.match)
        sheet = take(sheet, Write(act))
        if watches:
            expect(page.locator(f"html[data-acts='{sheet.place}']")).to_be_attached()
    score = sheet.now.match.score
    expect(page.locator(".scribe-who .pts")).to_have_text([str(score[1]), str(score[0])])
    return turns_in(part), typist.keys


def test_a_game_is_typed_by_keyboard(sheet: Open) -> None:
    page, _scribe = sheet()
    turns, keys = typed(page, watches=True, games=1)
    assert keys / turns < 6


@pytest.mark.slow
@pytest.mark.parametrize("watches", [True, False])
def test_a_match_to_seven_is_typed_at_the_speed_of_play(sheet: Open, watches: bool) -> None:
    page, _scribe = sheet()
    began = time.monotonic()
    turns, keys = typed(page, watches=watches)
    seconds = time.monotonic() - began
    minutes = keys / 3 / 60
    print(
        f"{turns} turns: {keys / turns:.2f} keys each, {minutes:.1f} min at 3 a second; {seconds:.0f} s here"
    )
    assert keys / turns < 8


def test_one_key_takes_a_later_move_of_the_list(sheet: Open) -> None:
    page, _scribe = sheet()
    page.keyboard.type("64")
    later = page.locator(".scribe-turns button").nth(2)
    expect(later.locator("kbd")).to_have_text("s")
    text = later.inner_text().removesuffix("s").strip()
    page.keyboard.press("s")
    expect(page.locator("#acts .of-turn")).to_have_text(text)
    page.keyboard.type("216")
    page.keyboard.press("a")
    expect(page.locator("#acts .of-turn")).to_have_count(2)


def test_a_turn_is_played_on_the_board_and_undone(sheet: Open) -> None:
    page, _scribe = sheet()
    page.keyboard.type("31")
    expect(page.locator("#acts .of-dice")).to_have_text("3-1")
    for point in (8, 5, 6, 5):
        page.locator(f"#board .keys [data-at='{point}']").press("Enter")
    expect(page.locator("#acts")).to_contain_text("8/5 6/5")
    page.locator("#undo").click()
    expect(page.locator("#acts .not-counted")).to_have_text("8/5 6/5")
    page.locator("#redo").click()
    expect(page.locator("#acts .not-counted")).to_have_count(0)


def test_a_roll_is_corrected_and_the_next_act_is_pointed_at(sheet: Open) -> None:
    page, scribe = sheet()
    for act in (dice(3, 1), turn((8, 3), (6, 1)), dice(6, 4), turn((24, 6), (18, 4)), dice(5, 2)):
        scribe.write(**act)
    page.reload()
    page.locator("#acts .of-dice").nth(1).click()
    expect(page.locator("#said")).to_contain_text("6-4")
    page.keyboard.type("63")
    expect(page.locator("#acts .corrected")).to_have_text("24/18 18/14")
    page.keyboard.type("24/15")
    page.keyboard.press("Enter")
    expect(page.locator("#acts .not-counted")).to_have_count(0)


def test_a_second_tab_is_told_and_follows(sheet: Open, visit: Visits) -> None:
    visit.forgive("409")
    page, scribe = sheet()
    scribe.write(**dice(3, 1))
    page.keyboard.type("42")
    expect(page.locator("#said")).to_contain_text("changed elsewhere")
    expect(page.locator("#acts .of-dice")).to_have_text("3-1")


def test_a_game_on_squares_is_typed_by_notation(sheet: Open) -> None:
    page, _scribe = sheet(game="chess")
    for move in ("e4", "e5", "nf3", "nc6", "bb5"):
        page.keyboard.type(move)
        page.keyboard.press("Enter")
    expect(page.locator("#acts .of-move")).to_have_text(["e4", "e5", "Nf3", "Nc6", "Bb5"])
    page.keyboard.type("!3")
    expect(page.locator("#acts")).to_contain_text("Draw")


@pytest.mark.parametrize("locale", ["el-GR", "bg-BG"])
def test_a_phone_has_room_for_all(sheet: Open, locale: str) -> None:
    page, _scribe = sheet(PHONE, locale)
    page.locator(".scribe-pad button").nth(2).tap()
    page.locator(".scribe-pad button").nth(0).tap()
    page.locator(".scribe-turns button").first.tap()
    fits(page)
    page.locator(".scribe-pad button").nth(20).tap()
    fits(page)
    page.locator("#end").tap()
    fits(page)
    assert not found(page, page.url)


def test_a_reader_sees_each_act_and_leaves_when_the_link_is_revoked(sheet: Open, visit: Visits) -> None:
    visit.forgive("404")
    page, _scribe = sheet(PHONE)
    links = page.locator("#links")
    links.locator("summary").click()
    links.get_by_role("button", name="Link for readers").click()
    address = page.locator("#links .copy input").input_value()
    reader = visit.page(visit.visitor(PHONE), address.removeprefix(visit.url))
    fits(page)
    fits(reader)
    assert not found(reader, reader.url)
    page.keyboard.type("31")
    expect(reader.locator("#acts .of-dice")).to_have_text("3-1")
    expect(reader.locator("#entry")).to_be_hidden()
    page.get_by_role("button", name="Revoke the link").click()
    expect(reader.get_by_role("heading", level=1)).to_have_text("There is no such score sheet")


def test_a_clock_lies_between_the_players(sheet: Open, visit: Visits) -> None:
    page, scribe = sheet()
    phone = visit.page(at(scribe.member, visit.visitor(PHONE, new=True)), f"{scribe.path}/clock")
    phone.get_by_role("button", name="Set the clock").click()
    halves = [phone.locator(f"#half-{side}") for side in (0, 1)]
    expect(halves[0].locator(".time")).to_have_text("14:00")
    assert not found(phone, phone.url)
    halves[0].click()
    expect(halves[1]).to_have_class("half runs")
    expect(halves[0]).to_be_disabled()
    expect(page.locator(".scribe-time")).to_have_text(["14:00", "14:00"])
    phone.reload()
    expect(halves[1]).to_have_class("half runs")
    phone.keyboard.press("p")
    expect(halves[1]).to_have_class("half waits")
    phone.locator("#set").click()
    phone.get_by_role("textbox", name="Ann").fill("0:01")
    phone.get_by_label("To play").select_option("Ann")
    phone.get_by_role("button", name="Correct").click()
    expect(halves[0].locator(".time")).to_have_text("0:01")
    expect(page.locator(".scribe-time").last).to_have_text("0:01")


def test_a_reader_checks_the_dice_of_the_club(sheet: Open, visit: Visits) -> None:
    _page, scribe = sheet(size=PHONE, game="tabla", length="1")
    rolls = scribe.roll_opening()
    finished = scribe.member.fill(f"{scribe.path}/finish", scribe.member.get(scribe.path))
    assert finished.status == 302
    page = visit.page(at(scribe.member, visit.visitor(size=PHONE, new=True)), f"{scribe.path}/dice")
    expect(page.locator(".verdict:not(.bad)")).to_be_visible()
    shown = [int(face.inner_text().split()[0]) for face in page.locator(".falls > span").all()]
    assert sum(shown) == 2 * rolls
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_another_game_shows_its_options(visit: Visits) -> None:
    member = Somebody(visit.url).join()
    page = visit.page(at(member, visit.visitor(PHONE, locale="el-GR")), "/scribe/new")
    page.locator("#sheet-name0").fill("Ann")
    page.locator("#sheet-game").select_option("short-nardy")
    expect(page.locator("#sheet-caucasus")).to_be_attached()
    expect(page.locator("#sheet-name0")).to_have_value("Ann")
    fits(page)
