"""Lessons played through by taps and by keyboard, on phones in Bulgarian and Turkish."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import found
from tests.browser.test_languages import fits
from tests.support.browser.lesson_page import NARROW, answer, boards, lesson_of, play_through, press
from tests.support.by_day import by_day
from tests.support.chromium import Visits
from zaria.lessons.shipped_lessons import games_with_lessons, lesson

pytestmark = pytest.mark.browser

DONE = {"bg": "Завършен", "tr": "Bitti"}


@pytest.mark.parametrize(
    ("game", "language", "means"),
    by_day(
        [
            ("tabla", "tr", "keyboard"),
            ("indiyka", "bg", "taps"),
            ("chess", "tr", "taps"),
        ],
        product(games_with_lessons(), DONE, ("taps", "keyboard")),
    ),
)
def test_a_lesson_is_played_through(visit: Visits, game: str, language: str, means: str) -> None:
    page = lesson_of(visit, game, language)
    assert play_through(page, fits, keys=means == "keyboard") == len(lesson(game).boards)
    page.goto("/learn")
    expect(page.locator(f"a[href='/learn/{game}'] small")).to_have_text(DONE[language])


def test_a_wrong_turn_is_answered_and_the_second_shows_the_way(visit: Visits) -> None:
    page = lesson_of(visit, "tabla", board=3)
    for tries in (1, 2):
        press(page, 8)
        press(page, 3)
        expect(page.locator("#said")).to_contain_text("All are home now")
        expect(page.locator("#undo")).to_be_focused()
        expect(page.locator("#next")).to_be_hidden()
        page.locator("#undo").click()
        expect(page.locator("#board .ways .way")).to_have_count(0 if tries == 1 else 4)
    expect(page.locator("#said")).to_have_text("One die leads home, the other takes one off.")
    answer(page, boards(page)[2], keys=True)
    expect(page.locator("#next")).to_be_visible()


def test_steps_are_undone_before_the_turn_is_whole(visit: Visits) -> None:
    page = lesson_of(visit, "tabla", board=5)
    expect(page.locator("#undo")).to_be_disabled()
    press(page, 14)
    press(page, 10)
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").click()
    expect(page.locator("#undo")).to_be_disabled()


def test_the_first_board_asks_for_nothing_but_two_taps(visit: Visits) -> None:
    page = lesson_of(visit, "tabla")
    expect(page.locator(".men .can")).to_have_count(1)
    for _ in range(2):
        press(page, 1)
    expect(page.locator("#said")).to_have_text("Right!")


def test_a_lesson_leads_to_a_match_against_the_beginner_with_training(visit: Visits) -> None:
    page = lesson_of(visit, "chess", board=8)
    answer(page, boards(page)[7], keys=False)
    page.locator("#next").click()
    page.locator("#play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("body")).to_contain_text("Beginner")
    expect(page.locator("#hint, [data-act=hint]").first).to_be_visible()


def test_the_short_match_begins_with_five_checkers_each(visit: Visits) -> None:
    page = lesson_of(visit, "tabla", board=10)
    answer(page, boards(page)[9], keys=False)
    page.locator("#next").click()
    page.locator("#end form").first.locator("button").click()
    page.wait_for_url("**/t/*")


def test_a_fault_is_reported_with_its_board(visit: Visits) -> None:
    page = lesson_of(visit, "tapa", board=4)
    page.locator("#wrong").click()
    expect(page.locator("[name=page]")).to_have_value("/learn/tapa#4")
    expect(page.locator("[name=kind]")).to_have_value("fault")


def test_pages_of_lessons_are_accessible(visit: Visits) -> None:
    page = visit("/learn", size=NARROW)
    assert [
        fault for path in ("/learn", "/learn/tabla", "/learn/ugolki") for fault in found(page, path)
    ] == []
