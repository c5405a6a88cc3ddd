"""Beside the board: the time of the game, the sum of the dice, profiles, and the way out of who looks on."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE
from tests.support.web.board_stage import ITALIAN, at
from tests.support.web.table_stage import NOW, Stage, event, match, state
from tests.web.conftest import Boards
from tests.web.test_table import push, renew
from tests.web.test_waiting import booted
from zaria.live.sockets.catch_up import totals
from zaria.live.sockets.protocol.server import Totals
from zaria.match import events as ev
from zaria.match.events import Player
from zaria.match.stakes import Stakes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
SEATED = (Player("a", "Irina", "#8a4b3a", member=True), Player("b", "Stoyan", "#3f6a86"))


def test_the_time_of_a_game_and_its_dice_are_counted_from_its_events() -> None:
    first: list[ev.Event] = [
        ev.GameStarted(at=1_000, number=1, crawford=False, starter=None),
        ev.OpeningRolled(at=2_000, n=1, dice=(3, 3)),
        ev.OpeningRolled(at=3_000, n=2, dice=(5, 2)),
        ev.Rolled(at=4_000, side=1, n=3, dice=(6, 6)),
        ev.Rolled(at=5_000, side=0, n=4, dice=(1, 2)),
    ]
    assert totals([]) is None
    assert totals(first) == Totals(1_000, None, (11, 17))
    over = ev.GameEnded(at=9_000, winner=0, points=1, kind="single", how="resigned")
    assert totals([*first, over]) == Totals(1_000, 9_000, (11, 17))
    second = ev.GameStarted(at=20_000, number=2, crawford=False, starter=0)
    assert totals([*first, over, second]) == Totals(20_000)


def test_the_table_says_how_long_the_game_takes_and_what_was_thrown(board: Boards) -> None:
    began = Totals(NOW - 754_000, None, (40, 31))
    page = board(booted(match(), totals=began), settings={"roll": False, "speed": 0})
    expect(page.locator(".totals")).to_contain_text("Game time 12:3", use_inner_text=True)
    sums = page.locator("#dice-sums")
    for you in (0, 1, None):
        renew(page, booted(match(), you=you, totals=began))
        expect(sums).to_have_text("Dice total 31 : 40" if you else "Dice total 40 : 31", use_inner_text=True)
        rolled = ev.Rolled(at=NOW, side=0, n=2, dice=(6, 6))
        push(page, event(8, rolled, match(dice=(6, 6)), you=you))
        expect(sums).to_have_text("Dice total 31 : 52" if you else "Dice total 52 : 31", use_inner_text=True)
    page.locator("#tab-settings").click()
    expect(sums).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_a_tall_phone_shows_time_and_dice_without_the_menu(table: Open, width: int, height: int) -> None:
    phone = {**PHONE, "viewport": {"width": width, "height": height}}
    page = table(booted(match(), totals=Totals(NOW - 3_727_000, None, (140, 131))), size=phone)
    line = page.locator(".totals")
    expect(line).to_be_in_viewport(ratio=1)
    expect(line).to_contain_text("Dice total 140 : 131", use_inner_text=True)
    assert line.evaluate("line => line.scrollWidth - line.clientWidth") <= 0
    expect(page.locator("#side > :not(.totals)").first).to_be_hidden()
    page.locator("#menu").click()
    page.locator("#tab-settings").click()
    expect(line).to_be_hidden()
    sheet = page.locator("#side").bounding_box()
    assert sheet is not None
    assert (sheet["width"], sheet["y"] + sheet["height"]) == (width, height)
    assert sheet["height"] > height / 2
    page.set_viewport_size({"width": width, "height": 560})
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()


def test_beside_the_time_stands_the_stake(board: Boards) -> None:
    page = board(booted(match(stakes=Stakes(25_00, unit="credits")), totals=Totals(NOW)))
    expect(page.locator("#stake")).to_have_text("Stake 25.00", use_inner_text=True)


def test_on_squares_there_is_a_time_and_no_dice(board: Boards) -> None:
    page = board(booted(at("chess"), totals=Totals(NOW - 3_727_000)))
    expect(page.locator("#game-time")).to_contain_text("1:02:0")
    expect(page.locator("#dice-sums")).to_have_count(0)


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_who_looks_on_has_a_way_out_and_no_buttons_of_players(board: Boards, game: str) -> None:
    of: Any = at("chess") if game == "chess" else match()
    page = board(state(of, you=None))
    for button in ("#resign", "#draw", "#roll", "#undo", "#done"):
        expect(page.locator(button)).to_have_count(0)
    expect(page.locator("#leave")).to_have_attribute("href", "/")
    expect(page.locator("#acts button:disabled")).to_have_count(0)
    phone = board(state(of, you=None), size=PHONE)
    phone.locator("#menu").click()
    expect(phone.locator("a.leave")).to_have_attribute("href", "/")
    expect(phone.locator("#resign")).to_have_count(0)


def test_a_phone_offers_one_way_to_leave_a_game_that_has_just_begun(table: Open) -> None:
    for board, label, links in ((at("chess"), "Leave", 0), (at("chess", None, *ITALIAN), "Resign", 1)):
        page = table(state(board), size=PHONE)
        page.locator("#menu").tap()
        expect(page.locator("#resign")).to_have_text(label)
        expect(page.locator("a.leave")).to_have_count(links)


def test_the_picture_of_a_member_leads_to_the_profile(table: Open, stage: Stage) -> None:
    stage.extra["/t/m/ratings"] = b'{"now": [null, null], "changes": [null, null]}'
    page = table(state(match(players=SEATED)))
    expect(page.locator("#me a.av")).to_have_attribute("href", "/@Irina")
    expect(page.locator("#opp a.av")).to_have_count(0)
    expect(page.locator("#opp div.av")).to_have_count(1)
