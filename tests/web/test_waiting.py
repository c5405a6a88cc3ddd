"""The table page when somebody is waited for: away, not ready, asked for a rematch; what the line took."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, becomes, wait_for_motion
from tests.support.web.board_stage import at, log
from tests.support.web.table_stage import NOW, Stage, event, match, state
from tests.web.conftest import Boards
from tests.web.test_table import push, sent
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import (
    AbsenceChanged,
    AbsentSide,
    LogLine,
    PendingRematch,
    RematchChanged,
    SpectatorCount,
)
from zaria.match import events as ev
from zaria.match.clock.clock import Clock
from zaria.match.events import Player
from zaria.match.match import Match, Result
from zaria.match.terms import ClockTerms

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
Json = dict[str, Any]
CLOCK = ClockTerms(delay=10_000, bank=60_000)
IRINA, STOYAN = Player("a", "Irina", "#8a4b3a"), Player("b", "Stoyan", "#3f6a86")
BOT = Player("bot", "computer", "#444444", bot="plain")
OVER: Json = {
    "position": "X=off:15;O=6:15", "phase": "over", "winner": 0, "score": (3, 0), "secret": "ab" * 32,
    "result": Result(0, 3, "koks", "played"),
}  # fmt: skip
PLACES = """() => [...document.querySelectorAll('#acts button, #acts a, .nav a, .nav button, .tabs button')]
  .map((one) => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })"""
HOLD = """(held) => {
  const later = window.setTimeout;
  window.guards = [];
  window.setTimeout = (run, ms, ...rest) => (ms === held ? guards.push(run) : later(run, ms, ...rest));
}"""
"""Timers of so many ms run out when the test says that their time is over (`OVER_NOW`), and not before."""
OVER_NOW = "() => guards.forEach((run) => run())"
GUARD, ENDED = 600, 4000
"""The times, in ms, for which a button that has just come stays disabled and the end of an offer is shown."""
AFTER = "ms => new Promise((done) => setTimeout(done, ms))"


def booted(of: Match, **more: Any) -> bytes:
    """The state of a match, with what else the page receives."""
    decoded = msgspec.json.decode(state(of, **{k: more.pop(k) for k in ("you", "seat", "kept") if k in more}))
    return msgspec.json.encode(decoded | msgspec.to_builtins(more))


def message(frame: Any) -> Json:
    """A message as it comes over the line."""
    return dict(msgspec.json.decode(encode(frame)))


def away(*who: AbsentSide) -> Json:
    return message(AbsenceChanged("m", NOW, list(who)))


def again(side: int | None = None, in_ms: int = 28_000, following: str | None = None) -> Json:
    offer = None if side is None else PendingRematch(side, NOW + in_ms)
    return message(RematchChanged("m", NOW, offer, following))


def place(button: Locator) -> FloatRect | None:
    """The place of a button when nothing moves any more."""
    expect(button).to_be_visible()
    wait_for_motion(button.page)
    return button.bounding_box()


def sent_messages(page: Page, kind: str) -> list[Json]:
    """The page's messages of a kind."""
    page.wait_for_function("kind => socket.sent.some((m) => m.t === kind)", arg=kind)
    return [message for message in page.evaluate("() => socket.sent") if message["t"] == kind]


def waiting(ms: int = 240_000, sits: Player | None = None, game: str = "tabla") -> Match:
    """A table that waits so long; `sits` has sat down on side 1."""
    return match(
        game, phase="open", players=(None, sits), seeds=(None, None), game_no=0, until=NOW + ms, clock=CLOCK
    )


def running(side: int = 0, since: int = NOW - 5_000) -> Clock:
    return Clock(bank=(60_000, 60_000), running=side, since=since, shown_at=since)


