"""Chapters played through by taps and by keyboard; what a wrong answer costs, and what a claim says."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import found
from tests.browser.test_languages import fits
from tests.support.browser.lesson_page import NARROW, answer, boards, lesson_of, play_through, press
from tests.support.by_day import by_day
from tests.support.chromium import Visits
from zaria.courses.shipped_courses import chapter, course, games_with_courses

pytestmark = pytest.mark.browser

DONE = {"bg": "Завършен", "ru": "Пройден"}


@pytest.mark.parametrize(
    ("game", "name", "language", "means"),
    by_day(
        [
            ("tabla", "racing", "bg", "taps"),
            ("backgammon", "doubling", "ru", "keyboard"),
        ],
        [
            (game, chapter.id, language, means)
            for game in games_with_courses()
            for chapter in course(game).chapters
            for language in DONE
            for means in ("taps", "keyboard")
        ],
    ),
)
def test_a_chapter_is_played_through(visit: Visits, game: str, name: str, language: str, means: str) -> None:
    page = lesson_of(visit, f"{game}/{name}", language)
    assert play_through(page, fits, keys=means == "keyboard") == len(chapter(game, name).boards)
    page.goto("/learn")
    expect(page.locator(f"a[href='/learn/{game}/{name}'] small")).to_have_text(DONE[language])


def test_a_tempting_turn_costs_what_the_claim_says(visit: Visits) -> None:
    page = lesson_of(visit, "tabla/racing", board=3)
    expect(page.locator("#claim")).to_be_hidden()
    for at in (7, 5, 6, 4):
        press(page, at)
    expect(page.locator("#said")).to_contain_text("it costs 0.")
    expect(page.locator("#said")).to_contain_text("Moves inside waste pips")
    expect(page.locator("#next")).to_be_hidden()
    page.locator("#undo").click()
    answer(page, boards(page)[2], keys=True)
    expect(page.locator("#said")).to_contain_text("Solved. Two come home")
    page.locator("#claim summary").click()
    expect(page.locator("#claim li").first).to_have_text("7/5 7/3")
    expect(page.locator("#claim p")).to_contain_text("depth 2 plies")


def test_a_wrong_act_stays_marked_and_the_other_can_be_chosen(visit: Visits) -> None:
    page = lesson_of(visit, "backgammon/doubling")
    expect(page.locator("#board .cube")).to_be_visible()
    page.locator("[data-choice=wait]").click()
    expect(page.locator("#said")).to_have_text("Not this time: it costs 0.181.")
    expect(page.locator("[data-choice=wait]")).to_be_disabled()
    expect(page.locator("[data-choice=double]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Solved. 81 pips to 91")
    expect(page.locator("#next")).to_be_focused()


def test_a_reply_follows_the_sacrifice(visit: Visits) -> None:
    page = lesson_of(visit, "russian-draughts/shots")
    men = page.locator("#board .pc")
    count = men.count()
    answer(page, boards(page)[0], keys=True)
    expect(men).to_have_count(count - 1)


def test_a_chapter_leads_to_the_next_and_a_lesson_to_the_course(visit: Visits) -> None:
    page = lesson_of(visit, "tabla/opening", board=5)
    answer(page, boards(page)[4], keys=True)
    page.locator("#next").click()
    page.locator("#end a.btn").click()
    page.wait_for_url("**/learn/tabla/hitting")
    expect(page.locator("[aria-current=page].lesson-entry")).to_contain_text("Hitting")
    page.goto("/learn/tabla")
    page.locator(".lesson-others a[href='/learn/tabla/opening']").click()
    page.wait_for_url("**/learn/tabla/opening")


def test_a_fault_is_reported_with_its_board(visit: Visits) -> None:
    page = lesson_of(visit, "long-nardy/blocks", board=2)
    page.locator("#wrong").click()
    expect(page.locator("[name=page]")).to_have_value("/learn/long-nardy/blocks#2")


@pytest.mark.slow
def test_pages_of_chapters_are_accessible(visit: Visits) -> None:
    page = visit("/learn", size=NARROW)
    paths = (
        "/learn",
        "/learn/tabla/opening",
        "/learn/backgammon/doubling",
        "/learn/russian-draughts/endings",
    )
    assert [fault for path in paths for fault in found(page, path)] == []
