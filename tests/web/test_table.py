"""The table page: what hands and keys do, what is sent, what is shown of what comes back."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import AT_ONCE, DESKTOP, PHONE, becomes
from tests.support.scripts import LANGUAGES
from tests.support.web.table_stage import (
    BEARING_OFF,
    NOW,
    Stage,
    event,
    holds,
    later,
    match,
    reach,
    rest,
    state,
)
from tests.web.conftest import Boards
from zaria.club.games.glossary.entries import glossary
from zaria.games.dice import ROLLS
from zaria.games.effects import Effects
from zaria.games.protocols import Position
from zaria.match import events as ev
from zaria.match.clock.clock import Clock
from zaria.match.match import Cube, Last, Match, Result
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms
from zaria.web.messages.table import WORDS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
NOTE_AND_DICE = """[document.querySelector('.note')?.textContent ?? '',
  [...document.querySelectorAll('.die')].map((die) => (die.classList.contains('dk') ? 'dk' : 'lt'))]"""
HOST = ev.Player("a", "Irina", "#8a4b3a")
MOVING = {"speed": 4, "sound": False}
"""Steps fly one after another, four times as fast as most players like it."""
PLACE = """at => { const r = document.querySelector(`[data-at="${at}"]`).getBoundingClientRect();
  return [r.x + r.width / 2, r.y + r.height / 2]; }"""
SENT = """([kind, least]) => socket.readyState === 1
  && socket.sent.filter((m) => m.t === 'do' && m.k.t === kind).length >= least"""
SEEN = """async (read) => {
  const now = new Function(`return ${read}`), note = () => {
    const value = JSON.stringify(now());
    if (seen.at(-1) !== value) seen.push(value);
  };
  window.noting?.disconnect();
  window.seen = [];
  window.noting = new MutationObserver(note);
  noting.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
}"""


def point(page: Page, at: int) -> tuple[float, float]:
    x, y = page.evaluate(PLACE, at)
    return x, y


def lie(page: Page, steps: list[list[int]]) -> None:
    """The steps that lie on the board, not yet sent, are these."""
    becomes(page, "() => zaria.table.moves.value", steps)


def sent(page: Page, kind: str, least: int = 0) -> list[dict[str, Any]]:
    """Commands of one kind that the page sent, once there are at least so many."""
    page.wait_for_function(SENT, arg=[kind, least])
    return [m for m in page.evaluate("() => socket.sent") if m["t"] == "do" and m["k"]["t"] == kind]


def push(page: Page, *messages: dict[str, Any]) -> None:
    page.wait_for_function("() => socket.readyState === 1")
    page.evaluate("messages => messages.forEach((m) => socket.push(m))", list(messages))


def renew(page: Page, boot: bytes) -> None:
    """Tell an open page a state in place of the one it shows, as when its line comes back."""
    push(page, json.loads(boot))
    becomes(page, "() => zaria.table.busy.value", False)


def idle(page: Page) -> None:
    page.wait_for_function("() => !zaria.table.busy.value")


def note(page: Page, read: str) -> None:
    """From now on, note each value that an expression takes, however short: what passes cannot be missed."""
    page.evaluate(SEEN, read)


def noted(page: Page) -> list[Any]:
    """The values that were noted, in order."""
    return [json.loads(value) for value in page.evaluate("() => seen")]


class TestMoving:
    def test_a_tap_on_a_checker_and_a_tap_where_it_goes(self, board: Boards) -> None:
        page = board()
        page.mouse.click(*point(page, 24))
        assert sorted(page.evaluate("() => [...zaria.table.targets(24).keys()]")) == [18, 23]
        expect(page.locator(".ghost")).to_have_count(2)
        page.mouse.click(*point(page, 18))
        lie(page, [[24, 6]])
        expect(page.locator(".ghost")).to_have_count(0)

    def test_a_tap_goes_at_once_where_there_is_no_choice(self, board: Boards) -> None:
        page = board()
        page.mouse.click(*point(page, 13))
        page.mouse.click(*point(page, 7))
        page.mouse.click(*point(page, 8))
        lie(page, [[13, 6], [8, 1]])

    def test_a_double_tap_plays_the_leading_die_and_the_other_button_the_other(self, board: Boards) -> None:
        page = board()
        page.mouse.dblclick(*point(page, 24))
        lie(page, [[24, 6]])
        page.keyboard.press("u")
        page.mouse.click(*point(page, 24), button="right")
        lie(page, [[24, 1]])

    def test_a_tap_on_the_dice_lets_the_other_lead(self, board: Boards) -> None:
        page = board()
        page.locator(".die").first.click()
        page.mouse.dblclick(*point(page, 24))
        lie(page, [[24, 1]])

    def test_one_checker_may_go_the_sum_and_comes_back_at_once(self, board: Boards) -> None:
        page = board()
        page.mouse.click(*point(page, 13))
        page.mouse.click(*point(page, 6))
        lie(page, [[13, 6], [7, 1]])
        page.locator("#undo").click()
        lie(page, [])

    def test_dragging_there_and_back(self, board: Boards) -> None:
        page = board()
        for start, end, steps in ((24, 18, [[24, 6]]), (18, 24, [])):
            page.mouse.move(*point(page, start))
            page.mouse.down()
            page.mouse.move(*point(page, 20), steps=3)
            page.mouse.move(*point(page, end), steps=3)
            page.mouse.up()
            lie(page, steps)

    def test_a_drop_elsewhere_changes_nothing(self, board: Boards) -> None:
        page = board()
        page.mouse.move(*point(page, 24))
        page.mouse.down()
        page.mouse.move(*point(page, 2), steps=3)
        page.mouse.up()
        lie(page, [])

    def test_a_finger_commits_when_it_leaves(self, board: Boards) -> None:
        page = board(size=PHONE)
        page.touchscreen.tap(*point(page, 24))
        becomes(page, "() => zaria.view.selected", 24)
        page.touchscreen.tap(*point(page, 18))
        lie(page, [[24, 6]])

    def test_keys_alone_play_a_turn(self, board: Boards) -> None:
        page = board()
        page.locator('[data-at="24"]').focus()
        page.keyboard.press("Enter")
        for _ in range(6):
            page.keyboard.press("ArrowLeft")
        becomes(page, "() => document.activeElement.dataset.at", "18")
        page.keyboard.press("Enter")
        lie(page, [[24, 6]])
        page.keyboard.press("Backspace")
        lie(page, [])

    def test_a_checker_on_the_bar_enters_first(self, board: Boards) -> None:
        page = board(state(match(position="X=bar:1,13:5,8:3,6:6;O=24:2,13:5,8:3,6:5", dice=(4, 2))))
        becomes(page, "() => [...zaria.table.sources.value]", [25])
        page.mouse.dblclick(*point(page, 25))
        lie(page, [[25, 4]])

    def test_a_finger_on_the_bar_does_not_mean_the_dice_beside_it(self, board: Boards) -> None:
        entering = match(position="X=bar:1,24:1,13:6,8:2,6:3,3:2;O=24:1,18:1,13:4,8:3,6:3,5:3", dice=(3, 3))
        page = board(state(entering), PHONE)
        checker = page.locator(".man.can").bounding_box()
        assert checker is not None
        page.touchscreen.tap(checker["x"] + checker["width"] / 2, checker["y"] + checker["height"] / 2)
        lie(page, [[25, 3]])

    def test_a_phone_bears_off_to_the_strip(self, board: Boards) -> None:
        page = board(state(match(position=BEARING_OFF, dice=(6, 3))), size=PHONE)
        page.touchscreen.tap(*point(page, 6))
        page.touchscreen.tap(*point(page, 0))
        lie(page, [[6, 6]])

    def test_an_upright_board_is_played_by_taps_drags_and_keys(self, table: Open) -> None:
        upright = AT_ONCE | {"upright": True}
        page = table(state(match(position=BEARING_OFF, dice=(6, 3))), size=PHONE, settings=upright)
        assert page.locator(".board.upright .man.can").first.bounding_box()["width"] >= 36  # type: ignore[index]
        page.touchscreen.tap(*point(page, 6))
        page.touchscreen.tap(*point(page, 0))
        lie(page, [[6, 6]])
        page.mouse.move(*point(page, 6))
        page.mouse.down()
        page.mouse.move(*point(page, 3), steps=4)
        page.mouse.up()
        lie(page, [[6, 6], [6, 3]])
        page.locator('[data-at="6"]').focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator('[data-at="5"]')).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator('[data-at="20"]')).to_be_focused()
        page.set_viewport_size({"width": 740, "height": 360})
        expect(page.locator(".board.upright")).to_have_count(0)
        assert page.evaluate("() => zaria.view.g.boxOf(1).h > zaria.view.g.boxOf(1).w")

    def test_points_have_names(self, board: Boards) -> None:
        page = board()
        name = page.locator('[data-at="8"]')
        expect(name).to_have_attribute("aria-label", "Point 8: 3 yours, 0 theirs, can go to 2, 7")

    def test_pins_are_named_and_lie_below(self, board: Boards) -> None:
        position = "X=24:6,20:3,16:1^,10:3,5:1,4:1;O=24:5,20:1^,14:2,12:4,9:1,8:1,6:1"
        page = board(state(match("tapa", position, dice=(6, 4))))
        for at, label in ((16, "yours is pinned"), (5, "theirs is pinned")):
            expect(page.locator(f'[data-at="{at}"]')).to_have_attribute("aria-label", re.compile(label))
        z = "s => Number(zaria.view.checkers.top(...s).el.style.zIndex)"
        assert page.evaluate(z, [0, 16]) < page.evaluate(z, [1, 9])


class TestSending:
    def test_a_turn_is_sent_when_it_is_done(self, board: Boards) -> None:
        page = board()
        page.mouse.dblclick(*point(page, 24))
        page.keyboard.press("Enter")
        assert sent(page, "play") == []
        page.mouse.click(*point(page, 8))
        page.locator("#done").click()
        (play,) = sent(page, "play", 1)
        assert play["k"] == {"t": "play", "moves": [[24, 6], [8, 1]], "n": 1, "stage": 0}
        becomes(page, "() => zaria.table.sources.value.size", 0)

    def test_a_refused_turn_goes_back_with_a_sentence(self, board: Boards) -> None:
        page = board()
        page.mouse.dblclick(*point(page, 24))
        page.mouse.click(*point(page, 8))
        page.locator("#done").click()
        (play,) = sent(page, "play", 1)
        push(page, {"t": "no", "c": play["c"], "code": "illegal_turn", "text": "That is not legal."})
        lie(page, [])
        expect(page.locator(".note")).to_have_text("That is not legal.")
        becomes(page, "() => socket.sent.at(-1)", {"t": "watch", "m": "m", "n": -1})

    def test_unsent_steps_outlive_a_reload_but_not_the_roll(self, table: Open) -> None:
        page = table()
        page.mouse.dblclick(*point(page, 24))
        page.reload()
        page.wait_for_selector("html[data-ready]")
        lie(page, [[24, 6]])
        roll = event(8, ev.Rolled(at=1, side=0, n=2, dice=(5, 5)), match(dice=(5, 5), rolls=2))
        push(page, roll)
        idle(page)
        lie(page, [])

    def test_dice_are_rolled_by_themselves_unless_one_wants_to(self, board: Boards) -> None:
        page = board(state(match()))
        page.wait_for_function("() => socket.sent.some((m) => m.k?.t === 'roll')")
        page = board(state(match()), settings={"roll": False, "speed": 0})
        assert sent(page, "roll") == []
        page.locator("#roll").click()
        assert len(sent(page, "roll", 1)) == 1

    def test_a_double_waits_for_a_second_tap_and_the_roll_with_it(self, board: Boards) -> None:
        page = board(state(match(length=5, cubes=True)))
        page.locator("#double").click()
        expect(page.locator("#double")).to_have_text("Click again: ×2")
        assert sent(page, "double") == []
        bar = "getComputedStyle(document.querySelector('#double .sure'), '::after')"
        assert page.evaluate(f"[{bar}.animationName, {bar}.animationDuration]") == ["expire", "3s"]
        page.locator("#double").click()
        assert len(sent(page, "double", 1)) == 1
        assert sent(page, "roll") == []

    def test_an_offered_cube_is_answered_in_the_strip(self, board: Boards) -> None:
        page = board(state(match(length=5, cubes=True, phase="double", turn=1, proposed=(2,))))
        expect(page.locator(".offer")).to_contain_text("Stoyan doubles to 2")
        page.locator("#accept").click()
        assert len(sent(page, "take", 1)) == 1

    def test_on_a_phone_the_answers_take_the_thumb_buttons(self, board: Boards) -> None:
        page = board(state(match(length=5, cubes=True, phase="double", turn=1, proposed=(2,))), size=PHONE)
        expect(page.locator(".table-acts #decline, .table-acts #accept")).to_have_count(2)
        page.locator("#decline").tap()
        assert len(sent(page, "drop", 1)) == 1

    def test_less_than_the_position_is_worth_cannot_be_resigned(self, board: Boards) -> None:
        page = board(state(match(position="X=23:15;O=1:1,off:14", dice=(6, 1))))
        page.locator("#resign").click()
        levels = page.locator("[data-resign]:enabled")
        levels.first.wait_for()
        enabled = levels.evaluate_all("all => all.map((b) => b.dataset.resign)")
        least = page.evaluate("() => zaria.table.view.value.resign_min[0]")
        assert enabled == [str(n) for n in range(least, 4)]
        assert least > 1
        page.locator("[data-resign='3']").click()
        assert sent(page, "resign") == []
        page.locator("[data-resign='3']").click()
        assert sent(page, "resign", 1)[0]["k"]["points"] == 3

    def test_commands_are_repeated_under_their_id_when_the_line_comes_back(self, table: Open) -> None:
        page = table(state(match()), settings={"roll": False, "speed": 0})
        page.locator("#roll").click()
        (first,) = sent(page, "roll", 1)
        page.evaluate("() => { window.before = socket; socket.close(); }")
        page.wait_for_function("() => socket !== before && socket.sent.length > 1")
        again = page.evaluate("() => socket.sent")
        assert again[0] == {"t": "watch", "m": "m", "n": 7}
        assert again[1] == first
        push(page, {"t": "ack", "c": first["c"], "n": 8})
        becomes(page, "() => zaria.session.unanswered.size", 0)

    def test_the_creator_is_seated_at_once_with_a_seed(self, table: Open) -> None:
        empty: dict[str, Any] = {
            "phase": "open",
            "players": (None, None),
            "seeds": (None, None),
            "game_no": 0,
        }
        page = table(state(match(**empty), you=None, seat=0, kept=True))
        page.wait_for_function("() => socket.sent.some((m) => m.k?.t === 'sit')")
        (sit,) = sent(page, "sit", 1)
        assert sit["k"]["seal"] == "5e" * 32
        assert len(sit["k"]["seed"]) == 32

    def test_a_guest_who_comes_before_the_creator_is_asked_too(self, board: Boards) -> None:
        page = board(state(match(phase="open", players=(None, None), seeds=(None, None)), you=None, seat=1))
        expect(page.locator("#sit")).to_be_visible()
        assert sent(page, "sit") == []

    def test_a_guest_sees_the_terms_before_sitting_down(self, board: Boards) -> None:
        open_table = match("tapa", phase="open", players=(HOST, None), seeds=("0" * 32, None), length=5)
        page = board(state(open_table, you=None, seat=1))
        expect(page.locator(".pane")).to_contain_text("Irina invites you")
        expect(page.locator(".pane")).to_contain_text("Match to 5")
        how = page.locator(".pane").get_by_role("link", name="How to play")
        expect(how).to_have_attribute("href", "/rules/tapa")
        assert sent(page, "sit") == []
        page.locator("#sit").click()
        assert len(sent(page, "sit", 1)) == 1

    def test_a_host_sees_what_the_link_offers(self, board: Boards) -> None:
        open_table = match("tapa", phase="open", players=(HOST, None), seeds=("0" * 32, None), length=5)
        page = board(state(open_table, you=0, seat=None))
        expect(page.locator("#offered")).to_have_text("Match to 5 · No clock")

    def test_a_host_goes_to_other_terms_once_the_table_is_cancelled(self, table: Open, stage: Stage) -> None:
        stage.extra["/new/tapa"] = b"<p>Terms</p>"
        open_table = match("tapa", phase="open", players=(HOST, None), seeds=("0" * 32, None))
        page = table(state(open_table, you=0, seat=None))
        expect(page.locator("#cancel")).to_be_enabled()
        page.locator("#change-terms").click()
        expect(page.locator("#change-terms")).to_be_disabled()
        assert len(sent(page, "cancel", 1)) == 1
        cancelled, over = (
            match("tapa", phase=phase, players=(HOST, None), seeds=("0" * 32, None))
            for phase in ("between", "over")
        )
        push(
            page,
            event(8, ev.Cancelled(at=NOW, side=0), cancelled),
            event(9, ev.MatchEnded(at=NOW, winner=None, score=(0, 0), secret="5e" * 32), over),
        )
        page.wait_for_url("**/new/tapa?as=m")

    def test_a_host_who_cancels_a_table_without_a_time_is_not_said_to_have_waited(self, table: Open) -> None:
        open_table = match("tapa", phase="open", players=(HOST, None), seeds=("0" * 32, None))
        page = table(json.dumps({**json.loads(state(open_table, you=0)), "by": 0}).encode())
        page.locator("#cancel").click()
        assert len(sent(page, "cancel", 1)) == 1
        cancelled = match("tapa", phase="over", players=(HOST, None), seeds=("0" * 32, None))
        push(page, event(8, ev.Cancelled(at=NOW, side=0), cancelled))
        expect(page.locator("#cleared")).to_have_text("The table was cancelled")

    def test_a_host_stays_when_a_friend_sits_down_at_the_same_moment(self, table: Open) -> None:
        open_table = match("tapa", phase="open", players=(HOST, None), seeds=("0" * 32, None))
        page = table(state(open_table, you=0, seat=None))
        expect(page.locator("#cancel")).to_be_enabled()
        page.locator("#change-terms").click()
        assert len(sent(page, "cancel", 1)) == 1
        guest = ev.Player("b", "Stoyan", "#3f6a86")
        seated = ev.Seated(at=NOW, side=1, player=guest, seed="1" * 32)
        push(page, event(8, seated, match("tapa", dice=(6, 1))))
        expect(page.locator("#offered")).to_have_count(0)
        expect(page.locator("#opp")).to_contain_text("Stoyan")


AFTER_OPPONENT = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:2,6:4,5:2"


def opponent_turn() -> list[dict[str, Any]]:
    """The other side rolls and plays 8/5 6/5."""
    rolled = match(turn=1, dice=(3, 1), rolls=2)
    played = match(position=AFTER_OPPONENT, rolls=2, last=Last(1, ((8, 3), (6, 1)), "8/5 6/5"))
    return [
        event(8, ev.Rolled(at=1, side=1, n=2, dice=(3, 1)), rolled),
        event(9, ev.TurnPlayed(at=2, side=1, moves=((8, 3), (6, 1)), text="8/5 6/5"), played),
    ]


class TestShowing:
    def test_the_other_sides_turn_is_shown_step_by_step(self, table: Open) -> None:
        page = table(state(match(turn=1)), settings=MOVING | {"roll": False})
        page.evaluate(
            """async () => {
              const { effect } = await import('@preact/signals-core');
              window.seen = [];
              effect(() => { seen.push([...zaria.table.at.value.checkers[1]]); });
            }"""
        )
        push(page, *opponent_turn())
        idle(page)
        seen = page.evaluate("() => [...new Set(seen.map((men) => `${men[8]} ${men[6]} ${men[5]}`))]")
        assert seen == ["3 5 0", "2 5 1", "2 4 2"]
        expect(page.locator(".man.last")).to_have_count(2)
        expect(page.locator(".mv")).to_have_text(re.compile(r"^\s*1\s*3-1\s*8/5\s*6/5\s*$"))
        expect(page.locator("#live")).to_have_text("Stoyan: 8/5 6/5")

    @pytest.mark.parametrize(
        ("game", "effects", "seen"),
        [("tabla", Effects(hit=(0,)), ["1 0 0", "0 1 0"]), ("tapa", Effects(pin=(0,)), ["1 0 0", "1 0 1"])],
    )
    def test_a_step_of_the_other_side_hits_or_pins_as_the_server_says(
        self, table: Open, game: str, effects: Effects, seen: list[str]
    ) -> None:
        """13/10, on our lone checker on 15, and 6/5: how many of ours are there, on the bar, and pinned."""
        moves = ((13, 3), (6, 1))
        before = "X=13:2,6:13;O=15:1,3:14"
        page = table(state(match(game, before, turn=1)), settings=MOVING | {"roll": False})
        page.evaluate(
            """async () => {
              const { effect } = await import('@preact/signals-core');
              window.seen = [];
              effect(() => {
                const { checkers: [own], pins: [pinned] } = zaria.table.at.value;
                seen.push(`${own[15]} ${own[25]} ${pinned.length}`);
              });
            }"""
        )
        landing = "bar:1" if effects.hit else "15:1^"
        after = f"X={landing},3:14;O=13:1,10:1,6:12,5:1"
        played = match(game, after, rolls=2, last=Last(1, moves, "13/10* 6/5", effects))
        push(
            page,
            event(
                8,
                ev.Rolled(at=1, side=1, n=2, dice=(3, 1)),
                match(game, before, turn=1, dice=(3, 1), rolls=2),
            ),
            event(9, ev.TurnPlayed(at=2, side=1, moves=moves, text="13/10* 6/5"), played),
        )
        idle(page)
        assert page.evaluate("() => [...new Set(seen)]") == seen

    def test_steps_stay_while_a_resignation_is_offered(self, board: Boards) -> None:
        page = board(settings={"speed": 0, "done": False})
        page.mouse.dblclick(*point(page, 24))
        lie(page, [[24, 6]])
        men = page.evaluate("() => zaria.table.at.value.checkers[0]")
        assert (men[24], men[18]) == (1, 1)
        offered = match(dice=(6, 1), offer=1, phase="resign")
        for n, happened, after in (
            (8, ev.ResignOffered(at=1, side=0, points=1), offered),
            (9, ev.ResignRejected(at=2, side=1), match(dice=(6, 1), refused=1)),
        ):
            push(page, event(n, happened, after))
            idle(page)
            assert page.evaluate("() => zaria.table.at.value.checkers[0]") == men
            lie(page, [[24, 6]])
        page.mouse.dblclick(*point(page, 8))
        lie(page, [[24, 6], [8, 1]])

    def test_dice_of_the_other_side_are_used_up_as_it_moves(self, board: Boards) -> None:
        page = board(state(match(turn=1)), settings=MOVING | {"roll": False})
        note(page, "['.die.used', '.die'].map((css) => document.querySelectorAll(css).length)")
        push(page, *opponent_turn())
        idle(page)
        assert [1, 2] in noted(page)

    def test_events_come_once_and_in_order(self, board: Boards) -> None:
        page = board(state(match(turn=1)), settings={"roll": False, "speed": 0})
        rolled, played = opponent_turn()
        push(page, rolled, rolled, played, rolled)
        idle(page)
        expect(page.locator(".mv")).to_have_count(1)
        push(page, played | {"n": 12})
        becomes(page, "() => socket.sent.at(-1)", {"t": "watch", "m": "m", "n": 9})

    def test_a_pass_is_shown_with_its_reason(self, board: Boards) -> None:
        page = board(state(match()), settings=MOVING | {"roll": False})
        blocked = match(dice=(6, 6), rolls=2)
        after = match(turn=1, rolls=2, last=Last(0, (), ""))
        note(page, NOTE_AND_DICE)
        push(
            page,
            event(8, ev.Rolled(at=1, side=0, n=2, dice=(6, 6)), blocked) | {"tree": [[]]},
            event(9, ev.TurnPlayed(at=1, side=0, moves=(), text=""), after),
        )
        idle(page)
        assert ["You have no legal move", ["lt"] * 4] in noted(page)
        expect(page.locator(".die")).to_have_count(0)
        expect(page.locator(".mv")).to_have_text(re.compile(r"no move\s*$"))

    def test_the_opening_shows_a_die_of_each(self, board: Boards) -> None:
        page = board(state(match(phase="between", turn=0, rolls=0)), settings=MOVING)
        note(page, NOTE_AND_DICE)
        push(page, event(8, ev.OpeningRolled(at=1, n=1, dice=(2, 5)), match(turn=1, dice=(2, 5))))
        idle(page)
        assert ["Stoyan starts", ["lt", "dk"]] in noted(page)
        expect(page.locator(".die.dk")).to_have_count(2)

    def test_the_end_of_a_match_is_shown_and_its_record_offered(self, table: Open) -> None:
        over: Match = match(
            position="X=off:15;O=6:15",
            phase="over",
            winner=0,
            score=(2, 0),
            result=Result(0, 2, "mars", "played"),
            secret="ab" * 32,
        )
        page = table(state(match(dice=(6, 1))), settings={"speed": 0})
        push(
            page,
            event(8, ev.GameEnded(at=1, winner=0, points=2, kind="mars", how="played"), over),
            event(9, ev.MatchEnded(at=1, winner=0, score=(2, 0), secret="ab" * 32), over),
        )
        expect(page.locator("#outcome")).to_have_text("You won!")
        expect(page.locator(".how")).to_contain_text("Mars +2")
        expect(page.locator("#record")).to_have_attribute("href", "/t/m.json")
        page.keyboard.press("Escape")
        expect(page.locator("#outcome")).to_have_count(0)

    def test_bearing_off_by_itself_is_offered_without_contact_only(self, board: Boards) -> None:
        expect(board().locator("#bear")).to_have_count(0)
        page = board(state(match(position=BEARING_OFF, dice=(6, 3))))
        page.locator("#bear").click()
        page.wait_for_function("() => socket.sent.some((m) => m.k?.t === 'play')")
        (play,) = sent(page, "play", 1)
        assert play["k"]["moves"] == [[6, 6], [4, 3]] or play["k"]["moves"] == [[6, 6], [3, 3]]

    def test_the_server_alone_says_that_a_game_is_a_race(self, board: Boards) -> None:
        boot = state(match(position=BEARING_OFF, dice=(6, 3)))
        expect(board(boot).locator("#bear")).to_have_count(1)
        expect(board(boot.replace(b'"race":true', b'"race":false')).locator("#bear")).to_have_count(0)
        earlier_server = boot.replace(b',"race":true', b"")
        assert earlier_server != boot
        expect(board(earlier_server).locator("#bear")).to_have_count(0)

    def test_a_clock_burns_its_delay_before_its_bank(self, table: Open) -> None:
        running = Clock(bank=(60_000, 90_000), running=0, since=NOW + 60_000)
        terms = ClockTerms(delay=12_000, bank=120_000)
        page = table(state(match(dice=(6, 1), clock=terms, running=running)))
        expect(page.locator("#me .clock")).to_have_text(re.compile(r"^\s*1:00\s*\+12\s*$"))
        expect(page.locator("#opp .clock")).to_have_text("1:30")

    def test_a_lost_line_is_shown_calmly(self, table: Open) -> None:
        page = table()
        before = page.locator("#resign").bounding_box()
        page.evaluate("() => { Object.assign(window, { WebSocket: class { close() {} } }); socket.close(); }")
        page.wait_for_selector(".notice-line:not(:empty)")
        assert page.locator("#resign").bounding_box() == before

    def test_the_board_can_be_turned_round_and_dressed(self, table: Open) -> None:
        page = table()
        x = point(page, 1)[0]
        page.locator("#flip").click()
        assert point(page, 1)[0] != x
        page.locator("#tab-settings").click()
        page.get_by_role("button", name="Sand").click()
        page.get_by_role("button", name="Light", exact=True).click()
        expect(page.locator("html")).to_have_attribute("data-skin", "sand")
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        assert cookies == {"zaria_skin": "sand", "zaria_theme": "light"}

    @pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
    def test_everything_fits_and_can_be_hit(self, board: Boards, size: dict[str, Any]) -> None:
        page = board(size=size)
        width, height = size["viewport"]["width"], size["viewport"]["height"]
        becomes(page, "() => document.documentElement.scrollWidth", width)
        box = page.locator("#board").bounding_box()
        assert box is not None
        assert box["width"] >= width * (0.65 if width > 700 else 1)
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, a')]
              .filter((b) => b.offsetParent && !b.closest('.keys, .dice'))
              .map((b) => [b.id || b.className, b.getBoundingClientRect()])
              .filter(([, r]) => Math.min(r.width, r.height) < 44
                || r.bottom > innerHeight || r.right > innerWidth)
              .map(([name]) => name)"""
        )
        assert small == []
        assert height == page.evaluate("() => innerHeight")