class TestThinking:
    def test_a_command_says_how_long_one_thought_since_the_page_heard(self, table: Open) -> None:
        page = table(
            state(match(turn=1, clock=CLOCK, running=running(1))), settings={"speed": 0, "roll": False}
        )
        played = ev.TurnPlayed(at=NOW, side=1, moves=((24, 6),), text="24/18")
        own_turn = match(clock=CLOCK, running=running())
        push(page, event(8, played, own_turn))
        page.evaluate(AFTER, 60)
        page.locator("#roll").click()
        (roll,) = sent(page, "roll", 1)
        assert 60 <= roll["w"] <= 10_000
        page.evaluate("() => { window.before = socket; socket.close(); }")
        page.wait_for_function("() => socket !== before && socket.sent.length > 1")
        assert page.evaluate("() => socket.sent")[1] == roll

    def test_an_offer_of_a_draw_asks_nothing_anew(self, table: Open) -> None:
        page = table(state(at("chess"), you=1))
        moved = ev.Moved(at=NOW, side=0, move="e2e4", text="e4")
        own_turn = at("chess", None, "e2e4", clock=running(1, NOW))
        push(page, event(8, moved, own_turn, you=1))
        page.evaluate(AFTER, 80)
        push(page, event(9, ev.DrawOffered(at=NOW, side=0), own_turn, you=1))
        page.evaluate("() => zaria.actions.send({ t: 'declinedraw' })")
        (answer,) = sent(page, "declinedraw", 1)
        assert answer["w"] >= 80

    def test_nothing_is_said_after_a_reload_or_when_ones_clock_stands(self, table: Open) -> None:
        for of in (match(clock=CLOCK, running=running()), match()):
            page = table(state(of), settings={"speed": 0, "roll": False})
            if of.clock is None:
                push(page, event(8, ev.Restarted(at=NOW), of))
            page.locator("#roll").click()
            (roll,) = sent(page, "roll", 1)
            assert "w" not in roll

    def test_what_was_forgiven_stands_beside_the_move_the_roll_included(self, board: Boards) -> None:
        page = board(booted(match(turn=1), log=[LogLine(0, (6, 1), "13/7 8/7", 1_240)]))
        line = page.locator(".lag")
        expect(line).to_have_text("+1.2 s")
        expect(line).to_have_attribute("title", "Slow connection: 1.2 s were given back")
        thrown = match(turn=1, dice=(6, 1))
        push(
            page,
            event(8, ev.Rolled(at=1, side=1, n=2, dice=(6, 1), lag=300), thrown),
            event(9, ev.TurnPlayed(at=1, side=1, moves=((24, 6),), text="24/18", lag=100), match()),
        )
        expect(line).to_have_text(["+1.2 s", "+0.4 s"])

    def test_on_squares_too(self, table: Open) -> None:
        page = table(state(at("chess", None, "e2e4"), log=log("chess", "e2e4")))
        page.evaluate("document.documentElement.lang = 'ru'")  # a decimal comma
        push(
            page,
            event(
                8, ev.Moved(at=1, side=1, move="e7e5", text="e5", lag=640), at("chess", None, "e2e4", "e7e5")
            ),
        )
        expect(page.locator(".lag")).to_have_text("+0,6 s")


