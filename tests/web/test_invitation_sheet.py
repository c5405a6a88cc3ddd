"""The sheet of an open table stands beside the board or below it, so that one sees what one is invited to."""

from itertools import product

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from tests.support.by_day import by_day
from tests.support.web.board_stage import at
from tests.support.web.table_stage import match, state
from tests.web.conftest import Open
from zaria.match.match import Match
from zaria.match.terms import ClockTerms

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

BY_DAY = [((360, 740), "tabla"), ((740, 360), "chess"), ((820, 1180), "tabla")]
"""The screens and games of `make test`."""
SIZES = ((360, 740), (390, 844), (740, 360), (820, 1180), (1440, 900))
BOXES = """() => ['#board', '#wait > .pane', '#sit'].map((css) => {
  const { left, top, right, bottom } = document.querySelector(css).getBoundingClientRect();
  return [left, top, right, bottom];
})"""
SMALLEST_BOARD = 170
"""Pixels."""


def _invited(game: str) -> Match:
    """A table that waits for the second player."""
    clock = ClockTerms(delay=20_000, bank=240_000)
    begun = at("chess", None) if game == "chess" else match(game, clock=clock, length=5)
    return replace(begun, phase="open", game_no=0, players=(begun.players[0], None))


@pytest.mark.parametrize(("size", "game"), by_day(BY_DAY, product(SIZES, ("tabla", "chess"))))
def test_the_invitation_covers_nothing_of_the_board(table: Open, size: tuple[int, int], game: str) -> None:
    width, height = size
    page = table(
        state(_invited(game), you=None, seat=1),
        size={"viewport": {"width": width, "height": height}, "has_touch": width < 1000},
    )
    expect(page.locator(".pane h2")).to_have_text("Irina invites you")
    expect(page.locator(".pane")).to_contain_text("How to play")
    board, sheet, button = page.evaluate(BOXES)
    assert board[2] <= sheet[0] or board[3] <= sheet[1]
    assert min(board[2] - board[0], board[3] - board[1]) >= SMALLEST_BOARD
    assert sheet[0] <= button[0] < button[2] <= sheet[2]
    assert sheet[1] <= button[1] < button[3] <= min(sheet[3], height)
