"""Taking a turn back with the opponent's consent: the button of one side, the question to the other."""

import json
import re
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, becomes
from tests.support.match.dice_matches import Table
from tests.support.web.board_stage import ITALIAN, at
from tests.support.web.table_stage import BEARING_OFF, NOW, Stage, event, match, state
from tests.support.web.table_stage import page as table_page
from tests.web.conftest import Boards, Open
from tests.web.test_table import idle, push, sent
from zaria.live.sockets.protocol.server import LogLine
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.clock import Clock
from zaria.match.match import TakebackPoint, TakebackRequests
from zaria.match.terms import ClockTerms, Terms

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SIZES = {"desktop": DESKTOP, "phone": PHONE}
ASKING = [("phone", "tabla"), ("desktop", "chess")]
"""The screens and games on which `make test` asks to take a turn back."""
SCREENS = {
    (360, 640): ["race", "indiyka", "chess"],
    (390, 844): ["tabla"],
    (740, 360): ["tabla", "chess"],
    (820, 1180): ["tabla", "chess"],
    (1440, 900): ["chess"],
}
CLOCK: dict[str, Any] = {
    "clock": ClockTerms(delay=12_000, bank=60_000),
    "running": Clock((60_000, 59_000), 0, NOW),
}
REQUEST = TakebackRequests(waiting=1, requested=True)
ASKED = {
    "tabla": lambda: match(**CLOCK, requests=REQUEST),
    "race": lambda: match(position=BEARING_OFF, **CLOCK, requests=REQUEST),
    "indiyka": lambda: match("indiyka", **CLOCK, requests=REQUEST),
    "chess": lambda: at("chess", None, *ITALIAN, requests=REQUEST),
}
COVERED = """() => {
  const rect = document.querySelector('.back-answer').getBoundingClientRect();
  const seen = [...document.querySelectorAll('#board, .clock, .table button, .table a')];
  return seen.filter((el) => !el.closest('.back-answer, .moves') && el.checkVisibility()).map((el) => {
    const { left, right, top, bottom } = el.getBoundingClientRect();
    const apart = right <= rect.left || left >= rect.right || bottom <= rect.top || top >= rect.bottom;
    return apart ? '' : el.id || el.className;
  }).filter(Boolean);
}"""
"""The board, clocks and buttons that the question lies over."""


class Casual:
    """A match of two people, and how many events its page has seen."""

    def __init__(self, game: str) -> None:
        self.table = Table(Terms(game), (6, 1), (4, 2), (3, 1), (5, 5))
        self.seen = 7

    def turn(self) -> LogLine:
        """Play the next turn; return its line in the list of moves."""
        match = self.table.match
        if match.game.is_board:
            position = match.board_position()
            (moved, *_) = self.table.act(cmd.Move(position.legal_moves()[0].move, position.plies))
            assert isinstance(moved, ev.Moved)
            return LogLine(moved.side, (), moved.text)
        if match.phase == "roll":
            self.table.act(cmd.Roll())
        dice = self.table.match.dice
        (played, *_) = self.table.play()
        assert isinstance(played, ev.TurnPlayed)
        return LogLine(played.side, dice or (), played.text)

    def state(self, you: int | None, *log: LogLine) -> bytes:
        return state(replace(self.table.match, id="m"), you=you, log=log)

    def do(self, side: int, command: cmd.Command, you: int | None) -> dict[str, object]:
        """Give a command; return the message of its event."""
        (happened,) = self.table.do(side, command)
        self.seen += 1
        return event(self.seen, happened, replace(self.table.match, id="m"), you)


@pytest.mark.parametrize(("size", "game"), by_day(ASKING, product(SIZES, ("tabla", "chess"))))
def test_a_side_asks_and_plays_the_turn_again(board: Boards, size: str, game: str) -> None:
    casual = Casual(game)
    side = casual.table.match.turn
    line = casual.turn()
    page = board(casual.state(side, line), size=SIZES[size])
    ask = page.locator("#me #takeback")
    ask.click()
    assert sent(page, "requestback", 1)[0]["k"] == {"t": "requestback"}
    push(page, casual.do(side, cmd.RequestTakeback(), side))
    expect(ask).to_have_count(0)
    expect(page.locator("#live")).to_have_text("You ask to take your turn back")
    push(page, casual.do(1 - side, cmd.AcceptTakeback(), side))
    expect(page.locator("#live")).to_have_text("You take your turn back")
    idle(page)
    assert page.evaluate("() => [zaria.table.log.value.length, zaria.actions.mine]") == [0, True]