class TestAway:
    @pytest.mark.parametrize("size", by_day(("phone",), SIZES))
    def test_the_card_counts_down_and_nothing_moves(self, board: Boards, size: str) -> None:
        page = board(state(match(dice=(6, 1))), size=SIZES[size])
        before, card = page.evaluate(PLACES), page.locator("#opp").bounding_box()
        for absence, shown in (
            (AbsentSide(1, NOW + 58_000), "away · 0:5"),
            (AbsentSide(1, NOW + 58_000, left=True), "left the table · 0:5"),
            (AbsentSide(1, NOW + 58_000, idle=True), "idle · 0:5"),
        ):
            push(page, away(absence))
            expect(page.locator("#opp .gone")).to_contain_text(shown)
            assert page.evaluate(PLACES) == before
            assert page.locator("#opp").bounding_box() == card
            expect(page.locator(".claim")).to_have_count(0)
            push(page, away())
            expect(page.locator(".gone")).to_have_count(0)

    def test_when_the_time_is_over_one_may_claim_but_not_by_accident(self, table: Open) -> None:
        page = table(state(match(turn=1)))
        page.evaluate(HOLD, GUARD)
        push(page, away(AbsentSide(1, NOW - 1)))
        win = page.locator("#claim-win")
        expect(win).to_be_disabled()
        page.evaluate(OVER_NOW)
        expect(page.locator(".claim")).to_contain_text("Stoyan is away")
        win.click()
        assert sent(page, "claim", 1)[0]["k"] == {"t": "claim", "what": "win"}

    def test_who_is_to_move_keeps_the_board_and_may_claim_from_the_card(self, table: Open) -> None:
        own_turn = match(dice=(6, 1), clock=CLOCK, running=running())
        page = table(booted(own_turn, away=[AbsentSide(1, NOW - 1)]), settings={"speed": 0, "roll": False})
        expect(page.locator("#claims")).to_be_visible()
        expect(page.locator(".claim")).to_have_count(0)
        played = ev.TurnPlayed(at=NOW, side=0, moves=((24, 6), (8, 1)), text="24/18 8/7")
        push(page, event(8, played, match(turn=1, clock=CLOCK, running=running(1))))
        expect(page.locator(".claim")).to_be_visible()

    def test_one_may_go_on_waiting_and_think_again(self, board: Boards) -> None:
        page = board(state(match(turn=1)))
        push(page, away(AbsentSide(1, NOW - 1, left=True)))
        page.locator("#claim-wait").click()
        expect(page.locator(".claim")).to_have_count(0)
        page.locator("#claims").click()
        expect(page.locator(".claim")).to_contain_text("Stoyan left the table")
        page.keyboard.press("Escape")
        expect(page.locator(".claim")).to_have_count(0)
        page.locator("#claims").click()
        page.locator("#claim-draw").click()
        assert sent(page, "claim", 1)[0]["k"]["what"] == "draw"

    def test_who_comes_back_ends_it(self, board: Boards) -> None:
        page = board(state(match(turn=1)))
        push(page, away(AbsentSide(1, NOW - 1)))
        expect(page.locator(".claim")).to_be_visible()
        push(page, away())
        expect(page.locator(".claim")).to_have_count(0)

    def test_an_onlooker_sees_it_and_is_asked_nothing(self, board: Boards) -> None:
        page = board(state(match(turn=1), you=None))
        push(page, away(AbsentSide(0, NOW + 30_000), AbsentSide(1, NOW - 1)))
        expect(page.locator(".gone")).to_have_count(2)
        expect(page.locator("#claims")).to_have_count(0)

    def test_spectators_do_not_count_themselves(self, board: Boards) -> None:
        page = board(state(match(turn=1), you=None))
        push(page, message(SpectatorCount("m", 3)))
        expect(page.locator("#crowd")).to_have_text("2")
        push(page, message(SpectatorCount("m", 1)))
        expect(page.locator("#crowd")).to_have_count(0)

    def test_an_idle_player_is_warned_unless_only_a_program_waits(self, board: Boards) -> None:
        page = board(state(match(dice=(6, 1))))
        push(page, away(AbsentSide(0, NOW + 50_000, idle=True)))
        expect(page.locator(".notice-line")).to_contain_text("Are you still there?")
        expect(page.locator("#me .gone")).to_contain_text("move within 0:")
        push(page, away())
        expect(page.locator(".notice-line")).to_be_empty()
        alone = board(state(match(dice=(6, 1), players=(IRINA, BOT))))
        push(alone, away(AbsentSide(0, NOW + 50_000, idle=True)))
        push(alone, message(SpectatorCount("m", 1)))
        expect(alone.locator("#crowd")).to_be_visible()
        expect(alone.locator(".gone")).to_have_count(0)

    def test_a_claim_is_shown_and_ends_the_match(self, board: Boards) -> None:
        page = board(state(match(turn=1)))
        over = match(phase="over", winner=0, score=(3, 0), secret="ab" * 32, result=Result(0, 3, "", "left"))
        push(
            page,
            event(8, ev.Claimed(at=1, side=0, what="win"), match(turn=1)),
            event(9, ev.GameEnded(at=1, winner=0, points=3, kind="", how="left"), over),
            event(10, ev.MatchEnded(at=1, winner=0, score=(3, 0), secret="ab" * 32), over),
        )
        expect(page.locator("#outcome")).to_have_text("You won!")
        expect(page.locator(".how")).to_contain_text("Left the table")


class TestPause:
    def test_clocks_stand_while_play_is_paused(self, board: Boards) -> None:
        page = board(state(match(dice=(6, 1), clock=CLOCK, running=running(0, NOW - 30_000))))
        push(page, {"t": "status", "up": False})
        expect(page.locator(".notice-line")).to_contain_text("Nothing is lost")
        now = page.evaluate("() => zaria.session.now")
        page.evaluate(AFTER, 50)
        assert page.evaluate("() => zaria.session.now") == now
        push(page, {"t": "status", "up": True})
        expect(page.locator(".notice-line")).to_be_empty()
        assert page.evaluate("() => zaria.session.now") > now


