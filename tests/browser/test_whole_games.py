"""Every game to its end: on a phone by taps alone, and at a desk by keys alone."""

from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_squares import check_record
from tests.support.browser.board_pages import Touch, finger, play, sit_down
from tests.support.browser.keyboard import KeySeat, arrows, tab_to
from tests.support.browser.short_games import SHORT
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, check_saved_record
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from zaria import games
from zaria.match.events import GameEnded, MatchEnded
from zaria.web.messages.table import WORDS

pytestmark = pytest.mark.browser


class Hands(NamedTuple):
    """A screen, and the two ways to play on it: at a board of points, and at one of squares."""

    size: Size
    seat: type[Seat]
    touch: Touch


HANDS = {"taps": Hands(PHONE, Seat, finger), "keys": Hands(DESKTOP, KeySeat, arrows)}
ON_SQUARES = games.names_on_squares()
OF_DICE = [name for name in games.names() if name not in ON_SQUARES]
OUTSIDE = """([width, height]) => [...document.querySelectorAll('#table *')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })
    && !one.closest('svg *, .sr, .skip, .keys'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width && box.height && (box.left < -1 || box.right > width + 1
    || (one.matches('#board, #roll, #done, #undo') && (box.top < -1 || box.bottom > height + 1))))
  .map(([one]) => one.outerHTML.slice(0, 120))"""
"""The parts of a table that stick out at a side of the screen; the board and what a turn is made with also
above and below.

The screen is given: on a phone the window grows with what sticks out.
"""


def look(page: Page) -> None:
    """Nothing of the table lies outside the screen."""
    size = page.viewport_size
    assert size is not None
    assert page.evaluate(OUTSIDE, [size["width"], size["height"]]) == []


def begin(page: Page, game: str, hands: str) -> None:
    """From the front page to a table against the computer, by taps or by keys."""
    if hands == "taps":
        if not page.locator(f"#{game}").is_visible():
            page.locator(".more-games > summary").tap()
        page.locator(f"#{game} .go").tap()
        return
    if not page.locator(f"#{game}").is_visible():
        tab_to(page, ".more-games > summary")
        page.keyboard.press("Enter")
        expect(page.locator(f"#{game}")).to_be_visible()
    tab_to(page, f"#{game} .go")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("game", "hands"), by_day([("hypergammon", "taps")], product(OF_DICE, HANDS)))
def test_a_game_of_dice_against_the_computer(visit: Visits, tmp_path: Path, game: str, hands: str) -> None:
    page = visit(size=HANDS[hands].size, settings=BY_HAND)
    begin(page, game, hands)
    page.wait_for_url("**/t/*")
    seat = HANDS[hands].seat(page)
    seat.play_on(look)
    expect(page.locator("#outcome")).to_be_visible()
    look(page)
    you = seat.state()["you"]
    events = check_saved_record(page, tmp_path)
    ended = [event for event in events if isinstance(event, GameEnded)]
    closed = events[-1]
    assert isinstance(closed, MatchEnded)
    assert {event.how for event in ended} <= {"played", "stuck"}
    won = [sum(event.points for event in ended if event.winner in (side, None)) for side in (0, 1)]
    assert closed.score == tuple(won)
    headline = "Draw" if closed.winner is None else "You won!" if closed.winner == you else "You lost"
    expect(page.locator("#outcome")).to_have_text(headline)
    expect(page.locator(".score b")).to_have_text(f"{won[you]} : {won[1 - you]}")


@pytest.mark.parametrize(
    ("game", "hands"),
    by_day([("turkish-draughts", "keys"), ("chess", "taps")], product(ON_SQUARES, HANDS)),
)
def test_a_game_on_squares_between_two(visit: Visits, tmp_path: Path, game: str, hands: str) -> None:
    short, (size, _, touch) = SHORT[game], HANDS[hands]
    sides = sit_down(visit, game, (size, size), **short.options)
    first = games.board_game(game).first
    for ply, move in enumerate(short.moves.split()):
        play(sides[ply % 2], ply, move, touch)
        look(sides[ply % 2])
    for side, page in zip((first, 1 - first), sides, strict=True):
        expect(page.locator("#outcome")).to_have_text("You won!" if side == short.winner else "You lost")
        expect(page.locator(".how")).to_have_text(WORDS[f"why_{short.reason}"])
        look(page)
    check_record(sides[0], game, tmp_path)