def of_cube(**fields: Any) -> Match:
    """A single game with the cube."""
    return match(cubes=True, **fields)


class TestStages:
    def test_a_stage_shows_its_dice_and_what_is_to_come(self, board: Boards) -> None:
        of = reach("gulbara", later)
        duty = of.dice_position().duty
        assert duty is not None
        page = board(state(of))
        expect(page.locator(".die")).to_have_count(len(duty.stages[0]))
        now, then = WORDS[f"stage_{duty.stages[0][0]}"], "\u2011".join(2 * [str(duty.stages[1][0])])
        expect(page.locator(".stage")).to_have_text(re.compile(f"^{re.escape(now)}.*{then}"))
        expect(page.locator("#live")).to_contain_text(now)

    def test_a_stage_is_played_for_itself(self, board: Boards) -> None:
        of = reach("gulbara", later)
        turn = of.dice_position().turns()[0]
        page = board(state(of))
        page.evaluate("moves => zaria.actions.go(moves)", turn.moves)
        page.locator("#done").click()
        (play,) = sent(page, "play", 1)
        assert play["k"] | {"moves": ()} == {"t": "play", "moves": (), "n": 1, "stage": of.stage}
        place = of.dice_position().play(turn)
        after = match("gulbara", place, dice=of.dice, stage=of.stage + 1, last=Last(0, turn.moves, str(turn)))
        push(page, event(8, ev.TurnPlayed(at=1, side=0, moves=turn.moves, text=str(turn)), after))
        idle(page)
        lie(page, [])
        becomes(page, "() => zaria.table.sent.value", False)
        becomes(page, "() => zaria.table.view.value.stage", of.stage + 1)
        becomes(page, "() => zaria.table.at.value.checkers[0]", list(place.counts(0)))

    def test_steps_of_another_stage_are_forgotten(self, board: Boards) -> None:
        of = reach("gulbara", later)
        turn = of.dice_position().turns()[0]
        page = board(state(of))
        script = "([n, path]) => localStorage.setItem('zaria:m', JSON.stringify({ n, path: [path] }))"
        recalled = "() => { zaria.table.recall(); return zaria.table.moves.value; }"
        page.evaluate(script, [f"1.{of.stage - 1}.0", turn.moves])
        assert page.evaluate(recalled) == []
        page.evaluate(script, [f"1.{of.stage}.0", turn.moves])
        assert page.evaluate(recalled) == [list(move) for move in turn.moves]

    def test_whose_doublet_is_played_on_is_shown_to_both(self, board: Boards) -> None:
        of = reach("gulbara", rest)
        for you, sentence in ((0, "You finish Stoyan's doublet"), (1, "Irina finishes your doublet")):
            page = board(state(of, you=you))
            expect(page.locator(".stage")).to_have_text(re.compile(f"^{sentence}"))
            expect(page.locator(".die.dk")).not_to_have_count(0)
            expect(page.locator(".die:not(.dk)")).to_have_count(0)  # Stoyan's dice are dark

    def test_stages_that_come_to_nothing_are_said_once(self, table: Open) -> None:
        page = table(state(match(turn=1)), settings=MOVING | {"roll": False})
        page.evaluate(
            """async () => {
              const { effect } = await import('@preact/signals-core');
              const { notice } = await import('/static/js/shell/announcer.js');
              window.noted = [];
              effect(() => { if (notice.value) noted.push(notice.value); });
            }"""
        )
        stages = [match(turn=1, dice=(4, 4), rolls=2, stage=stage) for stage in (1, 2)]
        empty = [ev.TurnPlayed(at=1, side=1, moves=(), text="") for _ in range(2)]
        push(
            page,
            event(8, ev.Rolled(at=1, side=1, n=2, dice=(4, 4)), stages[0]),
            event(9, empty[0], stages[1]),
            event(10, empty[1], match(rolls=2)),
        )
        idle(page)
        becomes(page, "() => noted", ["Stoyan can't play 4-4-4-4"])

    def test_a_second_roll_is_announced(self, board: Boards) -> None:
        page = board(state(match(dice=(4, 4))), settings={"roll": False, "speed": 0})
        played = ev.TurnPlayed(at=1, side=0, moves=((24, 4),), text="24/20")
        note(page, NOTE_AND_DICE)
        push(page, event(8, played, match()))
        idle(page)
        assert [text for text, _ in noted(page) if "you roll again" in text]

    def test_rolls_are_called_by_name_for_who_likes_it(self, board: Boards) -> None:
        expect(board().locator(".stage")).to_have_count(0)
        page = board(settings={"speed": 0, "names": True})
        expect(page.locator(".stage")).to_have_text("Shesh-yak")

    def test_every_roll_has_a_name_in_every_language(self, modules: Page) -> None:
        every = modules.evaluate(
            """async ([rolls, languages]) => {
              const { rollName } = await import('/static/js/tables/roll_names.js');
              return languages.map((lang) => rolls.map((dice) => rollName(dice, lang)));
            }""",
            [ROLLS, LANGUAGES],
        )
        for called in every:
            assert len(set(called)) == 21
            assert all(name[0].isupper() and "undefined" not in name for name in called)
        assert len(set(map(tuple, every))) == len(LANGUAGES)
        assert every == [[roll.name for roll in glossary(language).rolls] for language in LANGUAGES]