@pytest.mark.parametrize(("size", "game"), by_day(ASKING, product(SIZES, ("tabla", "chess"))))
def test_the_other_side_is_asked_beside_its_buttons(board: Boards, size: str, game: str) -> None:
    casual = Casual(game)
    side = casual.table.match.turn
    line = casual.turn()
    settings = {"roll": False, "speed": 0}
    page = board(casual.state(1 - side, line), size=SIZES[size], settings=settings)
    expect(page.locator("#takeback")).to_have_count(0)
    before = page.locator("#acts").bounding_box()
    push(page, casual.do(side, cmd.RequestTakeback(), 1 - side))
    question = page.locator(".back-answer")
    name = page.locator("#opp .name span").first.inner_text()
    expect(question.locator("p")).to_have_text(f"{name} asks to take a turn back")
    assert page.locator("#acts").bounding_box() == before
    accept = question.get_by_role("button", name="Accept")
    accept.click()
    assert sent(page, "acceptback", 1)[0]["k"] == {"t": "acceptback"}
    push(page, {"t": "ack", "c": sent(page, "acceptback", 1)[0]["c"], "n": casual.seen})
    push(page, casual.do(1 - side, cmd.DeclineTakeback(), 1 - side))
    expect(question).to_have_count(0)
    expect(page.locator("#live")).to_have_text("You decline: the turn stands")


@pytest.mark.parametrize(
    ("width", "height", "game"),
    by_day(
        [(360, 640, "race"), (740, 360, "chess"), (820, 1180, "tabla")],
        [(*screen, game) for screen, names in SCREENS.items() for game in names],
    ),
)
def test_the_question_covers_no_board_clock_or_button(
    board: Boards, width: int, height: int, game: str
) -> None:
    size = {"viewport": {"width": width, "height": height}, "has_touch": width != 1440}
    page = board(state(ASKED[game]()), size=size, settings={"roll": False, "speed": 0, "bear": False})
    expect(page.locator(".back-answer p")).to_have_text("Stoyan asks to take a turn back")
    becomes(page, COVERED, [])


APART = """() => {
  const parts = ['#bear', '#takeback, #me .back-waits', '#me .clock', '#me .name'];
  const boxes = parts.map((part) => document.querySelector(part).getBoundingClientRect());
  return boxes.every((a, i) => a.width && boxes.slice(i + 1).every((b) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
}"""
"""A script: whether the parts of the own card are visible, and none lies over another one."""


@pytest.mark.parametrize(
    ("width", "height"), by_day([(360, 640), (740, 360)], [(360, 640), (740, 360), (820, 1180), (1440, 900)])
)
def test_in_a_race_the_request_stands_beside_the_button_for_bearing_off(
    board: Boards, width: int, height: int
) -> None:
    race = match(position=BEARING_OFF, turn=1, **CLOCK)
    before = replace(match(position=BEARING_OFF, **CLOCK), past=())
    past = (TakebackPoint(before, ((6, 1), (5, 1)), ""),)
    size = {"viewport": {"width": width, "height": height}, "has_touch": width != 1440}
    settings = {"roll": False, "speed": 0, "bear": False}
    page = board(state(replace(race, past=past), you=0), size=size, settings=settings)
    expect(page.locator("#me #takeback")).to_be_visible()
    becomes(page, APART, True)
    page.locator("#bear").click()
    expect(page.locator("#bear")).to_have_attribute("aria-pressed", "true")
    waiting = replace(race, past=past, requests=TakebackRequests(waiting=0, requested=True))
    page = board(state(waiting, you=0), size=size, settings=settings)
    expect(page.locator("#me .back-waits")).to_have_text("Stoyan is thinking it over")
    becomes(page, APART, True)


