"""Flights of pieces: every landing is seen, nothing jumps, and reduced motion has no flights."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.web.board_stage import at
from tests.support.web.table_stage import event, state
from tests.web.test_table import point, push
from zaria.match import events as ev

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
SLOW: dict[str, Any] = {"speed": 0.5, "sound": False}
BRANCHING = "W:Wc3:Bb6,d6,f6,d4"
STILL = "() => { Element.prototype.animate = () => { throw new Error('something was to fly'); }; }"
# Where the only light man stands in its flight, in squares, when these shares of it are over.
FLOWN = """(shares) => {
  const { view } = zaria, side = view.field.clientWidth / view.size;
  const { el, flight } = [...view.pieces.values()].find((one) => one.letter === 'w');
  flight.pause();
  return shares.map((share) => {
    flight.currentTime = share * flight.effect.getComputedTiming().duration;
    const { e, f } = new DOMMatrix(getComputedStyle(el).transform);
    return [e / side, f / side].map((n) => Math.round(n * 100) / 100);
  });
}"""


def click(page: Page, *squares: int) -> None:
    for square in squares:
        page.mouse.click(*point(page, square))


C3, A5, E5, C7 = 42, 24, 28, 10


def test_a_capture_rests_on_every_square_of_its_way(table: Open) -> None:
    page = table(state(at("russian-draughts", BRANCHING)), settings=SLOW)
    click(page, C3, A5)
    # three equal legs and two rests
    assert page.evaluate(FLOWN, [0, 0.36, 0.68, 1]) == [[2, 5], [4, 3], [2, 1], [0, 3]]


def test_a_step_that_comes_early_goes_on_from_where_the_piece_is(table: Open) -> None:
    page = table(state(at("russian-draughts", BRANCHING)), settings=SLOW)
    click(page, C3, E5)
    [[x, y]] = page.evaluate(FLOWN, [0.2])
    assert 2 < x < 4
    click(page, C7)
    assert page.evaluate(FLOWN, [0, 1]) == [[x, y], [2, 1]]


def test_nothing_flies_for_whom_motion_is_reduced(table: Open) -> None:
    page = table(state(at("russian-draughts", BRANCHING)), settings=SLOW)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(STILL)
    click(page, C3, E5)
    assert page.evaluate("() => zaria.view.pieces.get(28).letter") == "w"
    click(page, A5)
    expect(page.locator(".pc")).to_have_count(2)


def test_the_other_sides_castling_is_there_at_once_without_motion(table: Open) -> None:
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5")
    page = table(state(at("chess", None, *moves), you=1), settings=SLOW)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(STILL)
    push(page, event(8, ev.Moved(at=1, side=0, move="e1g1", text="O-O"), at("chess", None, *moves, "e1g1")))
    page.wait_for_function("() => zaria.table.at.value.slice(-4).join('.') === '.R.K.'")
    assert page.evaluate("() => [61, 62].map((at) => zaria.view.pieces.get(at).letter).join('')") == "RK"
