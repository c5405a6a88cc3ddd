"""Captures, material and men at home on the cards of games on squares."""

import pytest
from playwright.sync_api import expect

from tests.support.chromium import PHONE
from tests.support.web.board_stage import at
from tests.support.web.table_stage import state
from tests.web.conftest import Boards

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_pieces_and_material_in_chess_stand_beside_the_players(board: Boards) -> None:
    position = "r1bqkb1r/ppp2ppp/8/8/8/8/PPP1PPPP/R3K2R w KQkq - 0 1"
    page = board(state(at("chess", position)), size=PHONE)
    captures, opposing = page.locator("#me .captures"), page.locator("#opp .captures")
    expect(captures).to_have_attribute("aria-label", "Captured: pawn ×2, knight ×2")
    expect(captures.locator("svg")).to_have_count(4)
    expect(opposing).to_have_attribute("aria-label", "Captured: pawn, knight ×2, bishop ×2, queen")
    expect(page.locator("#opp .sub b")).to_have_text("+14")
    expect(page.locator("#me .sub b")).to_have_count(0)


def test_men_in_draughts_count_until_the_capture_is_over(board: Boards) -> None:
    page = board(state(at("russian-draughts", "W:Wc3:Bb6,d6,f6,d4")))
    captures = page.locator("#me .captures svg")
    expect(captures).to_have_count(8)
    page.evaluate("() => { zaria.actions.pick(42); zaria.actions.go(28); }")
    expect(page.locator(".pc.gone")).to_have_count(1)
    expect(captures).to_have_count(9)


def test_thirty_men_have_room_on_a_phone(board: Boards) -> None:
    page = board(state(at("canadian-draughts", "W:W67:B6")), size=PHONE)
    for captures in page.locator(".card .captures").all():
        expect(captures.locator("svg")).to_have_count(29)
        box, card = captures.bounding_box(), captures.locator("xpath=ancestor::*[@id][1]").bounding_box()
        assert box is not None
        assert card is not None
        assert box["x"] + box["width"] <= card["x"] + card["width"] <= 360
    expect(page.locator(".card .captures")).to_have_count(2)


def test_ugolki_counts_the_men_at_home(board: Boards) -> None:
    page = board(state(at("ugolki")))
    expect(page.locator("#me .sub")).to_contain_text("In the house 0/12")
