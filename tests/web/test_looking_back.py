"""Going back through a running game: by list, wheel and keys, while the game goes on."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE, Size, becomes
from tests.support.web.board_stage import ITALIAN, at, log
from tests.support.web.table_stage import Stage, event, match, state
from tests.web.conftest import Open
from tests.web.test_squares import click
from tests.web.test_table import opponent_turn, push, sent
from zaria.live.matches.game_positions import GamePositions, LinePosition, SquaresPosition
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import LogLine
from zaria.match import events as ev
from zaria.match.match import Result
from zaria.match.view import moment

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

MOVES = ITALIAN[:6]
SHOWN = "() => zaria.table.past.value?.number ?? null"


def chess_positions() -> bytes:
    """The positions of the game of `MOVES`, as the server has them."""
    lines = log("chess", *MOVES)
    positions = []
    for number in range(len(MOVES) + 1):
        squares = moment(at("chess", None, *MOVES[:number])).squares
        assert squares is not None
        line = lines[number - 1] if number else None
        side, text = (line.side, line.text) if line is not None else (-1, "")
        positions.append(LinePosition(side, text, squares=SquaresPosition(squares.board, squares.last)))
    return encode(GamePositions(1, positions))


@pytest.fixture
def page_of(table: Open, stage: Stage) -> Open:
    """Opens the table of a game of chess with six moves played."""
    stage.extra["/t/m/positions.json"] = chess_positions()

    def open_page(size: Size, you: int | None = 0) -> Page:
        return table(state(at("chess", None, *MOVES), you=you, log=log("chess", *MOVES)), size=size)

    return open_page


def test_list_keys_and_wheel_lead_back_and_the_button_to_the_present(page_of: Open) -> None:
    page = page_of(size={"viewport": {"width": 1280, "height": 800}})
    page.locator("[data-line='3']").click()
    becomes(page, SHOWN, 3)
    expect(page.locator(".moves [aria-current]")).to_have_text("Nf3")
    becomes(page, "() => zaria.view.pieces.get(45)?.letter", "N")
    expect(page.locator("#board")).to_have_class("board squares eight past")
    expect(page.locator("#live")).to_have_text("Earlier position: 3 of 6. You: Nf3")
    page.keyboard.press("ArrowLeft")
    becomes(page, SHOWN, 2)
    page.keyboard.press("Home")
    becomes(page, SHOWN, 0)
    becomes(page, "() => zaria.view.pieces.get(52)?.letter", "P")
    page.mouse.move(400, 400)
    page.mouse.wheel(0, 120)
    becomes(page, SHOWN, 1)
    page.locator("#past-after").click()
    becomes(page, SHOWN, 2)
    page.locator("#past-live").click()
    becomes(page, SHOWN, None)
    expect(page.locator("#resign")).to_be_visible()
    expect(page.locator("#live")).to_have_text("Present position")


def test_no_move_is_made_from_an_earlier_position(page_of: Open) -> None:
    page = page_of(size={"viewport": {"width": 1280, "height": 800}})
    page.keyboard.press("ArrowLeft")
    becomes(page, SHOWN, 5)
    click(page, "d2", "d3")
    page.locator("[data-at='51']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    becomes(page, SHOWN, None)
    assert sent(page, "move") == []
    click(page, "d2", "d3")
    assert sent(page, "move", 1)[0]["k"]["move"] == "d2d3"


def test_an_event_leaves_the_earlier_position_and_the_turn_is_announced(page_of: Open) -> None:
    page = page_of(size=PHONE, you=1)
    page.locator("#menu").click()
    page.locator("[data-line='2']").tap()
    becomes(page, SHOWN, 2)
    expect(page.locator("#past-live")).to_have_text("Live")
    after = at("chess", None, *MOVES, "e1g1")
    push(page, event(8, ev.Moved(at=1, side=0, move="e1g1", text="O-O"), after, you=1))
    expect(page.locator("#past-live small")).to_have_text("Your turn")
    expect(page.locator("#live")).to_have_text("Irina: O-O. Your turn")
    becomes(page, SHOWN, 2)
    becomes(page, "() => zaria.view.pieces.get(62)?.letter", "N")
    page.locator("#past-live").tap()
    becomes(page, "() => zaria.view.pieces.get(62)?.letter", "K")
    becomes(page, "() => zaria.table.moving.value", True)


def test_after_the_match_the_button_leads_to_the_end(table: Open, stage: Stage) -> None:
    stage.extra["/t/m/positions.json"] = chess_positions()
    result = Result(0, 1, "single", "resign")
    over = at("chess", None, *MOVES, phase="over", winner=0, result=result, secret="ab" * 32)
    page = table(state(over, log=log("chess", *MOVES)), size={"viewport": {"width": 1280, "height": 800}})
    expect(page.locator(".beside > .pane")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".beside > .pane")).to_have_count(0)
    page.locator("[data-line='3']").click()
    expect(page.locator("#past-live")).to_have_text("End")
    page.locator("#past-live").click()
    becomes(page, SHOWN, None)


def test_a_move_planned_ahead_is_sent_meanwhile(page_of: Open) -> None:
    page = page_of(size={"viewport": {"width": 1280, "height": 800}}, you=1)
    click(page, "d7", "d6")
    page.keyboard.press("Home")
    becomes(page, SHOWN, 0)
    after = at("chess", None, *MOVES, "e1g1")
    push(page, event(8, ev.Moved(at=1, side=0, move="e1g1", text="O-O"), after, you=1))
    assert sent(page, "move", 1)[0]["k"]["move"] == "d7d6"
    becomes(page, SHOWN, 0)


def test_positions_of_another_game_are_not_shown(page_of: Open, stage: Stage) -> None:
    page = page_of(size={"viewport": {"width": 1280, "height": 800}})
    stage.extra["/t/m/positions.json"] = encode(GamePositions(2, []))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#live")).to_contain_text("Can't load earlier positions right now.")
    becomes(page, SHOWN, None)


def test_a_game_with_dice_keeps_its_unsent_steps(table: Open, stage: Stage) -> None:
    before, rolled = match(turn=1), match(dice=(6, 1), rolls=2)
    first, second = moment(before), moment(rolled)
    stage.extra["/t/m/positions.json"] = encode(
        GamePositions(
            1,
            [
                LinePosition(-1, "", first.men, first.pins, first.cube),
                LinePosition(1, "8/5 6/5", second.men, second.pins, second.cube, second.last),
            ],
        )
    )
    page = table(state(rolled, log=[LogLine(1, (3, 1), "8/5 6/5")]))
    page.evaluate("() => zaria.actions.go([[13, 6]])")
    page.keyboard.press("ArrowLeft")
    becomes(page, SHOWN, 0)
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    expect(page.locator(".ctl")).to_have_count(0)
    page.keyboard.press("End")
    becomes(page, SHOWN, None)
    becomes(page, "() => zaria.table.moves.value", [[13, 6]])
    assert sent(page, "play") == []


def test_a_key_shows_the_last_turn_again(table: Open) -> None:
    page = table(state(match(turn=1)))
    push(page, *opponent_turn())
    becomes(page, "() => zaria.actions.canLookBack", True)
    page.keyboard.press("a")
    becomes(page, "() => zaria.table.flight.value?.checkers[1][8]", 3)
