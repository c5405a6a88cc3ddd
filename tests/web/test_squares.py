"""The page of a table of squares: what hands and keys do, what is sent, what is shown of what comes back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import DESKTOP, PHONE, becomes
from tests.support.web.board_stage import ITALIAN, at, log
from tests.support.web.table_stage import event, state
from tests.web.conftest import Boards
from tests.web.test_table import point, push, sent
from zaria.match import events as ev
from zaria.match.match import DrawOffers, Result

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
BRANCHING = "W:Wc3:Bb6,d6,f6,d4"


def square(page: Page, name: str) -> int:
    """The index of a square."""
    script = """async (name) => (await import('/static/js/squares/geometry.js'))
      .squareOf(zaria.table.grid.value, name)"""
    return int(page.evaluate(script, name))


def click(page: Page, *names: str) -> None:
    for name in names:
        page.mouse.click(*point(page, square(page, name)))


def made(page: Page, least: int = 0) -> list[str]:
    """Moves that were sent, once there are at least so many."""
    return [message["k"]["move"] for message in sent(page, "move", least)]


class TestMoving:
    def test_a_tap_on_a_piece_and_a_tap_where_it_goes(self, board: Boards) -> None:
        page = board(state(at("chess")))
        click(page, "e2", "e4")
        assert sent(page, "move", 1)[0]["k"] == {"t": "move", "move": "e2e4", "n": 0}
        page.wait_for_function("() => zaria.table.at.value.join('').startsWith('rnbqkbnr')")

    def test_a_tap_elsewhere_changes_the_mind(self, board: Boards) -> None:
        page = board(state(at("chess")))
        click(page, "e2", "e6", "e4")
        assert made(page) == []
        click(page, "e2", "g1", "f3")
        assert made(page, 1) == ["g1f3"]

    def test_dragging(self, board: Boards) -> None:
        page = board(state(at("draughts")))
        page.mouse.move(*point(page, square(page, "32")))
        page.mouse.down()
        page.mouse.move(*point(page, square(page, "28")), steps=4)
        page.mouse.up()
        assert made(page, 1) == ["32-28"]

    def test_a_drop_elsewhere_changes_nothing(self, board: Boards) -> None:
        page = board(state(at("draughts")))
        page.mouse.move(*point(page, square(page, "32")))
        page.mouse.down()
        page.mouse.move(*point(page, square(page, "25")), steps=4)
        page.mouse.up()
        assert made(page) == []

    def test_fingers_play_on_ten_by_ten_and_snap_to_what_is_legal(self, board: Boards) -> None:
        page = board(state(at("draughts")), size=PHONE)
        assert page.evaluate("() => zaria.view.field.clientWidth") >= 338
        becomes(page, "() => document.documentElement.scrollWidth", 360)
        x, y = point(page, square(page, "32"))
        page.touchscreen.tap(x, y)
        x, y = point(page, square(page, "28"))
        page.touchscreen.tap(x + 20, y)
        assert made(page, 1) == ["32-28"]

    def test_a_capture_goes_on_and_back_square_by_square(self, board: Boards) -> None:
        page = board(state(at("russian-draughts", BRANCHING)))
        click(page, "c3", "e5")
        assert made(page) == []
        expect(page.locator(".pc.gone")).to_have_count(1)
        page.locator("#undo").click()
        expect(page.locator(".pc.gone")).to_have_count(0)
        click(page, "e5", "g7")
        assert made(page, 1) == ["c3:e5:g7"]

    def test_the_end_is_enough_where_it_says_all(self, board: Boards) -> None:
        page = board(state(at("russian-draughts", BRANCHING)))
        click(page, "c3", "a5")
        assert made(page, 1) == ["c3:e5:c7:a5"]

    def test_a_pawn_asks_what_it_becomes(self, board: Boards) -> None:
        page = board(state(at("chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")))
        click(page, "b7", "b8")
        assert made(page) == []
        page.locator('[data-becomes="n"]').click()
        assert made(page, 1) == ["b7b8n"]

    def test_a_king_castles_by_two_squares(self, board: Boards) -> None:
        page = board(state(at("chess", None, *ITALIAN[:6])))
        click(page, "e1", "g1")
        assert made(page, 1) == ["e1g1"]
        becomes(page, "() => zaria.table.at.value.slice(-4).join('.')", ".R.K.")

    def test_a_move_may_wait_for_done(self, board: Boards) -> None:
        page = board(state(at("chess")), settings={"speed": 0, "sound": False, "confirm": True})
        click(page, "e2", "e4")
        assert made(page) == []
        page.locator("#undo").click()
        click(page, "d2", "d4")
        page.locator("#done").click()
        assert made(page, 1) == ["d2d4"]

    def test_keys_alone_play_a_move(self, board: Boards) -> None:
        page = board(state(at("ugolki")))
        page.locator(f'[data-at="{square(page, "d3")}"]').focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert made(page, 1) == ["d3-e3"]

    def test_the_board_shows_the_viewers_side_below_and_turns(self, board: Boards) -> None:
        page = board(state(at("english-draughts"), you=1))
        first, last = point(page, square(page, "1")), point(page, square(page, "32"))
        assert first[1] > last[1]
        page.locator("#flip").click()
        assert point(page, square(page, "1"))[1] < point(page, square(page, "32"))[1]


class TestSeen:
    def test_squares_have_names(self, board: Boards) -> None:
        page = board(state(at("russian-draughts")))
        at_c3 = square(page, "c3")
        label = "c3: your man, can go to b4, d4"
        expect(page.locator(f'[data-at="{at_c3}"]')).to_have_attribute("aria-label", label)

    def test_the_last_move_and_the_check_are_marked(self, board: Boards) -> None:
        moves = ("e2e4", "f7f6", "d1h5")
        page = board(state(at("chess", None, *moves), you=1, log=log("chess", *moves)))
        expect(page.locator(".m-last")).to_have_count(2)
        expect(page.locator(".m-check")).to_have_count(1)

    def test_moves_stand_in_two_columns(self, board: Boards) -> None:
        page = board(state(at("chess", None, *ITALIAN), log=log("chess", *ITALIAN)))
        expect(page.locator(".mv2")).to_have_count(5)
        expect(page.locator(".mv2").nth(3)).to_have_text(re.compile(r"^\s*4\s*O-O\s*Nf6\s*$"))

    def test_the_other_sides_move_is_shown(self, board: Boards) -> None:
        before, after = at("chess", None, "e2e4"), at("chess", None, "e2e4", "e7e5")
        page = board(state(before))
        push(page, event(8, ev.Moved(at=1, side=1, move="e7e5", text="e5"), after))
        becomes(page, "() => zaria.view.pieces.get(28).letter", "p")
        page.wait_for_function("() => zaria.table.moving.value")

    def test_a_refused_move_goes_back(self, board: Boards) -> None:
        page = board(state(at("chess")))
        click(page, "e2", "e4")
        c = sent(page, "move", 1)[0]["c"]
        push(page, {"t": "no", "c": c, "code": "stale_roll", "text": "Too late"})
        becomes(page, "() => zaria.view.pieces.get(52).letter", "P")

    def test_counted_moves_are_shown_quietly(self, board: Boards) -> None:
        page = board(state(at("russian-draughts", "W:WKa1,Kb8,Kc1:BKh6", "b8-a7", "h6-f8")))
        expect(page.locator(".counters")).to_have_text(re.compile(r": \d+ of 15"))


class TestLaidBefore:
    def test_a_move_laid_before_is_sent_when_it_is_legal(self, board: Boards) -> None:
        page = board(state(at("chess", None, "e2e4")))
        click(page, "g1", "f3")
        expect(page.locator(".m-plan")).to_have_count(2)
        push(
            page, event(8, ev.Moved(at=1, side=1, move="e7e5", text="e5"), at("chess", None, "e2e4", "e7e5"))
        )
        page.wait_for_function("() => socket.sent.some((m) => m.t === 'do')")
        assert made(page, 1) == ["g1f3"]

    def test_else_it_is_dropped(self, board: Boards) -> None:
        page = board(state(at("chess", None, "e2e4")))
        click(page, "e4", "d5")
        push(
            page, event(8, ev.Moved(at=1, side=1, move="e7e5", text="e5"), at("chess", None, "e2e4", "e7e5"))
        )
        page.wait_for_function("() => !zaria.table.plan.value.length")
        assert made(page) == []

    def test_escape_takes_it_back(self, board: Boards) -> None:
        page = board(state(at("chess", None, "e2e4")))
        click(page, "g1", "f3")
        page.keyboard.press("Escape")
        expect(page.locator(".m-plan")).to_have_count(0)


class TestMovable:
    @pytest.mark.parametrize(("game", "movable"), [("russian-draughts", 4), ("ugolki", 10), ("chess", 0)])
    def test_men_that_can_move_are_marked_as_checkers_are(
        self, board: Boards, game: str, movable: int
    ) -> None:
        page = board(state(at(game)))
        expect(page.locator(".pc")).not_to_have_count(0)
        expect(page.locator(".pc.can")).to_have_count(movable)

    def test_they_are_not_where_hints_are_off(self, board: Boards) -> None:
        page = board(state(at("russian-draughts")), settings={"hints": False})
        expect(page.locator(".pc")).not_to_have_count(0)
        expect(page.locator(".pc.can")).to_have_count(0)


class TestEnding:
    def test_resigning_and_a_draw_want_a_second_tap(self, board: Boards) -> None:
        page = board(state(at("chess", None, *ITALIAN)))
        for button, kind in (("#resign", "resign"), ("#draw", "offerdraw")):
            page.locator(button).click()
            assert sent(page, kind) == []
            page.locator(button).click()
            assert len(sent(page, kind)) == 1

    def test_a_phone_gives_up_and_offers_a_draw_without_its_menu(self, board: Boards) -> None:
        page = board(state(at("russian-draughts")), size=PHONE)
        expect(page.locator("#undo")).to_have_count(0)
        expect(page.locator(".table-acts .idle")).to_have_text("Your turn")
        for button, kind in (("#quick-resign", "abort"), ("#quick-draw", "offerdraw")):
            page.locator(button).tap()
            expect(page.locator(".table-acts .idle")).to_have_text("Tap again")
            assert sent(page, kind) == []
            page.locator(button).tap()
            assert len(sent(page, kind, 1)) == 1

    def test_an_offer_takes_the_place_of_a_phones_buttons_and_hides_no_name(self, board: Boards) -> None:
        page = board(state(at("chess", None, *ITALIAN, draw_offers=DrawOffers(1, (False, True)))), size=PHONE)
        expect(page.locator(".table-acts #decline")).to_have_text("Decline")
        expect(page.locator(".table-acts #accept")).to_have_text(re.compile(r"^\s*½\s*Accept\s*$"))
        expect(page.locator("#opp .asks")).to_have_text("Draw offer")
        name = page.locator("#me .name").bounding_box()
        buttons = [page.locator(css).bounding_box() for css in ("#decline", "#accept")]
        assert name is not None
        assert all(box is not None and box["y"] >= name["y"] + name["height"] for box in buttons)
        page.locator("#accept").tap()
        assert len(sent(page, "acceptdraw", 1)) == 1

    def test_leaving_is_free_at_first(self, board: Boards) -> None:
        page = board(state(at("chess", None, "e2e4")))
        page.locator("#resign").click()
        page.locator("#resign").click()
        assert len(sent(page, "abort", 1)) == 1

    def test_an_offer_is_answered_and_moves_no_button(self, board: Boards) -> None:
        for size in (DESKTOP, PHONE):
            page = board(state(at("chess", None, *ITALIAN)), size=size)
            place = "() => document.querySelector('#menu, #resign').getBoundingClientRect().toJSON()"
            before = page.evaluate(place)
            offered = at("chess", None, *ITALIAN, draw_offers=DrawOffers(1, (False, True)))
            push(page, event(8, ev.DrawOffered(at=1, side=1), offered))
            page.locator("#accept").wait_for()
            becomes(page, place, before)
            page.locator("#accept").click()
            assert len(sent(page, "acceptdraw", 1)) == 1

    def test_the_end_is_shown_with_its_reason(self, board: Boards) -> None:
        mate = ("f2f3", "e7e5", "g2g4", "d8h4")
        over = at(
            "chess",
            None,
            *mate,
            phase="over",
            winner=1,
            secret="ab" * 32,
            result=Result(1, 1, "single", "played", "mate"),
        )
        page = board(state(over, log=log("chess", *mate)))
        for text in ("You lost", "Checkmate"):
            expect(page.locator(".pane")).to_contain_text(text)
        expect(page.locator("#verify")).to_have_count(0)

    def test_a_void_game_says_so(self, board: Boards) -> None:
        over = at(
            "chess", None, "e2e4", phase="over", secret="ab" * 32, result=Result(None, 0, "draw", "void", "")
        )
        page = board(state(over))
        expect(page.locator(".pane")).to_contain_text("doesn't count")


def test_no_module_of_the_tables_board_is_loaded(board: Boards) -> None:
    page = board(state(at("chess")))
    loaded: list[Any] = page.evaluate("() => performance.getEntriesByType('resource').map((e) => e.name)")
    assert not [name for name in loaded if "/js/tables/" in name]
    page = board()
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map((e) => e.name)")
    assert not [name for name in loaded if "/squares/" in name]