class TestHalfBoards:
    def test_a_tap_on_a_point_or_on_a_die_places_a_checker(self, board: Boards) -> None:
        def both(position: Position) -> bool:
            return len({die for _, die in position.turns()[0].moves}) == 2

        of = reach("indiyka", both)
        (_, first), (_, second) = of.dice_position().turns()[0].moves
        for size in (DESKTOP, PHONE):
            page = board(state(of), size=size)
            tap = page.touchscreen.tap if size is PHONE else page.mouse.click
            tap(*point(page, first))
            lie(page, [[25, first]])
            page.locator(".die:not(.used)").click()
            lie(page, [[25, first], [25, second]])
            page.locator("#done").click()
            assert sent(page, "play", 1)[0]["k"]["moves"] == [[25, first], [25, second]]

    def test_keys_walk_only_over_points_that_there_are(self, board: Boards) -> None:
        of = reach("indiyka", holds(12, 0))
        page = board(state(of))
        page.locator('[data-at="24"]').focus()
        walked = []
        for _ in range(8):
            page.keyboard.press("ArrowRight")
            walked.append(int(page.evaluate("() => document.activeElement.dataset.at")))
        assert walked == [25] * 8
        page.keyboard.press("ArrowDown")
        src, dst = of.dice_position().turns()[0].moves[0]
        page.locator(f'[data-at="{dst}"]').focus()
        page.keyboard.press("Enter")
        lie(page, [[src, dst]])

    def test_the_phase_and_the_hand_are_shown(self, board: Boards) -> None:
        for hand, off, phase in (
            (12, 0, "Two on each point"),
            (2, 0, "The last three"),
            (0, 4, "Bearing off"),
        ):
            page = board(state(reach("indiyka", holds(hand, off))))
            expect(page.locator(".stage")).to_have_text(phase)
            name = re.compile(f"^In hand: {hand} yours")
            expect(page.locator('[data-at="25"]')).to_have_attribute("aria-label", name)
            assert page.locator(".man.off").count() >= off
            expect(page.locator('[data-at="12"]')).to_have_count(1)
            expect(page.locator('[data-at="12"]')).to_be_hidden()

    def test_a_tap_bears_off(self, board: Boards) -> None:
        of = reach("indiyka", holds(0, 4))
        src, die = of.dice_position().turns()[0].moves[0]
        assert src == die
        page = board(state(of), size=PHONE)
        page.touchscreen.tap(*point(page, src))
        lie(page, [[src, die]])