def test_nothing_rolls_by_itself_while_a_request_waits(board: Boards) -> None:
    casual = Casual("tabla")
    side = casual.table.match.turn
    line = casual.turn()
    casual.table.do(side, cmd.RequestTakeback())
    page = board(casual.state(1 - side, line))
    roll = page.get_by_role("button", name="Roll")
    expect(roll).to_be_visible()
    push(page, casual.do(1 - side, cmd.DeclineTakeback(), 1 - side))
    assert sent(page, "roll", 1)[0]["k"] == {"t": "roll"}


@pytest.mark.parametrize(("size", "game"), ASKING)
def test_the_own_request_is_seen_to_wait_after_a_reload_too(board: Boards, size: str, game: str) -> None:
    casual = Casual(game)
    side = casual.table.match.turn
    line = casual.turn()
    casual.table.do(side, cmd.RequestTakeback())
    page = board(casual.state(side, line), size=SIZES[size])
    name = page.locator("#opp .name span").first.inner_text()
    expect(page.locator("#me .back-waits")).to_have_text(f"{name} is thinking it over")
    push(page, casual.do(1 - side, cmd.DeclineTakeback(), side))
    expect(page.locator(".back-waits")).to_have_count(0)


STEP = "() => { const [[from, die]] = zaria.table.tree.value[0]; zaria.actions.go([[from, die]]); }"
STEPS = "() => [zaria.table.moves.value.length, zaria.table.held.value]"


def test_a_turn_taken_back_waits_for_its_player_after_a_reload_too(table: Open, stage: Stage) -> None:
    casual = Casual("tabla")
    side = casual.table.match.turn
    line = casual.turn()
    page = table(casual.state(side, line), settings={"speed": 0, "sound": False, "done": True})
    push(page, casual.do(side, cmd.RequestTakeback(), side))
    push(page, casual.do(1 - side, cmd.AcceptTakeback(), side))
    becomes(page, STEPS, [0, True])
    page.evaluate(STEP)
    stage.extra["/"] = table_page(casual.state(side))
    page.reload()
    page.wait_for_selector("html[data-ready]")
    becomes(page, STEPS, [1, True])


def test_steps_of_a_roll_that_is_void_go_where_the_line_was_down(board: Boards) -> None:
    casual = Casual("tabla")
    side = casual.table.match.turn
    line = casual.turn()
    casual.table.act(cmd.Roll())
    casual.table.do(side, cmd.RequestTakeback())
    page = board(casual.state(1 - side, line))
    page.evaluate(STEP)
    becomes(page, STEPS, [1, False])
    casual.table.do(1 - side, cmd.AcceptTakeback())
    push(page, json.loads(casual.state(1 - side)))
    becomes(page, STEPS, [0, False])


def test_spectators_see_the_request_and_the_board_after_it(board: Boards) -> None:
    casual = Casual("tabla")
    side = casual.table.match.turn
    line = casual.turn()
    page = board(casual.state(None, line))
    name = casual.table.match.players[side].name  # type: ignore[union-attr]
    push(page, casual.do(side, cmd.RequestTakeback(), None))
    expect(page.locator("#live")).to_have_text(f"{name} asks to take a turn back")
    expect(page.locator(".back-answer, #takeback")).to_have_count(0)
    push(page, casual.do(1 - side, cmd.AcceptTakeback(), None))
    expect(page.locator("#live")).to_have_text(f"{name} takes a turn back")
    expect(page.locator(".moves li")).to_have_count(0)


def test_a_turn_that_counts_has_no_such_button(board: Boards) -> None:
    casual = Casual("tabla")
    side = casual.table.match.turn
    line = casual.turn()
    page = board(casual.state(side, line))
    expect(page.locator("#takeback")).to_have_attribute("aria-label", re.compile("take back"))
    casual.table.match = replace(casual.table.match, past=())
    page = board(casual.state(side, line))
    expect(page.locator("#takeback")).to_have_count(0)