class TestRematch:
    def test_an_offer_waits_and_is_taken_back_at_the_same_place(self, board: Boards) -> None:
        page = board(state(match(**OVER)))
        button = page.locator("#rematch")
        before = place(button)
        button.click()
        assert sent_messages(page, "again") == [{"t": "again", "m": "m", "no": False}]
        push(page, again(0))
        expect(button).to_contain_text("Waiting for Stoyan 0:2")
        assert place(button) == before
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        assert page.evaluate("() => socket.sent").pop() == {"t": "again", "m": "m", "no": True}

    def test_a_declined_offer_dies_visibly(self, table: Open) -> None:
        page = table(booted(match(**OVER), again=PendingRematch(0, NOW + 25_000)))
        expect(page.locator("#rematch")).to_contain_text("Waiting for Stoyan")
        page.evaluate(HOLD, ENDED)
        push(page, again())
        expect(page.locator("#rematch")).to_have_text("Stoyan declined the rematch")
        expect(page.locator("#rematch")).to_be_disabled()
        page.evaluate(OVER_NOW)
        expect(page.locator("#rematch")).to_have_text("Rematch")

    def test_the_other_sides_offer_can_be_accepted_and_declined(self, board: Boards) -> None:
        page = board(state(match(**OVER)))
        before = place(page.locator("#rematch"))
        page.keyboard.press("Escape")
        expect(page.locator("#outcome")).to_have_count(0)
        push(page, again(1))
        expect(page.locator("#rematch")).to_contain_text("Accept rematch 0:2")
        assert place(page.locator("#rematch")) == before
        becomes(page, "() => document.title.startsWith('● Rematch')", True)
        page.locator("#rematch").click()
        assert sent_messages(page, "again")[-1]["no"] is False
        expect(page.locator("#close")).to_have_text("Decline")
        page.locator("#close").click()
        assert page.evaluate("() => socket.sent").pop()["no"] is True
        push(page, again(), again(1, 27_000), again())
        expect(page.locator("#rematch")).to_have_text("The rematch offer has ended")

    def test_both_go_to_the_table_that_was_agreed_on(self, table: Open, stage: Stage) -> None:
        stage.extra["/t/next-one"] = b'<link rel="icon" href="data:,"><title>Next</title>'
        page = table(state(match(**OVER)))
        push(page, again(following="next-one"))
        page.wait_for_url("**/t/next-one#sit")

    def test_who_comes_back_to_an_old_table_is_not_led_away(self, table: Open) -> None:
        page = table(booted(match(**OVER), next="next-one"))
        expect(page.locator("#rematch")).to_have_attribute("href", "/t/next-one#sit")

    def test_onlookers_are_not_asked(self, board: Boards) -> None:
        page = board(state(match(**OVER), you=None))
        expect(page.locator("#new")).to_be_visible()
        expect(page.locator("#rematch")).to_have_count(0)