class TestCube:
    def test_a_beaver_is_a_third_answer_and_waits_for_a_second_tap(self, board: Boards) -> None:
        for size, place in ((DESKTOP, ".offer"), (PHONE, ".table-acts")):
            of = of_cube(beaver=True, raccoon=True, phase="double", turn=1, proposed=(2,))
            page = board(state(of), size=size)
            expect(page.locator(f"{place} [data-do]")).to_have_count(3)
            expect(page.locator(".offer")).to_contain_text("Declining costs 1")
            page.locator("#beaver").click()
            assert sent(page, "beaver") == []
            page.locator("#beaver").click()
            assert len(sent(page, "beaver", 1)) == 1

    def test_a_beaver_may_be_answered_by_a_raccoon(self, board: Boards) -> None:
        of = of_cube(beaver=True, raccoon=True, phase="double", turn=0, proposed=(2, 4))
        page = board(state(of))
        offer = page.locator(".offer")
        expect(offer).to_contain_text("Stoyan beavers to 4")
        expect(offer).to_contain_text("Declining costs 2")
        for _ in range(2):
            page.locator("#beaver").click()
        assert len(sent(page, "raccoon", 1)) == 1

    def test_raises_by_one_say_so(self, board: Boards) -> None:
        page = board(state(of_cube(raises="add", cube=Cube(3, 0))), settings={"roll": False, "speed": 0})
        expect(page.locator("#double")).to_have_text("Raise ×4")
        expect(page.locator(".cube")).to_have_text("3")

    def test_a_centred_cube_may_have_been_turned_by_the_dice(self, board: Boards) -> None:
        page = board(state(of_cube(auto_doubles=2, cube=Cube(4, None), dice=(6, 1))))
        expect(page.locator(".cube")).to_have_text("4")
        page.locator("#tab-terms").click()
        expect(page.locator(".facts").first).to_contain_text("automatic doubles: up to 2")

    def test_one_resigns_for_what_the_game_counts(self, board: Boards) -> None:
        page = board(state(match("tabla-bg", dice=(6, 1))))
        page.locator("#resign").click()
        expect(page.locator("[data-resign]")).to_have_count(2)


