"""Settings at the table: each does what it says, and a member's travel with them."""

import json
from collections.abc import Callable, Iterator
from email.message import Message

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.chromium import AT_ONCE, Lent, Visits, becomes
from tests.support.web.table_stage import BEARING_OFF, NOW, Stage, event, match, page, state
from tests.web.conftest import EMPTY, Boards
from tests.web.test_table import lie, point, push, renew, sent
from zaria.match import events as ev
from zaria.match.evolve import evolve

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
LOUD = """() => {
  window.heard = { sources: 0, buzz: 0 };
  const make = AudioContext.prototype.createBufferSource;
  AudioContext.prototype.createBufferSource = function () { heard.sources++; return make.call(this); };
  Object.defineProperty(navigator, 'vibrate', { value: () => ++heard.buzz, configurable: true });
}"""
TELL = "async () => { window.tell = await import('/static/js/shell/announcer.js'); }"
DOUBLE = "() => { tell.sound('double'); return heard.sources > 0; }"


@pytest.mark.parametrize(("double", "steps"), [("lead", [[13, 6]]), ("far", [[13, 6], [7, 1]]), ("off", [])])
def test_a_double_tap_does_what_was_chosen(board: Boards, double: str, steps: list[list[int]]) -> None:
    page = board(settings={**AT_ONCE, "double": double})
    page.mouse.dblclick(*point(page, 13))
    lie(page, steps)
    if not steps:
        expect(page.locator(".ghost")).to_have_count(0)  # a second tap lets go of the checker
        page.mouse.click(*point(page, 13))
        page.mouse.click(*point(page, 7))
        page.mouse.dblclick(*point(page, 8))
        lie(page, [[13, 6], [8, 1]])  # where there is no choice a tap is enough


def test_bearing_off_may_begin_by_itself(table: Open) -> None:
    race = state(match(position=BEARING_OFF, dice=(6, 3)))
    page = table(race, settings={**AT_ONCE, "bear": True})
    assert len(sent(page, "play", 1)[0]["k"]["moves"]) == 2
    expect(page.locator("#bear")).to_have_attribute("aria-pressed", "true")
    page.locator("#bear").click()
    page.locator("#mute").click()  # another setting leaves the button of this game alone
    expect(page.locator("#bear")).to_have_attribute("aria-pressed", "false")


RUN_HOME = "X=6:2,5:3,4:3,2:2,off:5;O=6:3,4:2,3:3,1:1,off:6"