class TestReady:
    def test_the_host_of_a_public_table_waits_and_may_clear_it(self, table: Open) -> None:
        page = table(booted(waiting(), you=None, seat=0, kept=True, by=0))
        expect(page.locator(".pane h2")).to_have_text("Waiting for an opponent")
        expect(page.locator(".count")).to_contain_text("3:5")
        expect(page.locator("#share")).to_be_visible()
        page.locator("#cancel").click()
        assert len(sent(page, "cancel", 1)) == 1
        assert sent(page, "sit") == []

    @pytest.mark.parametrize("size", by_day(("phone",), SIZES))
    def test_an_opponent_sits_down_and_the_ready_check_appears(self, table: Open, size: str) -> None:
        page = table(booted(waiting(), you=None, seat=0, kept=True, by=0), size=SIZES[size])
        expect(page.locator("#cancel")).to_be_enabled()
        seated = event(
            8, ev.Seated(at=NOW, side=1, player=STOYAN, seed="1" * 32), waiting(20_000, STOYAN), you=None
        )
        push(page, seated)
        expect(page.locator("#sit")).to_be_disabled()
        expect(page.locator(".pane h2")).to_have_text("Stoyan wants to play. Ready?")
        becomes(page, "() => document.title.startsWith('● Ready')", True)
        page.locator("#sit").click()
        assert len(sent(page, "sit", 1)) == 1

    def test_a_host_who_sat_down_alone_waits_for_anyone(self, table: Open) -> None:
        page = table(booted(waiting(240_000, STOYAN), you=1, by=1))
        expect(page.locator(".pane h2")).to_have_text("Waiting for an opponent")
        expect(page.locator(".count")).to_contain_text("3:5")
        expect(page.locator("#share")).to_be_visible()
        page.locator("#cancel").click()
        assert len(sent(page, "cancel", 1)) == 1

    def test_who_sat_first_waits_for_the_other(self, table: Open) -> None:
        page = table(booted(waiting(20_000, STOYAN), you=1, by=0))
        expect(page.locator(".pane h2")).to_have_text("Waiting for your opponent to be ready")
        expect(page.locator(".count")).to_contain_text("0:1")

    def test_a_found_opponent_is_not_kept_waiting(self, table: Open) -> None:
        page = table(booted(waiting(20_000), you=None, seat=0, kept=True))
        expect(page.locator(".pane h2")).to_have_text("Opponent found. Ready?")
        page.locator("#sit").click()
        assert len(sent(page, "sit", 1)) == 1

    def test_who_is_invited_sees_the_terms_and_may_decline(self, table: Open) -> None:
        page = table(booted(waiting(), you=None, seat=0, kept=True, by=1))
        expect(page.locator(".pane")).to_contain_text("Single game")
        expect(page.locator("#sit")).to_be_enabled()
        page.locator("#cancel").click()
        assert len(sent(page, "cancel", 1)) == 1

    def test_a_player_from_the_lobby_is_seated_once(self, table: Open) -> None:
        page = table(booted(waiting(), you=None, seat=1, by=0))
        expect(page.locator("#sit")).to_be_enabled()
        assert sent(page, "sit") == []
        page.goto("about:blank")
        page.goto("/#sit")
        page.wait_for_selector("html[data-ready]")
        sit = sent(page, "sit", 1)
        assert len(sit) == 1
        becomes(page, "() => location.hash", "")

    def test_a_cleared_table_says_so(self, table: Open) -> None:
        gone = match(phase="over", players=(None, None), secret="ab" * 32, until=None)
        page = table(booted(waiting(), you=None, seat=0, kept=True, by=0))
        push(
            page,
            event(8, ev.Cancelled(at=1, side=None), waiting()),
            event(9, ev.MatchEnded(at=1, winner=None, score=(0, 0), secret="ab" * 32), gone, you=None),
        )
        expect(page.locator("#cleared")).to_have_text("The table was cancelled")
        expect(page.locator("#anew")).to_have_attribute("href", "/new/tabla?as=m")


class TestAround:
    def test_onlookers_are_counted_at_one_place(self, board: Boards) -> None:
        page = board()
        before = page.evaluate(PLACES)
        push(page, message(SpectatorCount("m", 12)))
        expect(page.locator("#crowd")).to_have_text("12")
        assert page.evaluate(PLACES) == before
        push(page, message(SpectatorCount("other", 3)), message(SpectatorCount("m", 0)))
        expect(page.locator("#crowd")).to_have_count(0)

    @pytest.mark.parametrize("size", by_day(("phone",), SIZES))
    def test_an_onlooker_of_a_delayed_table_knows_it(self, board: Boards, size: str) -> None:
        page = board(state(match(delayed=True), you=None), size=SIZES[size])
        expect(page.get_by_text("You see each move one move late").locator("visible=true")).to_have_count(1)

    def test_leaving_while_one_plays_wants_a_second_tap_and_is_sent(self, table: Open) -> None:
        page = table(state(match(dice=(6, 1))), size=PHONE)
        page.locator("#menu").tap()
        page.locator(".leave").tap()
        expect(page.locator(".notice-line")).to_contain_text("after 10 s")
        page.evaluate(
            "() => { window.say = socket.send; socket.send = (f) => { sessionStorage.left = f; }; }"
        )
        with page.expect_navigation():
            page.locator(".leave").tap()
        assert msgspec.json.decode(page.evaluate("() => sessionStorage.left")) == {
            "t": "leave",
            "m": "m",
            "gone": True,
        }

    def test_onlookers_and_who_plays_a_program_just_leave(self, table: Open) -> None:
        for boot in (state(match(), you=None), state(match(players=(IRINA, BOT)))):
            page = table(boot, size=PHONE)
            page.locator("#menu").tap()
            with page.expect_navigation():
                page.locator(".leave").tap()