class TestAgreed:
    def test_everything_agreed_is_in_the_panel(self, board: Boards) -> None:
        of = match(
            "three-games", cubes=True, length=3, dice=(6, 1), options={"ladder_from_roll": 4},
            stakes=Stakes(200, 500, "pot"), mirror=True,
        )  # fmt: skip
        page = board(state(of))
        page.locator("#tab-terms").click()
        facts = page.locator(".facts").first
        for text in ("Tabla, Gulbara, Tapa", "he fourth", "2.00", "at most 5.00", "5% of both", "Left"):
            expect(facts).to_contain_text(text)

    def test_the_games_of_an_evening_are_named(self, table: Open) -> None:
        of = match(
            "three-games", length=5, phase="between", score=(2, 0), result=Result(0, 2, "mars", "played")
        )
        page = table(state(match("three-games", length=5, dice=(6, 1))), settings={"speed": 1})
        push(page, event(8, ev.GameEnded(at=1, winner=0, points=2, kind="mars", how="played"), of))
        for text in ("Game 1: Tabla", "Next: Gulbara"):
            expect(page.locator(".pane")).to_contain_text(text)

    def test_a_draw_is_a_result(self, board: Boards) -> None:
        of = match("short-nardy-5s", phase="between", score=(1, 1), result=Result(None, 1, "draw", "played"))
        page = board(state(match("short-nardy-5s", dice=(6, 1))), settings={"speed": 1})
        push(page, event(8, ev.GameEnded(at=1, winner=None, points=1, kind="draw", how="played"), of))
        expect(page.locator("#outcome")).to_have_text("Draw")
        expect(page.locator(".score b")).to_have_text("1 : 1")

    def test_a_settlement_is_shown_with_the_files_of_the_match(self, table: Open) -> None:
        over = match(
            position="X=off:15;O=6:15", phase="over", winner=0, score=(3, 0), secret="ab" * 32,
            result=Result(0, 3, "koks", "played"), stakes=Stakes(200, 500, "pot"),
        )  # fmt: skip
        page = table(state(over))
        page.evaluate("() => { document.body.dataset.formats = 'mat sgf'; zaria.table.sheet.value = ''; }")
        page.evaluate("() => { zaria.table.sheet.value = 'match'; }")
        expect(page.locator(".result-facts .won")).to_have_text("+4.50")
        expect(page.locator(".result-facts .lost")).to_have_text("−5.00")
        expect(page.locator(".proof a")).to_have_count(5)
        links = page.locator(".proof a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
        assert links == ["/t/m/replay", "/t/m/replay#analyse", "/t/m.json", "/t/m.mat", "/t/m.sgf"]

    def test_the_rules_open_over_the_panel_and_close_where_they_were_asked_for(
        self, board: Boards, stage: Stage
    ) -> None:
        stage.extra["/rules/tabla"] = b"<article><h2>How it goes</h2></article>"
        page = board()
        page.locator("#rules").focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog.rules h2")).to_be_visible()
        expect(page.locator("dialog.rules header")).to_have_text("Tabla")
        page.keyboard.press("Escape")
        expect(page.locator("dialog.rules")).to_be_hidden()
        becomes(page, "() => document.activeElement.id", "rules")
