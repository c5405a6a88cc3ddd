"""Automatic rolls: never while the viewer may double, unless that is switched on."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.web.table_stage import BEARING_OFF, match, state
from tests.web.conftest import Boards
from tests.web.test_table import renew, sent
from zaria.match.match import Cube

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

STEP = """async () => {
  const { nextStep } = await import('/static/js/tables/actions.js');
  return nextStep(zaria.actions)?.after ?? null;
}"""
"""After how many ms the page acts on its own, as it stands now; None: it waits for its player."""

CUBE: dict[str, Any] = {"length": 5, "cubes": True}


@pytest.mark.parametrize("bears", [False, True])
def test_nothing_rolls_while_one_may_double(board: Boards, bears: bool) -> None:
    page = board(state(match(position=BEARING_OFF, **CUBE)), settings={"speed": 0, "bear": bears})
    assert page.evaluate(STEP) is None
    expect(page.locator("#double")).to_be_enabled()
    page.locator("#roll").click()
    assert len(sent(page, "roll", 1)) == 1


def test_dice_roll_where_the_cube_cannot_be_turned(board: Boards) -> None:
    page = board(state(match(dice=(6, 1), **CUBE)))
    assert page.evaluate(STEP) is None
    opponent_cube: dict[str, Any] = {"cube": Cube(2, 1)}
    at_its_limit: dict[str, Any] = {"cube": Cube(64, None)}
    crawford: dict[str, Any] = {"crawford": True, "score": (4, 0)}
    for rolls, dead in enumerate((opponent_cube, at_its_limit, crawford), 1):
        renew(page, state(match(**CUBE, **dead)))
        assert len(sent(page, "roll", rolls)) == rolls
        renew(page, state(match(dice=(6, 1), **CUBE)))


def test_who_switches_it_on_has_a_moment_to_double(board: Boards) -> None:
    page = board(state(match(**CUBE)), settings={"speed": 0, "roll_double": True})
    expect(page.locator("#double")).to_be_visible()
    assert page.evaluate(STEP) >= 1000
    assert len(sent(page, "roll", 1)) == 1


def test_the_switch_is_off_at_first_and_only_where_there_is_a_cube(board: Boards) -> None:
    switch = "[data-set=roll_double]"
    page = board(state(match(**CUBE)))
    page.click("#tab-settings")
    expect(page.locator(switch)).to_have_attribute("aria-checked", "false")
    page.click(switch)
    expect(page.locator(switch)).to_have_attribute("aria-checked", "true")
    page = board()
    page.click("#tab-settings")
    expect(page.locator("[data-set=roll]")).to_be_visible()
    expect(page.locator(switch)).to_have_count(0)