def test_the_own_head_may_lie_near_where_both_run_the_same_way(board: Boards) -> None:
    page = board(state(match("long-nardy", dice=(6, 1))), settings={**AT_ONCE, "round": "far"})
    middle = page.locator("#board").bounding_box()
    assert middle
    centre = (middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    (x, y), (far_x, far_y) = point(page, 24), point(page, 1)
    assert x < centre[0]
    assert y > centre[1]
    assert abs(far_x - x) < 1
    assert far_y < centre[1]
    page.mouse.click(*point(page, 24))
    page.mouse.click(*point(page, 18))
    lie(page, [[24, 6]])


def test_arrow_keys_go_where_they_point_there(board: Boards) -> None:
    page = board(state(match("long-nardy", dice=(6, 1))), settings={**AT_ONCE, "round": "far"})
    page.locator('[data-at="24"]').focus()
    for key, at in (("ArrowRight", "23"), ("ArrowUp", "2"), ("ArrowLeft", "1"), ("ArrowDown", "24")):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.dataset.at") == at, key


def test_one_bears_off_on_the_far_left_there(board: Boards) -> None:
    race = state(match("long-nardy", position=RUN_HOME, dice=(6, 3)))
    page = board(race, settings={**AT_ONCE, "round": "far"})
    page.mouse.click(*point(page, 6))
    page.mouse.click(*point(page, 0))
    lie(page, [[6, 6]])


def test_the_board_is_turned_three_ways_where_both_run_the_same_way(board: Boards) -> None:
    page = board(state(match("long-nardy", dice=(6, 1))), settings=AT_ONCE)
    ways = []
    for _ in range(4):
        ways.append([round(xy) for at in (1, 24) for xy in point(page, at)])
        page.locator("#flip").click()
    assert ways[0] == ways[3]
    assert len({tuple(way) for way in ways}) == 3


def test_a_game_of_hitting_has_two_ways_whatever_the_others_have(board: Boards) -> None:
    page = board(state(match(dice=(6, 1))), settings={**AT_ONCE, "round": "far"})
    there = point(page, 24)
    page.locator("#flip").click()
    assert point(page, 24) != there
    page.locator("#flip").click()
    assert point(page, 24) == there


@pytest.mark.parametrize(("sure", "taps"), [(True, 2), (False, 1)])
def test_doubling_asks_again_if_wanted(board: Boards, sure: bool, taps: int) -> None:
    page = board(state(match(cubes=True)), settings={**AT_ONCE, "roll": False, "sure": sure})
    for number in range(taps):
        assert len(page.evaluate("() => socket.sent.filter((m) => m.k?.t === 'double')")) == 0, number
        page.locator("#double").click()
    assert len(sent(page, "double", 1)) == 1


def test_sounds_are_chosen_one_by_one_and_phones_buzz(table: Open) -> None:
    settings = {**AT_ONCE, "sound": True, "sound_move": False, "buzz": True}
    page = table(settings=settings)
    page.evaluate(LOUD)
    page.mouse.click(*point(page, 13))
    page.evaluate(TELL)
    page.wait_for_function(DOUBLE)
    assert page.evaluate("() => heard.sources") == 2  # a double is two knocks
    page.mouse.click(*point(page, 7))
    becomes(page, "() => heard.buzz", 1)
    assert page.evaluate("() => heard.sources") == 2  # and the move is none


def test_a_phone_vibrates_when_it_is_the_viewers_turn(table: Open) -> None:
    page = table(state(match(dice=(6, 1), turn=1)), settings={**AT_ONCE, "buzz": True})
    page.evaluate(LOUD)
    assert page.evaluate("() => heard.buzz") == 0
    renew(page, state(match(dice=(6, 1))))
    becomes(page, "() => heard.buzz", 1)


# members


class Device:
    """A member's browser: `saved` comes with the page; what it sends is in `sent`, and fails while `down`."""

    def __init__(self, visits: Visits, stage: Stage, device_settings: dict[str, object]) -> None:
        self.sent: list[tuple[str, object]] = []
        self.down = False
        self._stage = stage
        self._visits = visits
        self._who = visits.visitor(settings={**AT_ONCE, **device_settings})
        stage.posts["/me/settings"] = self._answer

    def open(self, at: int = 1000, who: str = "a", **saved: object) -> Page:
        """The table's page."""
        document = json.dumps({"who": who, "at": at, "set": {"speed": 0, **saved}})
        form = '<form><input type="hidden" name="csrfmiddlewaretoken" value="token"></form>'
        more = f'{form}<script id="saved" type="application/json">{document}</script><script type="module"'
        boot = page(state(match(dice=(6, 1)))).decode()
        self._stage.extra["/"] = boot.replace('<script type="module"', more, 1).encode()
        opened = self._visits.page(self._who)
        opened.wait_for_selector("html[data-ready]")
        return opened

    def _answer(self, headers: Message, body: bytes) -> bytes | None:
        if self.down:
            return None
        self.sent.append((headers["X-CSRFToken"], json.loads(body)))
        return b'{"at": 2000}'


@pytest.fixture
def device(browser: Browser, lent: Lent, stage: Stage) -> Iterator[Callable[..., Device]]:
    """Makes browsers of members."""
    visits = Visits(browser, stage.url, lent, again=EMPTY)
    visits.forgive("net::ERR_EMPTY_RESPONSE")
    yield lambda **device_settings: Device(visits, stage, device_settings)
    visits.close()


SET = "async () => (await import('/static/js/shell/settings.js')).settings.value"
LATER = "() => localStorage['zaria:later'] ?? null"


def test_what_a_member_saved_is_stronger_than_what_the_device_knew(device: Callable[..., Device]) -> None:
    page = device(hints=True, forced=True).open(hints=False)
    settings = page.evaluate(SET)
    assert (settings["hints"], settings["forced"], settings["double"]) == (False, False, "lead")


def test_a_member_who_saved_nothing_goes_on_as_the_device_does(device: Callable[..., Device]) -> None:
    new_browser = device(hints=False)
    page = new_browser.open(at=0)
    assert page.evaluate(SET)["hints"] is False
    page.locator("#flip").click()
    becomes(page, LATER, None)
    ((_token, settings),) = new_browser.sent
    assert isinstance(settings, dict)
    assert (settings["hints"], settings["flip"], settings["skin"]) == (False, True, "walnut")  # all at once


def test_a_change_at_the_table_is_sent_to_the_server(device: Callable[..., Device]) -> None:
    new_browser = device()
    page = new_browser.open(sound=False)
    for _ in range(3):  # sent once, when the viewer has decided
        page.locator("#mute").click()
    page.locator("#flip").click()
    becomes(page, LATER, None)
    assert new_browser.sent == [("token", {"sound": True, "flip": True})]


def test_what_did_not_arrive_is_sent_from_the_next_page(device: Callable[..., Device]) -> None:
    new_browser = device()
    new_browser.down = True
    page = new_browser.open()
    with page.expect_event("requestfailed"):
        page.locator("#flip").click()
    new_browser.down = False
    page = new_browser.open()
    assert page.evaluate(SET)["flip"] is True
    becomes(page, LATER, None)
    assert new_browser.sent == [("token", {"flip": True})]


def test_what_is_older_than_the_saved_or_another_members_is_forgotten(device: Callable[..., Device]) -> None:
    new_browser = device()
    new_browser.down = True
    page = new_browser.open()
    with page.expect_event("requestfailed"):
        page.locator("#flip").click()
    new_browser.down = False
    assert new_browser.open(who="b").evaluate(SET)["flip"] is None
    assert new_browser.open(at=4_000_000_000_000).evaluate(SET)["flip"] is None
    assert new_browser.sent == []


def test_numbers_pips_and_the_hand_are_chosen_in_the_panel(table: Open) -> None:
    page = table()
    pips = page.locator("#me .sub", has_text="Pips")
    board = page.locator("#board").bounding_box()
    expect(pips).to_be_visible()
    page.locator("#tab-settings").click()
    for name in ("numbers", "pips", "left"):
        page.locator(f"[data-set={name}]").click()
    expect(page.locator("#board .nums")).to_have_css("visibility", "hidden")
    expect(pips).to_have_count(0)
    turned = page.locator("#board").bounding_box()
    assert board
    assert turned
    assert turned["x"] > board["x"] + 200  # the cards are on the left now


GAIN = """() => {
  window.loud = [];
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (...to) { loud.push(to[0]); return set.apply(this, to); };
}"""


def test_a_volume_is_heard_when_it_is_chosen(table: Open) -> None:
    page = table(settings={**AT_ONCE, "sound": True})
    page.evaluate(GAIN)
    page.locator("#tab-settings").click()
    volumes = []
    for name in ("Loud", "Quiet"):
        page.get_by_role("button", name=name).click()
        page.wait_for_function("() => loud.length > 0")
        volumes.append(page.evaluate("() => loud.splice(0)"))
    assert volumes == [[0.5], [0.125]]
    page.locator("[data-set=sound]").click()
    expect(page.get_by_role("button", name="Loud")).to_have_count(0)


def test_the_other_sides_last_turn_is_shown_again(board: Boards) -> None:
    before = match(dice=(3, 1), turn=1)
    page = board(state(before, you=0))
    turn = ev.TurnPlayed(at=NOW, side=1, moves=((8, 3), (6, 1)), text="8/5 6/5")
    lain = page.evaluate("() => zaria.table.at.value.checkers[1]")
    push(page, event(8, turn, evolve(before, turn)))
    again = page.locator("#opp #last-again")
    again.click()
    page.wait_for_function("(lain) => String(zaria.table.at.value.checkers[1]) === String(lain)", arg=lain)
    expect(again).to_have_count(0)
    becomes(page, "() => zaria.table.flight.value", None)
    assert page.evaluate("() => String(zaria.table.at.value.checkers[1])") != str(lain)
    expect(again).to_be_visible()


WOOD = """async () => {
  const { WOODS, knock } = await import('/static/js/shell/sounds.js'), rate = 48000;
  return Object.entries(WOODS).map(([name, wood]) => {
    const heard = knock(wood, rate), power = (from, to) =>
      heard.slice(from * rate, to * rate).reduce((sum, s) => sum + s * s, 0);
    const part = (pitch) => {
      let re = 0, im = 0;
      heard.forEach((s, i) => {
        re += s * Math.cos((2 * Math.PI * pitch * i) / rate);
        im += s * Math.sin((2 * Math.PI * pitch * i) / rate);
      });
      return Math.hypot(re, im);
    };
    const between = wood.slice(1).map(([pitch], k) => part((pitch + wood[k][0]) / 2));
    return { name, peak: Math.max(...heard.map(Math.abs)), tones: wood.map(([pitch]) => part(pitch)), between,
      loudest: heard.findIndex((s) => Math.abs(s) === 1) / rate,
      late: power(0.15, 0.3) / power(0, 0.15), end: Math.abs(heard.at(-1)) };
  });
}"""


def test_knocks_ring_as_wood_short_and_in_their_tones(modules: Page) -> None:
    for knock in modules.evaluate(WOOD):
        assert knock["peak"] == 1, knock
        assert knock["loudest"] < 0.01, knock
        assert knock["late"] < 0.01, knock
        assert knock["end"] < 0.01, knock
        assert min(knock["tones"][:2]) > 2 * max(knock["between"]), knock
